/* The rules of chess once more, the slow way: a board of letters, moves tried one by one on a copy.
 *
 * An independent witness for the self-checks and the tests: of the engine it uses the encoding of moves
 * and nothing else. Only slow_take reads a position.
 */
#ifndef SELFCHECK_SLOW_RULES_H
#define SELFCHECK_SLOW_RULES_H

#include "board/state.h"
#include "core/move.h"

typedef struct SlowBoard {
    char man[64];    /* letters as in a FEN, '.' for none */
    bool white;      /* to move */
    int16_t rook[4]; /* square of the rook of each castling right (KQkq), -1 without the right */
    int8_t ep;       /* the square that a pawn has just passed, -1 if none */
    int quiet;       /* plies since the last capture or pawn move */
    int since_null;  /* plies since the last null move, or since the counting began */
} SlowBoard;

/* Takes over what stands in a state, its side, rights, e.p. square and counters. `rooks` are the squares
 * of the rooks of the four rights. */
void slow_take(SlowBoard *b, const State *s, const uint8_t rooks[4]);

/* The square of a colour's king, -1 if there is none. All below need both kings. */
int slow_king(const SlowBoard *b, bool white);

/* True if a piece of a colour attacks a square. */
bool slow_attacked(const SlowBoard *b, int sq, bool by_white);

/* True if the side to move is in check. */
bool slow_in_check(const SlowBoard *b);

/* True if an encoding is a legal move. */
bool slow_is_legal(const SlowBoard *b, Move m);

/* Adds all legal moves. */
void slow_moves(const SlowBoard *b, MoveList *list);

/* The e.p. square if a capture on it is legal, else -1: equal positions have the same. */
int slow_ep(const SlowBoard *b);

/* Makes a legal move. */
void slow_make(SlowBoard *b, Move m);

/* Passes the move. */
void slow_null(SlowBoard *b);

/* True if no sequence of legal moves mates: bare kings, a single minor, or bishops of one shade. */
bool slow_is_dead(const SlowBoard *b);

#endif
