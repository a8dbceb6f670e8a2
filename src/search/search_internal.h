/* The parts of a search that its files share: the clock, the move picker, all data of one searching
 * thread, and a node of the tree. */
#ifndef SEARCH_SEARCH_INTERNAL_H
#define SEARCH_SEARCH_INTERNAL_H

#include "board/make.h"
#include "core/stats.h"
#include "moves/captures.h"
#include "os/thread.h"
#include "search/history_internal.h"
#include "search/search.h"

#include <limits.h>
#include <setjmp.h>

/* --- the clock -------------------------------------------------------------------------------- */

/* How long a search may think.
 *
 * There are two limits: after the soft limit no new iteration begins; at the hard limit the search
 * ends at once.
 */

enum { CHARGES_KEPT = 16 };

/* The delays of this machine, in milliseconds, kept from search to search. A move's lateness is the
 * longest time that its search waited for the processor, or that its answer and the next `go` were on
 * their way. Any machine is late once, so that only lateness that has come twice counts. */
typedef struct Lateness {
    int64_t now;      /* of the latest move so far */
    int64_t worst;    /* of the 32 moves before */
    int since;        /* moves since the worst */
    int64_t expected; /* lateness that has come twice, fading */
    /* The time that the latest moves cost on our clock beyond the search: a ring, and their number. */
    int64_t charged[CHARGES_KEPT];
    int charges;
    /* The latest search with a clock: */
    int ply;      /* ply of the game */
    int64_t left; /* time left when it began */
    int64_t used; /* time that it took; -1: not known */
} Lateness;

typedef struct Clock {
    _Atomic int64_t start;  /* clock_now() when time began to count; set again by ponderhit */
    _Atomic bool pondering; /* no time counts yet */
    bool timed;             /* soft and hard apply */
    bool given;             /* movetime: soft and hard are the time asked for, to be used up */
    int64_t soft, hard;     /* milliseconds from start */
    int64_t began;          /* clock_now() when the search began, for reports */
    const atomic_uint_least64_t *nodes; /* searched so far; read on the search's thread only */
    int nodestime;        /* SearchSettings.nodestime: nodes that count as a millisecond, or 0 */
    uint64_t nodes_start; /* nodes that do not count: those searched while pondering */
    int64_t softnodes;    /* SearchLimits.softnodes */
    int64_t polled;       /* clock_now() when the search last looked at the clock */
    Lateness lateness;
} Clock;

/* Starts the clock of a search for a colour at a ply of the game; *nodes counts its nodes.
 * The overhead of the settings is kept back on each move. On a game's clock there is a reserve as well,
 * which grows with the lateness that has come more than once. A single late move costs at most a third of
 * the limits of the next four moves. However little time is left, the limits are at least
 * 1 ms. */
void clock_start(Clock *clock, const SearchLimits *limits, Color us, int ply,
                 const SearchSettings *settings, const atomic_uint_least64_t *nodes);

/* Notes that the search has ended and its move is about to be reported. Time that the GUI takes off the
 * clock after this is lateness. */
void clock_answer(Clock *clock);

/* Forgets the lateness seen, for a new game. */
void clock_forget(Clock *clock);

/* The opponent has played the expected move: time counts from now. */
void clock_ponderhit(Clock *clock);

/* Milliseconds since the search began, pondering included. */
int64_t clock_elapsed(const Clock *clock);

/* True if the hard limit is reached. */
bool clock_is_over(Clock *clock);

/* The figures that decide whether to stop early. */
typedef struct ClockSigns {
    double best_share; /* of all nodes, the share that went into the best move: 0 to 1 */
    int stable;        /* iterations since the best move changed */
    int drop;          /* centipawns by which the score has fallen since the search before */
} ClockSigns;

/* True if no further iteration should begin. The more certain the move, the earlier that is. */
bool clock_is_enough(const Clock *clock, const ClockSigns *signs);

/* --- weaker play ------------------------------------------------------------------------------ */

/* A limited player has a budget of nodes, an error in its static evaluation, and moves of both sides
 * that it overlooks. All three follow from one number, the skill, and shrink as it grows, so that more
 * skill is more strength. No move is random: the player plays the best move that it sees.
 *
 * - Misjudgement: a normally distributed error, fixed for a position through a whole game. Half of
 *   its variance belongs to the pawn structure and the material: a player that is wrong about a
 *   structure is wrong about it in all lines.
 * - Blindness: whether a move is overlooked depends on the piece, its squares and the position on
 *   the board, not on the line: a player that does not see that the bishop reaches g7 does not see
 *   it in any line. Never overlooked are captures of the piece that the opponent has just moved, so
 *   recaptures too, and ways out of check. Captures and promotions are seen more often than quiet
 *   moves, short steps and steps forward more often than long ones and retreats. At the root,
 *   checks are always seen.
 * - With fewer pieces there is less to misjudge and to overlook, and time to look further: errors
 *   shrink and the budget grows, so that a won ending is won.
 *
 * The move is a function of position, skill and the seed of the game, if the table is
 * cleared before the search (engine/engine.c does so), the search is prepared by search_weaken, and
 * one thread searches.
 */

/* All zero: no handicap. */
typedef struct Handicap {
    int misjudgement; /* standard deviation of the error of the static evaluation, centipawns */
    int blindness;    /* of 1024 plain quiet moves, how many are overlooked */
    uint64_t game;    /* seed of the errors of this game */
    uint64_t glance;  /* seed of what is overlooked at this root */
} Handicap;

/* Makes the handicap of a skill (0 to SKILL_FULL - 1) for a search of `pos` in the game with the
 * seed `game`. Narrows the limits to what such a player looks at: nodes, and the root moves that it
 * sees, at least one. Moves are made on `pos`, and unmade again. */
void handicap_begin(Handicap *h, int skill, uint64_t game, Position *pos, SearchLimits *limits);

/* The parts of handicap_judge and handicap_overlooks for a player with a handicap. */
int handicap_misjudged(const Handicap *h, const State *s, int eval);
bool handicap_is_blind(const Handicap *h, const State *s, Move m);

/* The static evaluation, in centipawns, of a position as the player sees it. */
static ALWAYS_INLINE int handicap_judge(const Handicap *h, const State *s, int eval) {
    return LIKELY(h->misjudgement == 0) ? eval : handicap_misjudged(h, s, eval);
}

/* True if the player overlooks this legal move. */
static ALWAYS_INLINE bool handicap_overlooks(const Handicap *h, const State *s, Move m) {
    return UNLIKELY(h->blindness != 0) && handicap_is_blind(h, s, m);
}

/* --- the move picker -------------------------------------------------------------------------- */

/* The move picker: legal moves one at a time, the promising first, each exactly once.
 *
 * Not in check, in this order:
 *
 * - the move from the transposition table;
 * - promotions to a queen without a capture;
 * - captures that do not lose material, by victim: the staged walk (moves/captures.h) gives one
 *   victim after the other, the most valuable first, and the capturers of each, the least valuable
 *   first;
 * - en passant;
 * - the killer;
 * - quiet moves by score: history, and what the map says of the squares they leave and enter;
 * - bad captures, those that lose by exchange, and under-promotions.
 *
 * In check: the table's move, then all evasions by score. In quiescence: promotions to a queen and
 * captures of victims above the threshold, without those that lose; in check all evasions.
 *
 * Its fields are the picker's own: the search neither reads nor writes them.
 */

enum {
    KEY_VECTOR = 8,     /* keys that are compared at once */
    KEY_GIVEN = INT_MIN /* less than the key of every move */
};

typedef struct Picker {
    const Position *pos;
    History *history;
    const HistoryView *view;
    int stage;
    bool skip_quiets, quiescence;
    uint8_t index; /* next of list */
    Move table_move, killer;
    int min_gain; /* by exchange, of a capture in quiescence and probcut */
    Bitboard pinned;
    Cell threshold;
    CaptureWalk walk;
    MoveList list;         /* of the current stage */
    MoveList bad_captures; /* and under-promotions */
    /* Score and index of each move of the list in one number: the best move has the greatest, the
     * first among equals. Moves that were given have KEY_GIVEN, and so have the keys after the last
     * one up to a whole vector. */
    _Alignas(32) int keys[MOVE_LIMIT + KEY_VECTOR];
} Picker;

/* All legal moves. table_move and killer may be any 16 bits: the table's move comes first if it is
 * legal, the killer before the other quiet moves if it is legal and quiet. */
void picker_init(Picker *p, const Position *pos, History *history, const HistoryView *view,
                 Move table_move, Move killer);

/* Quiescence: `threshold` is the cell at which the walk over victims ends (moves/captures.h). */
void picker_init_quiescence(Picker *p, const Position *pos, History *history,
                            const HistoryView *view, Move table_move, Cell threshold);

/* Only captures and promotions to a queen that win at least `gain` centipawns by exchange. Not in
 * check. */
void picker_init_probcut(Picker *p, const Position *pos, History *history, const HistoryView *view,
                         Move table_move, int gain);

/* The reason for a move's place in the order. */
typedef enum MoveClass {
    CLASS_TABLE,
    CLASS_PROMOTION,     /* to a queen, without a capture */
    CLASS_SOUND_CAPTURE, /* loses nothing by exchange, or less than its good history score allows */
    CLASS_EN_PASSANT,
    CLASS_KILLER,
    CLASS_QUIET,
    CLASS_LOSING, /* bad captures and under-promotions */
    CLASS_EVASION
} MoveClass;

typedef struct PickedMove {
    Move move; /* MOVE_NONE after the last; the class then says nothing */
    MoveClass class;
} PickedMove;

/* The next move. */
PickedMove picker_next(Picker *p);

/* Leaves out all quiet moves from here on; in check too. */
void picker_skip_quiets(Picker *p);

/* True for a move that captures or promotes. All other moves are quiet. */
static ALWAYS_INLINE bool is_noisy(const State *s, Move m) {
    return move_kind(m) == MOVE_PROMOTION || move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) != MOVE_CASTLING && s->man_on[move_to(m)] != MAN_NONE);
}

/* The threshold of a walk over victims (moves/captures.h) for a deficit in score: the cell from
 * which on no victim is worth taking. */

/* The largest gain of a capture, in centipawns, by the class of its victim. Multiples of
 * THRESHOLD_STEP. */
enum {
    GAIN_QUEEN = 1000,
    GAIN_ROOK = 520,
    GAIN_MINOR = 340,
    GAIN_PREPROMOTED = 250,
    GAIN_PAWN = 110,
    THRESHOLD_STEP = 10
};

typedef struct Threshold {
    uint8_t cell;   /* one of THRESHOLD_* */
    uint16_t reach; /* the most that a victim left out gains; 0 if none is left out */
} Threshold;

extern const Threshold thresholds[GAIN_QUEEN / THRESHOLD_STEP + 1];

/* The threshold that leaves out every class of victims whose gain is not more than `deficit`. */
static ALWAYS_INLINE Threshold threshold_by_deficit(int deficit) {
    return thresholds[clamp_int(deficit, 0, GAIN_QUEEN) / THRESHOLD_STEP];
}

/* --- a search and its group ------------------------------------------------------------------- */

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

/* --- what a search reports while it runs. Nothing is reported for the helpers of a pool ------- */

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

/* --- the tree --------------------------------------------------------------------------------- */

/* A node of the tree, and the functions that search it. */

/* The limits of a search, tested node by node; and its self-checks, which are due at certain
 * nodes as well. */

/* Runs the self-check that is due, and looks at the limits: sets s->ended if the search must end here.
 * Call in every node. */
void spend_node(Search *s);

/* Checks the root position, if the search checks itself. If that fails, reports it and makes the
 * position from scratch. */
void check_root(Search *s);

/* Runs a part of a search. In a search with self-checks, returns false if the part crashed or was caught
 * in a loop (search_escape). That counts as a fault, and restart_at_root must follow. */
bool search_survives(Search *s, void (*part)(Search *s));

/* Checks a search that has deepened (`result` is NULL) or its result, if it checks itself and has met no fault
 * so far. False if that fails, which is then reported. */
bool end_is_well(Search *s, const SearchResult *result);

/* Sets s->pos to the root again, clears the stack, and lets an ended search continue. */
void restart_at_root(Search *s);

/* One node of the tree: the facts that are known before its moves are searched.
 *
 * Figures in brackets after a step of the search, such as [134 +- 36], are its gain in Elo;
 * src/search/LAB.md has them all, with their conditions. */

typedef struct Node {
    int alpha, beta; /* alpha rises as moves are found */
    int depth, ply;
    int best_score;
    bool pv;       /* the window is open: the line of moves is wanted */
    bool cut_node; /* expected to fail high */
    bool in_check;
    int rise;       /* of the evaluation since this side's last move */
    bool improving; /* it has risen, or is above beta */
    bool tt_hit;    /* the transposition table has the position, and says: */
    TableData tt;
    bool tt_noisy; /* the table's move is a capture or promotion */
    int raw_eval;  /* static evaluation as the table keeps it, SCORE_NONE in check */
    int eval;      /* the same, corrected by history */
    int estimate;  /* eval, or the table's score where that is a bound beyond eval */
    bool multicut; /* settled by a shallower search (singular_look) */
    Move excluded; /* a move left out of the search of this node, or MOVE_NONE */
    HistoryView view;
    Corrections corrections; /* not in check */
} Node;

static ALWAYS_INLINE StackEntry *stack_at(Search *s, int ply) {
    return &s->stack[STACK_BEFORE + ply];
}

/* Empties all stack entries, for a search that begins at its root. */
void stack_clear(Search *s);

/* Sets up a node of the position on s->pos. Finds its corrections and probes the table; searches
 * nothing. Evaluates the position if a hit is unlikely (n->raw_eval, else SCORE_NONE). */
void node_begin(Search *s, Node *n, int alpha, int beta, int depth, int ply);

/* Takes the static evaluation from the table, or computes it if node_begin has not, and corrects it. */
void node_evaluate(Search *s, Node *n);

/* The evaluation that scores positions. */
Evaluation search_evaluation(const Search *s);

/* Stores the root as searched to a depth, unless it is the node of a later line. */
void store_root(Search *s, const Node *n, Move best, int depth, ScoreBound bound);

/* Makes move m of the node at `ply`. */
void enter_child(Search *s, int ply, Move m);

/* Takes the latest move back, unless the position cannot be trusted: see s->distrusted. */
static ALWAYS_INLINE void leave_child(Search *s) {
    if (LIKELY(!s->distrusted))
        unmake_move(&s->pos);
}

/* --- the tree: functions that search a node by searching its children ------------------------- */

/* Searches the position on s->pos at `ply` plies from the root (1 to MAX_PLY). The score is
 * fail-soft; it means nothing once s->ended is set. In an open window the line is left in
 * s->pv[ply]. */
int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut_node);

/* Makes move m of a node, its move_count-th (from 1), searches it against n->alpha and unmakes it.
 * Late moves are searched less deeply at first; `extension` is added to the depth. Returns the
 * score for the node's side. */
int search_child(Search *s, const Node *n, Move m, int move_count, int extension);

/* Fills the reduction table. Call once. */
void reduce_init(void);

#endif
