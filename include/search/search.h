/* The search: iterative deepening over PVS alpha-beta. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "board/position.h"
#include "search/clock.h"
#include "search/handicap.h"
#include "search/history.h"
#include "search/limits.h"
#include "search/report.h"
#include "search/table.h"

/* A root move and what the search found of it. */
typedef struct RootMove {
    Move move;
    int score;      /* of the latest iteration that found it best, else -SCORE_INFINITE */
    int previous;   /* of the iteration before, to set the window by */
    uint64_t nodes; /* spent on it in this search */
    int pv_length;
    Move pv[MAX_PLY];
} RootMove;

/* One searching thread: its position, what it has learnt, and the search under way. */
typedef struct Search {
    Position pos;
    Position root; /* as it was when the search began, for reports */
    History history;
    Table *table;
    const SearchReporter *reporter; /* NULL: silent */
    SearchLimits limits;
    Handicap handicap; /* of the search under way; all zero: none. search_prepare clears it */
    Clock clock;
    _Atomic bool stop; /* set from outside: the search should end as soon as it has a move */
    bool ended;        /* it does, for that or for a limit: scores mean nothing from here on */
    const atomic_bool *interrupt; /* another flag that ends it, looked at now and then, or NULL */
    uint64_t nodes;
    int root_depth, completed_depth, seldepth;
    int root_count;
    int first_root; /* the root moves before it are the better lines, found already at this depth */
    RootMove roots[MOVE_LIMIT];
    int eval[MAX_PLY + 2]; /* static evaluation by ply, SCORE_NONE in check */
    int pv_length[MAX_PLY + 2];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];
} Search;

/* What a search ends with. */
typedef struct SearchResult {
    Move best;   /* MOVE_NONE if there is no legal move */
    Move ponder; /* the expected answer, or MOVE_NONE */
} SearchResult;

/* Fills the reduction table. Call once before the first search; further calls change nothing. */
void search_init(void);

/* Makes a search ready: position, limits, clock. It belongs to the caller until search_run. */
void search_prepare(Search *s, const Position *pos, const SearchLimits *limits, int overhead);

/* Searches until a limit is met or s->stop is set from outside. Depth 1 is always completed, unless
 * it alone takes more than DEPTH_1_NODES. Reports infos, but not the end. Deterministic if only
 * depth or nodes limit it. */
SearchResult search_run(Search *s);

enum { DEPTH_1_NODES = 50000 };

#endif
