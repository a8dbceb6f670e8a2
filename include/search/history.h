/* What earlier cutoffs say about quiet moves. */
#ifndef SEARCH_HISTORY_H
#define SEARCH_HISTORY_H

#include "board/position.h"

enum { HISTORY_MAX = 8192 };

typedef struct History {
    int16_t butterfly[COLOR_COUNT][SQUARE_COUNT]
                     [SQUARE_COUNT]; /* by side, from, to: +-HISTORY_MAX */
    Move killers[MAX_PLY + 2][2];    /* quiet moves that cut off at a ply, the latest first */
} History;

/* Forgets everything. */
void history_clear(History *h);

/* The score of a quiet move, for ordering: -HISTORY_MAX to HISTORY_MAX. */
static ALWAYS_INLINE int history_score(const History *h, Color c, Move m) {
    return h->butterfly[c][move_from(m)][move_to(m)];
}

/* A quiet move has cut off at a depth: it gains, the quiets tried before it lose. */
void history_cutoff(History *h, Color c, int ply, int depth, Move best, const MoveList *tried);

#endif
