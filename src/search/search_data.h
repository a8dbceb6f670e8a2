/* What a search is made of: for the files of src/search only. The others have search/search.h. */
#ifndef SEARCH_SEARCH_DATA_H
#define SEARCH_SEARCH_DATA_H

#include "network/accumulator.h"
#include "search/clock.h"
#include "search/handicap.h"
#include "search/history.h"
#include "search/probing.h"
#include "search/search.h"
#include "search/self_check.h"
#include "search/shared_counters.h"

/* A root move and what the search found of it. */
typedef struct RootMove {
    Move move;
    int score;          /* in the latest iteration that found it best, else -SCORE_INFINITE */
    int previous_score; /* in the iteration before: the window of the next is set around it */
    uint64_t nodes;     /* spent on it in this search */
    int pv_length;
    Move pv[MAX_PLY];
} RootMove;

/* What a ply of the line being searched leaves for the plies around it. */
typedef struct StackEntry {
    Move move;             /* being searched from here; MOVE_NULL for a null move */
    Move excluded;         /* left out, while the others are searched to see if it is singular */
    Move killer;           /* the quiet move that cut off here last */
    int eval;              /* corrected static evaluation, SCORE_NONE in check */
    int reduction;         /* of `move`, in 1/1024 ply */
    int cutoffs;           /* nodes of this ply that failed high since the parent began */
    bool tt_pv;            /* the position is in an open window, or has been in one */
    bool tt_searched;      /* the table had a score of the position, so what is behind it too */
    PieceTo *continuation; /* continuation history of `move`, */
    PieceTo *correction;   /* and its continuation correction */
} StackEntry;

/* Stack entries before the root, so that every node may look six plies back. */
enum { STACK_BEFORE = 6 };

/* One searching thread: its position, what it has learnt, and the search under way. Several of them
 * make a pool (search/pool.h), of which the first reports and keeps the time.
 *
 * The fields are grouped by who writes them. Where nothing else is said, they are read by the
 * search's own thread only. */
struct Search {
    /* The owner, between searches. */
    Table *table;
    SharedCounters *shared; /* whose nodes are counted together: a pool's, or `alone` */
    SharedCounters alone;
    bool leads;                /* the first of its group: it reports */
    Accumulators accumulators; /* of the network that evaluates, if there is one */
#ifdef TUNE
    const int *params; /* its values of search/params.h, at first params_set */
#endif

    /* search_prepare, and search_weaken after it. */
    Position root; /* for reports, and to restart from */
    SearchLimits limits;
    SearchSettings settings;
    Handicap handicap;
    Probing probing; /* the options; the rest is written by search_begin */

    /* Any thread, while the search runs. */
    _Atomic bool stop; /* the search should end as soon as it has a move */
    Clock clock;       /* clock_ponderhit */

    /* The search's own thread, from here on. Read by others: */
    Counters counters;
    atomic_uintptr_t thread; /* the pthread_self of the thread that works on it, 0: none, */
    atomic_int_least64_t processor_clock; /* its thread_clock, */
    atomic_uint_least64_t turn;           /* and how often one has begun to */

    /* Budget and self-check (budget.c). */
    bool ended;          /* a limit is met or the search was stopped: scores mean nothing now */
    bool distrusted;     /* a self-check has failed: `pos` is not touched until restart_at_root */
    uint64_t poll_at;    /* nodes at which limits that are not looked at in every node are due */
    uint64_t line_limit; /* not 0: nodes at which the completion of a mate line is given up */
    SelfCheck check;

    /* The tree (node.c, tree.c, prune.c, reduce.c, quiescence.c). */
    Position pos;
    int seldepth;
    int null_min_ply; /* no null move before this ply: one is being verified */
    StackEntry stack[STACK_BEFORE + MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];

    /* The root (run.c, iterate.c, mate_proof.c). */
    int64_t begun; /* clock_microseconds() */
    int root_depth, completed_depth;
    int stable; /* iterations since the best move changed */
    int root_count;
    int multipv_index; /* the root moves before it are better lines of the same iteration */
    RootMove roots[MOVE_LIMIT];
    Key *refuted; /* NULL, or the positions that a proof of a mate has refuted, as a hash table */

    /* Reports (iterate.c). */
    int reported_depth, reported_lines; /* the last iteration reported, and lines in all */
    int64_t reported_at;                /* when, by clock_elapsed */
    bool line_changed;                  /* a line has changed since then */

    /* What is learnt: kept from search to search. */
    History history;
    int previous_score; /* of the search before, for the clock */
    bool fresh;         /* it is forgotten, and nothing is learnt since: clearing takes megabytes */
};

/* Nodes of this search alone so far. From any thread. */
static ALWAYS_INLINE uint64_t search_nodes(const Search *s) {
    return atomic_load_explicit(&s->counters.nodes, memory_order_relaxed);
}

/* --- the parts of search_run, for a pool ------------------------------------------------------ */

/* Finds the root moves that are worth searching; false if there are none, which is then reported. */
bool search_begin(Search *s);

/* Deepens until a limit is met or the search is stopped. */
void search_deepen(Search *s);

/* Takes over the best line of another search of the pool, and reports it. */
void search_adopt(Search *s, const Search *other);

/* What the search has come to, after search_deepen or where there was nothing to search. */
SearchResult search_result(Search *s);

#endif
