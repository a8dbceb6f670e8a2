/* The rules of chess once more, the slow way: a board of letters, moves tried one by one on a copy.
 *
 * An independent witness for tests: of the engine it uses the encoding of moves and nothing else.
 */
#ifndef SUPPORT_SLOW_H
#define SUPPORT_SLOW_H

#include "core/move.h"

typedef struct SlowBoard {
    char man[64];   /* letters as in a FEN, '.' for none */
    bool white;     /* to move */
    int8_t rook[4]; /* square of the rook of each castling right (KQkq), -1 without the right */
    int8_t ep;      /* the e.p. square, -1 if none */
} SlowBoard;

/* Reads a FEN that is known to be good: X-FEN or Shredder-FEN. */
void slow_read(SlowBoard *b, const char *fen);

/* True if a piece of a colour attacks a square. */
bool slow_attacked(const SlowBoard *b, int sq, bool by_white);

/* True if the side to move is in check. */
bool slow_in_check(const SlowBoard *b);

/* True if an encoding is a legal move. */
bool slow_is_legal(const SlowBoard *b, Move m);

/* Adds all legal moves. */
void slow_moves(const SlowBoard *b, MoveList *list);

/* Makes a legal move. */
void slow_make(SlowBoard *b, Move m);

/* Leaves at a depth. With `captures`: only captures and promotions, all moves where in check. */
uint64_t slow_perft(const SlowBoard *b, int depth, bool captures);

#endif
