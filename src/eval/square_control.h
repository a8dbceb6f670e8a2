/* Who wins a square: exchanges told by the sets of attackers and defenders alone.
 *
 * The words of the map are sets in ascending value, so that both halves of one, and the man on the
 * square, are an index into a table of what an exchange brings there. Of a set counts whether it
 * holds a Pawn, how many minor pieces (up to two) and Rooks (up to two), and whether it holds a
 * Queen and a King. The sets leave out men who are pinned away from the square, and take in sliders
 * behind an attacker on its line. Among equals the table has no order, so that, unlike the ladder
 * (moves/exchange.h), it judges mirrored positions alike.
 */
#ifndef EVAL_SQUARE_CONTROL_H
#define EVAL_SQUARE_CONTROL_H

#include "board/state.h"

/* Fills the tables. Call once; further calls change nothing. */
void square_control_init(void);

/* The bits of the pieces, of both colours: the place of a bit alone does not tell what its owner
 * is, since he may have been promoted. Passed by value, so that its owner may stay in registers. */
typedef struct PieceBits {
    uint32_t minors, rooks, queens;
} PieceBits;

/* True if a colour wins material by taking the enemy man on a square, least valuable man first,
 * both sides free to stop. `pinned` are the bits of the pinned men of both colours (moves/pins.h).
 * The man must not be a King. */
bool square_is_won(const State *s, PieceBits bits, Color c, Square sq, uint32_t pinned);

#endif
