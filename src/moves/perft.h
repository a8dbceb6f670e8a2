/* Perft: counting the leaves of the tree of legal moves. */
#ifndef MOVES_PERFT_H
#define MOVES_PERFT_H

#include "board/position.h"

#include <stdatomic.h>

typedef enum PerftMode {
    PERFT_BULK,    /* the last ply is counted, not made */
    PERFT_FULL,    /* every move is made */
    PERFT_CAPTURES /* only captures (e.p. too) and promotions; in check all moves; last ply counted
                    */
} PerftMode;

/* Leaves at `depth` plies (0 to MAX_PLY). 0 plies are one leaf. `stop`, if not NULL, ends the count
 * early when it becomes true; the result then means nothing. */
uint64_t perft(Position *pos, int depth, PerftMode mode, const atomic_bool *stop);

/* The moves that perft of a mode follows from here. */
void perft_moves(const Position *pos, PerftMode mode, MoveList *list);

#endif
