/* Which side wins a square: exchanges judged by the sets of attackers and defenders alone.
 *
 * This is Ed Schröder's scheme for piece attacks, of his program Rebel ("How Rebel Plays Chess"): for
 * each square and side a byte says how many attackers there are and of which kinds, and the two bytes
 * and the piece on the square are the index into a table of what an exchange wins there. Here the bytes
 * are not kept, since the two halves of a word of the map are the sets themselves. What counts of a
 * half:
 * - whether it holds a pawn, a queen and a king, and how many minor pieces and rooks (up to two), where
 *   Schröder's byte has the number of all attackers and a bit for each kind;
 * - pieces pinned away from the square are left out;
 * - sliders behind an attacker on its line are included.
 *
 * The table does not distinguish equal pieces. So, unlike moves/exchange.h, it judges mirrored
 * positions alike.
 */
#ifndef EVAL_SQUARE_CONTROL_H
#define EVAL_SQUARE_CONTROL_H

#include "board/state.h"

/* Fills the tables. Call once; further calls change nothing. */
void square_control_init(void);

/* The bits of the pieces of both colours by type. A bit alone does not give the type, since its
 * owner may be a promoted piece. Passed by value, so that it may stay in registers. */
typedef struct PieceBits {
    uint32_t minors, rooks, queens;
} PieceBits;

/* True if a colour wins material by taking the enemy piece on a square, least valuable piece first,
 * both sides free to stop. `pinned` are the bits of the pinned pieces of both colours
 * (moves/tactics.h). The piece must not be a king. */
bool square_is_won(const State *s, PieceBits bits, Color c, Square sq, uint32_t pinned);

#endif
