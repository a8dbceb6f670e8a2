/* A search: iterative deepening over a principal variation search. How it works: see
 * src/search/README.md. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "board/position.h"
#include "network/accumulators.h"
#include "search/clock.h"
#include "search/handicap.h"
#include "search/history.h"
#include "search/info.h"
#include "search/limits.h"
#include "search/probing.h"
#include "search/self_check.h"
#include "search/shared_counters.h"
#include "search/table.h"

#include <setjmp.h>

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
    PieceTo *continuation; /* continuation history of `move`, */
    PieceTo *correction;   /* and its continuation correction */
} StackEntry;

/* What the search takes for the evaluation where a network judges. */
typedef enum NetworkUse {
    NETWORK_SCALED,       /* what the network says, scaled by the pieces that are left: for play */
    NETWORK_ITSELF,       /* what it says: for games that a network is to learn from */
    NETWORK_AND_CLASSICAL /* the mean of both evaluations, for such games, too */
} NetworkUse;

/* Stack entries before the root, so that every node may look six plies back. */
enum { STACK_BEFORE = 6 };

/* One searching thread: its position, what it has learnt, and the search under way. Several of them
 * make a pool (search/pool.h), of which the first reports and keeps the time.
 *
 * The fields are grouped by who writes them. Where nothing else is said, they are read by the
 * search's own thread only. */
typedef struct Search {
    /* The owner, between searches. */
    Table *table;
    SharedCounters *shared; /* whose nodes are counted together: a pool's, or `alone` */
    SharedCounters alone;
    bool leads;                   /* the first of its group: it reports */
    Accumulators accumulators;    /* of the network that evaluates, if there is one */
    NetworkUse network_use;       /* at first NETWORK_SCALED */
    const atomic_bool *interrupt; /* NULL, or a flag that ends the search, polled now and then */
    Probing probing;              /* its options; the rest is written by search_begin */
#ifdef TUNE
    const int *params; /* its values of search/params.h, at first params_set */
#endif

    /* search_prepare, and search_weaken after it. */
    Position root; /* for reports, and to restart from */
    SearchLimits limits;
    Handicap handicap;

    /* Any thread, while the search runs. */
    _Atomic bool stop; /* the search should end as soon as it has a move */
    Clock clock;       /* clock_ponderhit */

    /* The search's own thread, from here on. Read by others: */
    Counters counters;
    atomic_uintptr_t thread; /* the pthread_self of the thread that deepens it, 0: none */

    /* Budget and self-check (budget.c). */
    bool ended;          /* a limit is met or the search was stopped: scores mean nothing now */
    uint64_t poll_at;    /* nodes at which limits that are not looked at in every node are due */
    uint64_t line_limit; /* not 0: nodes at which the completion of a mate line is given up */
    jmp_buf restart;     /* to the root, when the position cannot be trusted */
    SelfCheck check;

    /* The tree (node.c, tree.c, prune.c, reduce.c, quiescence.c). */
    Position pos;
    int seldepth;
    int null_min_ply; /* no null move before this ply: one is being verified */
    StackEntry stack[STACK_BEFORE + MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];

    /* The root (iterate.c, mate_proof.c). */
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
} Search;

/* What a search ends with. */
typedef struct SearchResult {
    Move best;   /* MOVE_NONE if there is no legal move */
    Move ponder; /* the expected answer, or MOVE_NONE */
} SearchResult;

enum { DEPTH_1_NODES = 50000 };

/* Fills the reduction table. Call once before the first search; further calls change nothing. */
void search_init(void);

/* Makes a search with empty histories on a table, or returns NULL if memory is short. reporter may
 * be NULL. */
Search *search_create(Table *table, const SearchReporter *reporter);

/* Frees it; NULL is allowed. */
void search_free(Search *s);

/* Forgets everything learnt, for a new game: histories, the score of the search before, and how late
 * things happen on the clock. Call between searches. The table is its owner's, who clears it. */
void search_forget(Search *s);

/* Lets a network evaluate from now on, which must outlive its use, or the hand-written evaluation
 * (NULL). What the search and its table remember of the other's scores is not forgotten. */
void search_set_network(Search *s, const Network *net);

/* Which of them evaluates. */
Evaluation search_evaluation(const Search *s);

/* The static evaluation of the current position of `pos`, in centipawns, by whichever evaluates. */
int search_evaluate(Search *s);

/* Gives a search its position, limits and clock; `overhead` as for clock_start. The caller may
 * change the search until search_run. */
void search_prepare(Search *s, const Position *pos, const SearchLimits *limits, int overhead);

/* Makes a prepared search that of a weaker player: see handicap_begin. Forgets the histories, so that
 * the move depends on nothing but the position, the skill and the game, if the table is empty; the
 * clock's memory stays. */
void search_weaken(Search *s, int skill, uint64_t game);

/* Searches until a limit is met or s->stop is set. Depth 1 is always completed, unless it alone
 * takes more than DEPTH_1_NODES. Reports lines, but not the end (SearchReporter.done).
 * Deterministic if only depth or nodes limit it. */
SearchResult search_run(Search *s);

/* The parts of search_run, for a pool. search_begin finds the root moves that are worth searching;
 * false if there are none, which is then reported. */
bool search_begin(Search *s);

/* Deepens until a limit is met or the search is stopped. */
void search_deepen(Search *s);

/* The result of search_deepen. */
SearchResult search_result(Search *s);

/* Takes over the best line of another search of the pool, and reports it. */
void search_adopt(Search *s, const Search *other);

/* Nodes of this search alone so far. From any thread. */
static ALWAYS_INLINE uint64_t search_nodes(const Search *s) {
    return atomic_load_explicit(&s->counters.nodes, memory_order_relaxed);
}

#endif
