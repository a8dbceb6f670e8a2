/* struct Search: all data of one searching thread, and the parts of a search below the tree. */
#ifndef SEARCH_SEARCH_INTERNAL_H
#define SEARCH_SEARCH_INTERNAL_H

#include "search/clock_internal.h"
#include "search/handicap.h"
#include "search/history_internal.h"

#include <setjmp.h>

/* The data that searches of one group share: their counters and their reporter.
 *
 * A group lies below the search, so that a search counts the nodes of all without knowing the pool
 * that holds them. A search on its own is a group of one.
 */

/* The counters of one member. Its own thread writes them without a locked operation; all
 * threads read them. */
typedef struct Counters {
    atomic_uint_least64_t nodes;
    atomic_uint_least64_t tbhits; /* positions found in tablebases */
    struct Counters *next;        /* member of the shared, or NULL */
} Counters;

/* All zero: no members, and silent. */
typedef struct SharedCounters {
    const SearchReporter *reporter; /* NULL: silent */
    Counters *members;
} SharedCounters;

/* Adds the counters of a member, or takes them out. While no member searches. */
void shared_counters_join(SharedCounters *shared, Counters *counters);
void shared_counters_leave(SharedCounters *shared, Counters *counters);

/* Nodes and tablebase hits of all members in the search under way. From any thread, while none
 * joins or leaves. */
uint64_t shared_counters_nodes(const SharedCounters *shared);
uint64_t shared_counters_tbhits(const SharedCounters *shared);

/* Adds to a counter of the calling thread: a plain load and store, since only this thread writes it. */
static ALWAYS_INLINE void counter_add(atomic_uint_least64_t *counter, uint64_t n) {
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + n,
                          memory_order_relaxed);
}

/* A root move and what the search found of it. */
typedef struct RootMove {
    Move move;
    int score;          /* in the latest iteration that found it best, else -SCORE_INFINITE */
    int previous_score; /* in the iteration before: the window of the next is set around it */
    uint64_t nodes;     /* spent on it in this search */
    int pv_length;
    Move pv[MAX_PLY];
} RootMove;

/* The facts of a ply of the line being searched that the plies around it use. */
typedef struct StackEntry {
    Move move;             /* being searched from here; MOVE_NULL for a null move */
    Move excluded;         /* excluded, while the others are searched to see if it is singular */
    Move killer;           /* the quiet move that cut off here last */
    int eval;              /* corrected static evaluation, SCORE_NONE in check */
    int reduction;         /* of `move`, in 1/1024 ply */
    int cutoffs;           /* nodes of this ply that failed high since the parent began */
    bool tt_pv;            /* the position is in an open window, or has been in one */
    bool tt_searched;      /* the table had a score of the position */
    PieceTo *continuation; /* continuation history of `move` */
    PieceTo *correction;   /* continuation correction of `move` */
} StackEntry;

/* Stack entries before the root, so that every node may look six plies back. */
enum { STACK_BEFORE = 6 };

/* The fields are grouped by their writer. Only the search's own thread reads them, unless a comment
 * says otherwise. */
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
    atomic_uintptr_t thread;              /* thread_id of the thread that works on it; 0: none */
    atomic_int_least64_t processor_clock; /* thread_clock of that thread */
    atomic_uint_least64_t turn;           /* how often a thread has begun to work on it */

    /* Limits and self-checks (spend_node). */
    bool ended;          /* a limit is met or the search was stopped: scores are invalid now */
    bool distrusted;     /* a self-check has failed: `pos` is not touched until restart_at_root */
    uint64_t poll_at;    /* nodes at which limits are tested that not every node tests */
    uint64_t line_limit; /* not 0: nodes at which the completion of a mate line is given up */
    SelfCheck check;
    Move answer;     /* expected to the best move, MOVE_NONE if none is */
    jmp_buf way_out; /* out of the part of the search that search_survives runs */
    bool caught;     /* way_out was taken from a loop: the search must end */
    bool may_escape; /* way_out is valid */

    /* The tree (tree.c). */
    Position pos;
    int seldepth;
    int null_min_ply; /* no null move before this ply: one is being verified */
    StackEntry stack[STACK_BEFORE + MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];

    /* The root (run.c, iterate.c, mate.c). */
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

    /* Learnt data, kept from search to search. */
    History history;
    int previous_score; /* of the search before, for the clock */
    bool fresh;         /* nothing was learnt since it was cleared: clearing takes megabytes */
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

/* The result of the search, after search_deepen or if there was nothing to search. */
SearchResult search_result(Search *s);

/* --- what a search reports while it runs. Nothing is reported for the helpers of a pool ------ */

/* Reports the line of the root move at an index, with a score of its own. */
void progress_line(Search *s, int index, int score, ScoreBound bound);

/* Reports the line of the root move at an index with its exact score. A mate whose line cannot be
 * completed is reported as a win of that many plies that is not a mate, like a win by the tablebases:
 * GUIs expect the last line of a search to be exact, and the line of a mate to end with it. */
void progress_exact_line(Search *s, int index);

/* Mates: lines that end with the mate, and `go mate N` settled by looking at all moves. */

/* Completes the line of a root move whose score is a mate: the table or a failed window may have
 * cut it short. False if no line of that length is found within some thousand nodes; the score must
 * not be reported as a mate then. Other lines stay as they are, and the result is true. */
bool mate_line_complete(Search *s, RootMove *r);

enum { MATE_PROOF_MAX = 4 }; /* moves; one more takes about forty times as long */

/* Looks for a mate in s->limits.mate moves (1 to MATE_PROOF_MAX) and leaves out no move. If there
 * is one, the shortest comes first among the root moves, with its score and line. False if there is
 * none, if the search was ended (s->ended), or if memory is short. */
bool mate_prove(Search *s);

#endif
