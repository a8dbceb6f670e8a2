/* What a search reports while it runs. The search itself prints nothing. */
#ifndef SEARCH_INFO_H
#define SEARCH_INFO_H

#include "board/position.h"
#include "core/score.h"
#include "eval/wdl.h"

typedef enum ScoreBound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } ScoreBound;

typedef struct SearchInfo {
    int depth, seldepth;
    int multipv;           /* which of the best lines this is, from 1 */
    int score;             /* units or mate, see core/score.h, for the side to move */
    Evaluation evaluation; /* the one that gave the score: see eval/wdl.h */
    ScoreBound bound;      /* whether the score is exact or a bound */
    uint64_t nodes;
    int64_t time;    /* milliseconds since the search began */
    int hashfull;    /* per mille */
    uint64_t tbhits; /* positions found in tablebases */
    int pv_length;
    const Move *pv; /* legal moves from the root */
} SearchInfo;

/* Callbacks, called from the searching thread. `root` is the position searched. */
typedef struct SearchReporter {
    void *context;
    void (*info)(void *context, const Position *root, const SearchInfo *info);
    /* A root move is about to be searched; `number` counts from 1. Only in searches that take
     * seconds. */
    void (*current_move)(void *context, const Position *root, int depth, Move m, int number);
    /* The search has ended; called exactly once for each. best is MOVE_NONE if there is no legal
     * move; ponder is the expected answer or MOVE_NONE. */
    void (*done)(void *context, const Position *root, Move best, Move ponder);
    /* A self-check has failed; `report` says what is wrong, in several lines. Called from any
     * searching thread, perhaps from several at once. The search goes on from its root. */
    void (*fault)(void *context, const char *report);
} SearchReporter;

#endif
