/* The search: iterative deepening over PVS alpha-beta. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "board/position.h"
#include "search/clock.h"
#include "search/handicap.h"
#include "search/history.h"
#include "search/info.h"
#include "search/limits.h"
#include "search/probing.h"
#include "search/self_check.h"
#include "search/table.h"
#include "search/team.h"

#include <setjmp.h>

/* A root move and what the search found of it. */
typedef struct RootMove {
    Move move;
    int score;          /* of the latest iteration that found it best, else -SCORE_INFINITE */
    int previous_score; /* of the iteration before, to set the window by */
    uint64_t nodes;     /* spent on it in this search */
    int pv_length;
    Move pv[MAX_PLY];
} RootMove;

/* What a ply of the line being searched leaves for the plies around it. */
typedef struct Frame {
    Move move;             /* being searched from here; MOVE_NULL for a null move */
    Move excluded;         /* left out, while the others are searched to see if it is singular */
    Move killer;           /* the quiet move that cut off here last */
    int eval;              /* corrected static evaluation, SCORE_NONE in check */
    int reduction;         /* by which `move` is searched less, 1/1024 ply */
    int cutoffs;           /* how many nodes of this ply failed high since the parent began */
    bool tt_pv;            /* the position is or once was in an open window */
    PieceTo *continuation; /* continuation history of `move` */
    PieceTo *correction;   /* and its continuation correction */
} Frame;

/* Frames before the root, so that every node may look six plies back. */
enum { FRAMES_BEFORE = 6 };

/* One searching thread: its position, what it has learnt, and the search under way. Several of them
 * make a pool (search/pool.h), of which the first is the one that reports and keeps the time. */
typedef struct Search {
    Position pos;
    Position root; /* as it was when the search began, for reports */
    History history;
    Table *table;
    Team *team; /* whose nodes are counted together: alone or a pool's */
    Team alone;
    Counters counters;
    bool leads; /* the first of its team: it reports */
    SearchLimits limits;
    Handicap handicap; /* of the search under way; all zero: none. search_prepare clears it */
    Clock clock;
    Probing probing;
    _Atomic bool stop; /* set from outside: the search should end as soon as it has a move */
    bool ended;        /* it does, for that or for a limit: scores mean nothing from here on */
    const atomic_bool *interrupt; /* another flag that ends it, looked at now and then, or NULL */
    uint64_t line_limit;          /* not 0: nodes at which the completion of a line is given up */
    uint64_t poll_at;             /* nodes at which what is not looked at in every node is */
    atomic_ulong thread;          /* the pthread_self of the one that deepens it, 0: none */
    jmp_buf restart;              /* back to the root, when the position cannot be trusted */
    int root_depth, completed_depth, seldepth;
    int previous_score; /* of the search before, for the clock */
    int stable;         /* iterations since the best move changed */
    int null_min_ply;   /* no null move before this ply: one is being verified */
    Key *refuted;       /* while a mate is being proved: positions without one in so many
                                 * moves, newer ones in the place of older; else NULL */
    int reported_depth, reported_lines; /* the last iteration that was told, and all lines so far */
    int64_t reported_at;                /* when: as clock_elapsed */
    bool line_changed;                  /* a line has changed since the last iteration was told */
    int root_count;
    int multipv_index; /* the root moves before it are the better lines, found already at this depth */
    RootMove roots[MOVE_LIMIT];
    Frame frames[FRAMES_BEFORE + MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];
    SelfCheck check;
} Search;

/* What a search ends with. */
typedef struct SearchResult {
    Move best;   /* MOVE_NONE if there is no legal move */
    Move ponder; /* the expected answer, or MOVE_NONE */
} SearchResult;

/* Fills the reduction table. Call once before the first search; further calls change nothing. */
void search_init(void);

/* Makes a search with empty histories that uses a table, or returns NULL if memory is short.
 * reporter may be NULL. */
Search *search_create(Table *table, const SearchReporter *reporter);

/* Frees it; NULL is allowed. */
void search_free(Search *s);

/* Makes a search ready: position, limits, clock. It belongs to the caller until search_run. */
void search_prepare(Search *s, const Position *pos, const SearchLimits *limits, int overhead);

/* Searches until a limit is met or s->stop is set from outside. Depth 1 is always completed, unless
 * it alone takes more than DEPTH_1_NODES. Reports infos, but not the end. Deterministic if only
 * depth or nodes limit it. */
SearchResult search_run(Search *s);

/* The parts of search_run, for a pool: the root moves that are worth searching; false if there are
 * none, which is then reported. */
bool search_begin(Search *s);

/* Deepens until a limit is met or it is stopped. */
void search_deepen(Search *s);

/* What came of it. */
SearchResult search_result(Search *s);

/* Takes over the best line of another search of the pool, and tells it. */
void search_adopt(Search *s, const Search *other);

/* Nodes of this search alone so far; from any thread. */
static ALWAYS_INLINE uint64_t search_nodes(const Search *s) {
    return atomic_load_explicit(&s->counters.nodes, memory_order_relaxed);
}

enum { DEPTH_1_NODES = 50000 };

#endif
