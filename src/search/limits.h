/* What a search may spend. */
#ifndef SEARCH_LIMITS_H
#define SEARCH_LIMITS_H

#include "core/move.h"
#include "core/types.h"

/* Times are in milliseconds. A field that is not set is LIMIT_NONE (-1). So a clock of less than 0,
 * which some GUIs send, must be given as 0. */
enum { LIMIT_NONE = -1 };

typedef struct SearchLimits {
    int64_t clock[COLOR_COUNT];     /* time left */
    int64_t increment[COLOR_COUNT]; /* per move; LIMIT_NONE counts as 0 */
    int64_t movestogo;              /* moves to the next time control */
    int64_t movetime;               /* exactly this long */
    int64_t depth;                  /* plies; clamped to 1 .. MAX_PLY - 1 */
    int64_t nodes;                  /* exactly this many, unless the search ends before */
    int64_t softnodes;              /* after so many no new iteration begins */
    int64_t mate;                   /* look for a mate in that many moves */
    bool infinite;                  /* until stop */
    bool ponder;                    /* until stop or ponderhit; the clock counts from ponderhit */
    bool analysis;                  /* no handicap: the best move is wanted */
    int searchmoves_count;          /* 0: all moves */
    Move searchmoves[MOVE_LIMIT];   /* legal root moves to restrict the search to */
} SearchLimits;

/* No limits: a search with these ends at the greatest depth only. */
SearchLimits limits_none(void);

#endif
