/* The parts that the files of the search share: the clock, the handicap, the move picker, all data of one
 * searching thread, and a node of the tree. */
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

/* The two limits of a search's time.
 *
 * After the soft limit no new iteration begins; at the hard limit the search ends at once.
 */

enum { CHARGES_KEPT = 16 };

/* The delays of this machine, in milliseconds, kept from search to search. The lateness of a move
 * is the longest delay in its search: a wait for the processor, or the time that the answer and the
 * next `go` take between engine and GUI. Any machine is late once, so only a lateness that recurs
 * counts. */
typedef struct Lateness {
    int64_t now;      /* greatest lateness so far of the current move */
    int64_t worst;    /* greatest lateness of the latest 32 moves */
    int since;        /* moves since the worst lateness */
    int64_t expected; /* lateness that has occurred twice; decays with each move */
    /* A ring buffer: the time that each of the latest moves cost on our clock beyond its search.
     * `charges` counts all entries ever written to the buffer. */
    int64_t charged[CHARGES_KEPT];
    int charges;
    /* The latest search with a clock: */
    int ply;      /* ply of the game */
    int64_t left; /* milliseconds on our clock when the search began */
    int64_t used; /* milliseconds that the search took; -1 if they are not known */
} Lateness;

typedef struct SharedCounters SharedCounters;

typedef struct Clock {
    /* clock_now() when time began to count: at the start of the search, or at clock_ponderhit */
    _Atomic int64_t start;
    _Atomic bool pondering; /* no time counts yet */
    /* the search has pondered for longer than `soft`: after ponderhit `soft` ends the search, not `hard` */
    _Atomic bool ripe;
    bool timed; /* the limits soft and hard apply */
    /* true for movetime: soft and hard are the time asked for, and the search uses all of it */
    bool given;
    int64_t soft, hard;          /* milliseconds from start */
    int64_t began;               /* clock_now() when the search began, for reports */
    const SharedCounters *nodes; /* nodes that all threads have searched so far */
    int nodestime;        /* SearchSettings.nodestime: nodes that count as a millisecond, or 0 */
    uint64_t nodes_start; /* nodes searched while pondering, which nodestime does not count */
    int64_t polled;       /* clock_now() when the search last looked at the clock */
    Lateness lateness;
} Clock;

/* Starts the clock of a search for the colour `us` at a ply of the game; *nodes counts the nodes of all its
 * threads. Leaves settings->overhead unused on each move. With a game's clock, also leaves a
 * reserve unused, which grows with lateness that recurs. A single late move lowers the limits of the next
 * four moves by at most a third. The limits are at least 1 ms, however little time is left. */
void clock_start(Clock *clock, const SearchLimits *limits, Color us, int ply,
                 const SearchSettings *settings, const SharedCounters *nodes);

/* Notes that the search has ended and that its move is about to be reported. Time that the GUI
 * takes off the clock after this call counts as lateness. */
void clock_answer(Clock *clock);

/* Forgets all lateness, for a new game. */
void clock_forget(Clock *clock);

/* Makes time count from now, since the opponent has played the expected move. */
void clock_ponderhit(Clock *clock);

/* Returns the milliseconds since the search began, pondering included. */
int64_t clock_elapsed(const Clock *clock);

/* True if the hard limit is reached or, after a long ponder, the soft limit. */
bool clock_is_over(Clock *clock);

/* The results of an iteration by which clock_is_enough lengthens or shortens the soft limit. */
typedef struct ClockSigns {
    double best_share; /* share of the nodes that were spent on the best move, 0 to 1 */
    int stable;        /* iterations since the best move changed */
    int drop;          /* centipawns by which the score has fallen since the previous search */
} ClockSigns;

/* True if no further iteration should begin, since the search has reached the soft limit, which `signs` lengthens or
 * shortens. */
bool clock_is_enough(const Clock *clock, const ClockSigns *signs);

/* --- weaker play ------------------------------------------------------------------------------ */

/* A weaker player has a budget of nodes and an error in its static evaluation, and overlooks moves
 * of both sides. The budget, the error and the oversights follow from one number, the skill: with
 * more skill the budget grows, and error and oversights shrink. No move is random: the player plays
 * the best move that it sees.
 *
 * - Misjudgement: a normally distributed error, fixed for a position through a whole game. Half of
 *   its variance depends on the pawn structure and the material alone: a player that misjudges a
 *   structure misjudges it in all lines.
 * - Blindness: whether a move is overlooked depends on the piece, its squares and the root, not on
 *   the line. A player that overlooks Bg7 in one line overlooks Bg7 in every line. The player never
 *   overlooks captures of the piece that the opponent has just moved, or ways out of check. The
 *   player sees captures and promotions more often than quiet moves, short moves more often than
 *   long moves, and steps forward more often than retreats. At the root the player sees every
 *   check.
 * - With fewer pieces, errors and oversights shrink and the budget grows, so that a won ending is
 *   won.
 *
 * The move depends only on position, skill and the seed of the game, under three conditions. The
 * table is cleared before the search (by engine/engine.c), search_weaken prepares the search, and
 * one thread searches.
 */

/* If all fields are zero, the player has no handicap. */
typedef struct Handicap {
    int misjudgement; /* standard deviation of the error of the static evaluation, in centipawns */
    int blindness;    /* how many of 1024 short quiet moves forward the player overlooks */
    uint64_t game;    /* from the seed of the game: chooses the errors of the evaluation */
    uint64_t glance;  /* from `game` and the root: chooses the moves that are overlooked */
} Handicap;

/* Makes the handicap of a skill, 0 to SKILL_FULL - 1, for a search of `pos`. `game` is the seed of
 * the game. Narrows the limits to the player's number of nodes, and to the root moves that the
 * player sees, at least one. Makes moves on `pos`, and unmakes them. */
void handicap_begin(Handicap *h, int skill, uint64_t game, Position *pos, SearchLimits *limits);

/* handicap_judge and handicap_overlooks call these functions for a player with a handicap. */
int handicap_misjudged(const Handicap *h, const State *s, int eval);
bool handicap_is_blind(const Handicap *h, const State *s, Move m);

/* Returns the static evaluation of a position, in centipawns, with the player's error. */
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
 * - captures that do not lose material. The staged walk (moves/captures.h) gives the most valuable
 *   victims first, and for each victim the least valuable capturers first;
 * - en passant;
 * - the killer;
 * - quiet moves by score: history, and the attacks of the map on origin and target;
 * - bad captures, which lose by exchange, and under-promotions.
 *
 * In check: the table's move, then all evasions by score. In quiescence: promotions to a queen, then captures
 * that do not lose material, of victims above the threshold; in check all evasions.
 *
 * The search neither reads nor writes the fields of a picker.
 */

enum {
    KEY_VECTOR = 8,     /* keys that are compared at once */
    KEY_GIVEN = INT_MIN /* key of a move already given: less than any other key */
};

typedef struct Picker {
    const Position *pos;
    History *history;
    const HistoryView *view;
    int stage;
    bool skip_quiets, quiescence;
    uint8_t index; /* index of the next move in list */
    Move table_move, killer;
    int min_gain; /* least gain by exchange of a capture in quiescence and probcut */
    Bitboard pinned;
    Cell threshold;
    CaptureWalk walk;
    MoveList list;         /* moves of the current stage */
    MoveList bad_captures; /* bad captures and under-promotions */
    /* The keys: for each move of the list a number that holds the move's score and index. The best
     * move has the greatest key; among equal scores, the first move. The picker sets the key of a
     * move that it has given to KEY_GIVEN. The unused keys of the last vector are KEY_GIVEN,
     * too. */
    _Alignas(32) int keys[MOVE_LIMIT + KEY_VECTOR];
} Picker;

/* Makes a picker of all legal moves. `table_move` and `killer` may be any 16 bits. The table's move comes
 * first if it is legal. The killer comes before the other quiet moves if it is legal and quiet. */
void picker_init(Picker *p, const Position *pos, History *history, const HistoryView *view,
                 Move table_move, Move killer);

/* Makes a picker for quiescence. The picker leaves out captures of victims that are worth too
 * little: victims whose cell is `threshold` or higher (moves/captures.h). */
void picker_init_quiescence(Picker *p, const Position *pos, History *history,
                            const HistoryView *view, Move table_move, Cell threshold);

/* Makes a picker of the captures that win at least `gain` centipawns by exchange, of promotions to a queen, and of
 * captures en passant. The side to move must not be in check. */
void picker_init_probcut(Picker *p, const Position *pos, History *history, const HistoryView *view,
                         Move table_move, int gain);

/* The class of a move, which explains its place in the order. */
typedef enum MoveClass {
    CLASS_TABLE,
    CLASS_PROMOTION, /* to a queen, without a capture */
    /* a capture whose exchange wins at least 0 centipawns, or less if its history score is good */
    CLASS_SOUND_CAPTURE,
    CLASS_EN_PASSANT,
    CLASS_KILLER,
    CLASS_QUIET,
    CLASS_LOSING, /* bad captures and under-promotions */
    CLASS_EVASION
} MoveClass;

typedef struct PickedMove {
    Move move; /* MOVE_NONE after the last move; `class` is then undefined */
    MoveClass class;
} PickedMove;

/* Returns the next move. */
PickedMove picker_next(Picker *p);

/* Makes the picker leave out all further quiet moves, also in check. */
void picker_skip_quiets(Picker *p);

/* True for a move that captures or promotes. All other moves are quiet. */
static ALWAYS_INLINE bool is_noisy(const State *s, Move m) {
    return move_kind(m) == MOVE_PROMOTION || move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) != MOVE_CASTLING && s->man_on[move_to(m)] != MAN_NONE);
}

/* Quiescence leaves out captures that win too little to raise alpha. The deficit is the number
 * of centipawns that a capture must exceed to raise alpha. The threshold of a deficit is the
 * cell at which the walk over victims ends (moves/captures.h). A victim with this cell or a
 * higher one is worth at most the deficit. */

/* The largest gain of a capture, in centipawns, by the class of its victim. Each gain is a multiple
 * of THRESHOLD_STEP. */
enum {
    GAIN_QUEEN = 1000,
    GAIN_ROOK = 520,
    GAIN_MINOR = 340,
    GAIN_PREPROMOTED = 250,
    GAIN_PAWN = 110,
    THRESHOLD_STEP = 10
};

typedef struct Threshold {
    uint8_t cell; /* one of THRESHOLD_* */
    /* greatest gain of the victims left out, in centipawns; 0 if no victim is left out */
    uint16_t reach;
} Threshold;

extern const Threshold thresholds[GAIN_QUEEN / THRESHOLD_STEP + 1];

/* Returns the threshold that leaves out every class of victims whose gain is at most `deficit` centipawns. */
static ALWAYS_INLINE Threshold threshold_by_deficit(int deficit) {
    return thresholds[clamp_int(deficit, 0, GAIN_QUEEN) / THRESHOLD_STEP];
}

/* --- a search and its group ------------------------------------------------------------------- */

/* The data that the searches of one group share: counters and reporter.
 *
 * A search reads the node counts of all members in this data, so it needs no access to the pool. A search
 * without a pool is a group of one.
 */

/* The counters of one member. The member's thread writes the counters without a locked operation;
 * all threads read the counters. */
typedef struct Counters {
    atomic_uint_least64_t nodes;
    atomic_uint_least64_t tbhits; /* positions found in tablebases */
    struct Counters *next;        /* the next member of the group, or NULL */
} Counters;

/* The shared data of a group. If all fields are zero, the group has no members and reports
 * nothing. */
struct SharedCounters {
    const SearchReporter *reporter; /* NULL if the group reports nothing */
    Counters *members;
};

/* Adds the counters of a member to a group, or removes them. Call while no member searches. */
void shared_counters_join(SharedCounters *shared, Counters *counters);
void shared_counters_leave(SharedCounters *shared, Counters *counters);

/* Returns the nodes, or tablebase hits, of all members in the search under way. Any thread may call
 * these functions while no member joins or leaves. */
uint64_t shared_counters_nodes(const SharedCounters *shared);
uint64_t shared_counters_tbhits(const SharedCounters *shared);

/* Adds to a counter of the calling thread. A plain load and store suffice, since only this thread
 * writes the counter. */
static ALWAYS_INLINE void counter_add(atomic_uint_least64_t *counter, uint64_t n) {
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + n,
                          memory_order_relaxed);
}

/* A root move and the results of its search. */
typedef struct RootMove {
    Move move;
    /* score of the latest iteration that found the move best; -SCORE_INFINITE if no iteration
     * did */
    int score;
    int depth;          /* depth of the iteration that gave `score`, or 0 */
    int previous_score; /* score of the previous iteration: centre of the next aspiration window */
    uint64_t nodes;     /* nodes spent on the move in this search */
    int pv_length;
    Move pv[MAX_PLY];
} RootMove;

/* One ply of the line that is being searched. Nodes up to six plies away read these fields. */
typedef struct StackEntry {
    Move move; /* the move being searched at this ply; MOVE_NULL for a null move */
    /* the move left out while singular_look searches the other moves, or MOVE_NONE */
    Move excluded;
    Move killer;   /* the quiet move that last caused a cutoff at this ply */
    int eval;      /* corrected static evaluation, SCORE_NONE in check */
    int reduction; /* reduction of `move`, in 1/1024 ply */
    /* number of moves that caused a cutoff in a node at this ply since the search of the parent
     * node began */
    int cutoffs;
    /* this node is a PV node, or the hash table says that the position was one earlier */
    bool tt_pv;
    bool tt_searched;      /* the table had a score of the position */
    PieceTo *continuation; /* continuation history of `move` */
    PieceTo *correction;   /* continuation correction of `move` */
} StackEntry;

/* Number of stack entries before the root, so that every node may look six plies back. */
enum { STACK_BEFORE = 6 };

/* A search. The fields are grouped by their writer. Only the search's own thread reads a field, unless a
 * comment says otherwise. */
struct Search {
    /* Written by the owner, between searches: */
    Table *table;
    SharedCounters *shared; /* the group of the search: the pool's group, or `alone` */
    SharedCounters alone;
    bool leads;                /* the search is the first of its group, and reports */
    Accumulators accumulators; /* sums for the network, if a network evaluates */
#ifdef TUNE
    const int *params; /* values of search/params.h: params_set or those of search_set_params */
#endif

    /* Written by search_prepare and search_weaken: */
    Position root; /* root position, for reports and for restart_at_root */
    SearchLimits limits;
    SearchSettings settings;
    Handicap handicap;
    Probing probing; /* search_prepare writes the options, search_begin the other fields */

    /* Written by any thread while the search runs: */
    _Atomic bool stop; /* the search should end as soon as it has a move */
    Clock clock;       /* any thread may call clock_ponderhit */

    /* The search's own thread writes all further fields. Other threads read the first four of these
     * fields: */
    Counters counters;
    /* thread_id of the thread that works on the search; 0 if no thread does */
    atomic_uintptr_t thread;
    atomic_int_least64_t processor_clock; /* thread_clock of the thread in `thread` */
    atomic_uint_least64_t turn;           /* how often a thread has begun to work on the search */

    /* Limits and self-checks (spend_node). */
    /* a limit is met or the search was stopped: scores are invalid from now on */
    bool ended;
    bool distrusted;  /* a self-check has failed: nothing touches `pos` until restart_at_root */
    uint64_t poll_at; /* number of nodes at which poll tests the expensive limits next */
    /* if not 0, mate_line_complete is searching, and gives up at this number of nodes */
    uint64_t line_limit;
    SelfCheck check;
    Move answer;     /* the expected answer to the best move, or MOVE_NONE */
    jmp_buf way_out; /* the jump that ends the part of the search that search_survives runs */
    bool caught;     /* the search was caught in a loop, left the loop by way_out, and must end */
    bool may_escape; /* way_out is valid */

    /* The tree (tree.c). */
    Position pos;
    int seldepth;
    /* least ply at which null moves are tried: above 0 only while a null move is verified */
    int null_min_ply;
    StackEntry stack[STACK_BEFORE + MAX_PLY + 2];
    int pv_length[MAX_PLY + 2];
    Move pv[MAX_PLY + 2][MAX_PLY + 2];

    /* Fields of the root (run.c, iterate.c, mate.c): */
    int64_t begun; /* clock_microseconds() */
    int root_depth, completed_depth;
    int stable; /* iterations since the best move changed */
    int root_count;
    int multipv_index; /* the root moves before this index are better lines of the same iteration */
    RootMove roots[MOVE_LIMIT];
    Key *refuted; /* NULL, or a hash table of the positions in which mate_prove found no mate */

    /* Reports (iterate.c). */
    /* depth of the last iteration reported, and number of lines reported so far */
    int reported_depth, reported_lines;
    int64_t reported_at; /* clock_elapsed() at the last report */
    bool line_changed;   /* a line has changed since the last report */

    /* Kept from search to search: */
    History history;
    int previous_score; /* score of the previous search, for the clock */
    bool fresh;         /* the histories are clear and need not be cleared again */
};

/* Returns the nodes of this search alone so far. Any thread may call the function. */
static ALWAYS_INLINE uint64_t search_nodes(const Search *s) {
    return atomic_load_explicit(&s->counters.nodes, memory_order_relaxed);
}

/* --- the parts of search_run, for a pool ------------------------------------------------------ */

/* Finds the root moves that are worth searching. If no move is legal, reports the score of the
 * root and returns false. */
bool search_begin(Search *s);

/* Runs iterations until a limit is met or the search is stopped. */
void search_deepen(Search *s);

/* Copies the best line of another search of the pool, and reports the line. */
void search_adopt(Search *s, const Search *other);

/* Returns the result of the search. Call after search_deepen, or after search_begin has returned false. */
SearchResult search_result(Search *s);

/* --- what a search reports while it runs. Nothing is reported for the helpers of a pool ------- */

/* Reports the line of the root move at an index, with the given score. */
void progress_line(Search *s, int index, int score, ScoreBound bound);

/* Reports the line of the root move at an index as exact. If the search ended after a fail high, the score is a lower
 * bound. GUIs expect that the last line of a search is exact, and that the line of a mate ends in the mate. If the line
 * of a mate cannot be completed, reports a tablebase win in the same number of plies. */
void progress_exact_line(Search *s, int index);

/* Mates: completes lines up to the mate, and settles `go mate N` by looking at all moves. */

/* Completes the line of a root move whose score is a mate. A cutoff by the table or a failed window
 * may have shortened the line. Returns false if a short search finds no line up to the mate; the
 * score must then not be reported as a mate. If the score is not a mate, leaves the line as it is
 * and returns true. */
bool mate_line_complete(Search *s, RootMove *r);

/* the longest mate, in moves, that mate_prove looks for; one move more would take about forty times
 * as long */
enum { MATE_PROOF_MAX = 4 };

/* Looks for a mate in s->limits.mate moves (1 to MATE_PROOF_MAX), without pruning. If there
 * is a mate, the first move of the shortest mate becomes the first root move, with score and line.
 * Returns false if there is no mate in that number of moves, if the search has ended (s->ended), or
 * if memory is short. */
bool mate_prove(Search *s);

/* --- the tree --------------------------------------------------------------------------------- */

/* The limits and the self-checks of a search, which are due at certain nodes. */

/* Runs the self-check if it is due, and tests the limits: sets s->ended if the search must end at this node. Call in
 * every node. */
void spend_node(Search *s);

/* Calls a function of check_hook. True if the function is NULL or finds no difference. */
#define CHECK_HOOK(function, ...) (!check_hook.function || check_hook.function(__VA_ARGS__))

/* If the search checks itself, checks the root position. If the check fails, reports the fault and makes the
 * position from scratch. */
void check_root(Search *s);

/* Runs a part of a search. In a search with self-checks, returns false if the part crashed or was caught in a loop
 * (search_escape). The crash or the loop counts as a fault, and the caller must call restart_at_root. */
bool search_survives(Search *s, void (*part)(Search *s));

/* Checks a finished search, if the search checks itself and no earlier check has failed. The
 * search calls this function twice: after its iterations (`result` is NULL), and with its
 * result. If the check fails, reports the fault and returns false. */
bool end_is_well(Search *s, const SearchResult *result);

/* Sets s->pos to the root again, clears the stack, and lets an ended search continue. */
void restart_at_root(Search *s);

/* One node of the tree: the facts that are known before its moves are searched.
 *
 * Figures in brackets, such as [134 +- 36 Elo], are the gain of a step of the search and its 95 %
 * error. src/search/LAB.md has all figures and their conditions. */

typedef struct Node {
    int alpha, beta; /* alpha rises with each better move */
    int depth, ply;
    int best_score;
    bool pv;       /* PV node: the window is open (alpha + 1 < beta) */
    bool cut_node; /* expected to fail high */
    bool in_check;
    int rise;       /* centipawns by which the evaluation has risen since this side's last move */
    bool improving; /* the evaluation has risen since this side's last move, or is at least beta */
    bool tt_hit;    /* the table has the position; tt is the entry */
    TableData tt;
    bool tt_noisy; /* the table's move is a capture or promotion */
    /* static evaluation without corrections, as the table keeps it; SCORE_NONE in check */
    int raw_eval;
    int eval; /* static evaluation, corrected by history */
    /* the table's score, if it is exact or its bound proves eval too low or too high; else eval */
    int estimate;
    bool multicut; /* singular_look has settled the node by a shallower search */
    Move excluded; /* a move left out of the search of this node, or MOVE_NONE */
    HistoryView view;
    Corrections corrections; /* not set if the side to move is in check */
} Node;

static ALWAYS_INLINE StackEntry *stack_at(Search *s, int ply) {
    return &s->stack[STACK_BEFORE + ply];
}

/* Empties all stack entries, for a search that begins at its root. */
void stack_clear(Search *s);

/* Sets up a node of the position on s->pos: finds its corrections and probes the table. If the
 * table is unlikely to have the position, also evaluates the position. Otherwise n->raw_eval is
 * SCORE_NONE. */
void node_begin(Search *s, Node *n, int alpha, int beta, int depth, int ply);

/* Sets n->raw_eval to the table's evaluation, or else to node_begin's evaluation, or else to a new
 * evaluation. Sets n->eval to the evaluation corrected by history. */
void node_evaluate(Search *s, Node *n);

/* Returns which evaluation scores the search's positions. */
Evaluation search_evaluation(const Search *s);

/* Stores the root in the table as searched to `depth`. Stores nothing while the search is at the
 * second or a later line of an iteration. */
void store_root(Search *s, const Node *n, Move best, int depth, ScoreBound bound);

/* Makes move m of the node at `ply` on s->pos, and sets up the stack entry. */
void enter_child(Search *s, int ply, Move m);

/* Unmakes the latest move, unless s->distrusted says that the position must not be touched. */
static ALWAYS_INLINE void leave_child(Search *s) {
    if (LIKELY(!s->distrusted))
        unmake_move(&s->pos);
}

/* --- the tree: functions that search a node by searching its children ------------------------- */

/* Searches the position on s->pos at `ply` plies from the root (1 to MAX_PLY). Returns a fail-soft score,
 * which is invalid if s->ended is set. In an open window writes the line to s->pv[ply]. */
int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut_node);

/* Makes move m, the move_count-th (from 1) of a node, searches it against n->alpha and unmakes it. Late moves
 * are searched less deeply at first. `extension` plies are added to the depth. Returns the score for the
 * node's side. */
int search_child(Search *s, const Node *n, Move m, int move_count, int extension);

#endif
