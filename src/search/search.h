/* A search: its limits, its settings, its reports, and the threads that run it.
 * src/search/README.md explains how it works. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "board/position.h"
#include "eval/wdl.h"
#include "network/accumulator.h"
#include "search/table.h"

#include <stdatomic.h>

/* A running search checks itself by the functions of check_hook. The layer src/selfcheck sets these
 * functions; in a program without src/selfcheck no search checks itself. */

/* The nodes from one self-check to the next; the first checks of a search follow each other more closely. A
 * check takes as long as about 50 nodes. Debug builds also compare the matrix after each make and unmake. */
#ifdef PANOPTES_VERIFY
enum { SELF_CHECK_INTERVAL_DEFAULT = 8 };
#else
enum { SELF_CHECK_INTERVAL_DEFAULT = 2048 };
#endif

enum {
    CHECK_REPORT_SIZE = 4096, /* bytes of a report */
    SELF_CHECK_INTERVAL_MAX = 1000000000,
    /* after this number of faults a thread ends its search with the best move so far */
    SELF_CHECK_FAULTS = 3
};

/* Counts of the checks since a search began. */
typedef struct SelfCheckCounts {
    uint64_t positions;   /* number of positions checked */
    uint64_t table_moves; /* number of moves from the transposition table that were checked */
    /* number of table_moves that were illegal: their entries belong to other positions */
    uint64_t refused;
    uint64_t faults; /* number of checks that failed */
} SelfCheckCounts;

/* The state of one thread's self-checks. */
typedef struct SelfCheck {
    SelfCheckCounts counts;
    uint64_t next; /* node count at which the next check is due */
    uint64_t wary; /* after a fault: node count up to which every node is checked */
    int stores;    /* how many further stores in the table are checked */
    /* number of stored evaluations that a check computed again, and how many of them differed */
    int judged, misjudged;
    char report[CHECK_REPORT_SIZE];
    Position room; /* working space */
} SelfCheck;

typedef struct Search Search;
typedef struct SearchInfo SearchInfo;
typedef struct SearchResult SearchResult;

/* An entry that a search has just stored in its table or read from its table, and the node of the
 * entry. */
typedef struct Stored {
    Table *table;
    const Position *pos;
    int ply, beta;
    /* the search of the node left out a legal move, so it must not store a score */
    bool excluding;
    bool known; /* the probe found the position */
    bool alone; /* true if no other search writes to the table */
    int eval;   /* the position's evaluation, made for the self-check; SCORE_NONE in check */
    TableData data;
} Stored;

/* The functions of a self-check. A function that finds a difference describes the difference in
 * check->report and returns false. A function that is NULL finds no difference. */
typedef struct CheckHook {
    /* Checks a position in the search tree: its move in the hash table, the moves that the
     * picker gives, its evaluation, and its sums for the network. */
    bool (*position)(SelfCheck *check, Search *s, const Position *pos, const Table *table,
                     const Accumulators *accumulators);
    /* Checks the position after each legal move of a root. */
    bool (*moves)(SelfCheck *check, Position *root);
    /* Checks that the table gives back the stored entry, and that the search was right to store the
     * entry. */
    bool (*stored)(SelfCheck *check, const Stored *stored);
    /* Checks that the probe of a node returned what the table holds. */
    bool (*read)(SelfCheck *check, const Stored *read);
    /* Checks a line of moves that is about to be reported. */
    bool (*line)(SelfCheck *check, const Position *root, const SearchInfo *info);
    /* Checks a search after its iterations (`result` is NULL), and again with its result. */
    bool (*end)(SelfCheck *check, const Search *s, const SearchResult *result);
} CheckHook;

extern CheckHook check_hook; /* if `position` is NULL, no search checks itself */

/* --- limits ----------------------------------------------------------------------------------- */

/* Times are in milliseconds. A limit that is not set is LIMIT_NONE (-1). Some GUIs send a negative
 * clock: pass 0 for a negative clock. */
enum { LIMIT_NONE = -1 };

typedef struct SearchLimits {
    int64_t clock[COLOR_COUNT];     /* time left */
    int64_t increment[COLOR_COUNT]; /* added for each move; LIMIT_NONE counts as 0 */
    int64_t movestogo;              /* moves to the next time control */
    int64_t movetime;               /* the search takes this time */
    int64_t depth; /* greatest depth in plies; beyond 1 .. MAX_PLY - 1 it means MAX_PLY - 1 */
    /* with one thread the search ends at exactly this many nodes, unless another limit ends the
     * search earlier or depth 1 takes more nodes */
    int64_t nodes;
    int64_t softnodes; /* after this number of nodes of all threads no new iteration begins */
    int64_t mate;      /* look for a mate in at most this number of moves */
    bool infinite;     /* the search runs until search_stop */
    /* time does not end the search before search_ponderhit; the clock counts from
     * search_ponderhit */
    bool ponder;
    /* the search has no handicap, since the user wants the best move */
    bool analysis;
    int searchmoves_count;        /* if 0, all moves are searched */
    Move searchmoves[MOVE_LIMIT]; /* legal root moves to restrict the search to */
} SearchLimits;

/* Returns limits of which none is set: only the greatest depth then ends the search. */
SearchLimits limits_none(void);

/* --- settings, which a user sets by options ---------------------------------------------------- */

enum { THREADS_MAX = 1024 }; /* most threads of one search */

/* How a search uses tablebases. If all fields are zero, a search probes no tablebase. */
typedef struct TablebaseOptions {
    /* least depth at which a node with the most pieces that may be probed is probed; a node
     * with fewer pieces is probed at every depth */
    int depth;
    int limit; /* the most pieces of a position that is probed; 0 if no position is probed */
    /* if true, cursed wins and blessed losses count as draws; if false, as wins and losses */
    bool rule50;
} TablebaseOptions;

enum { TABLEBASE_DEPTH_DEFAULT = 1, TABLEBASE_DEPTH_MAX = 100, TABLEBASE_LIMIT_DEFAULT = 7 };

/* How the search evaluates if it has a network. */
typedef enum NetworkUse {
    NETWORK_SCALED,       /* the network's score, scaled by the pieces that are left: for play */
    NETWORK_ITSELF,       /* the network's score unscaled: for games that a network learns from */
    NETWORK_AND_CLASSICAL /* the mean of both evaluations: for games that a network learns from */
} NetworkUse;

/* If all fields are zero, a search finds one line, keeps no overhead, probes no tablebases, and
 * checks itself only in debug builds. */
typedef struct SearchSettings {
    int multipv; /* number of lines wanted, the best first; 0 counts as 1 */
    /* milliseconds that each move costs on the clock besides its search, at least 0 */
    int overhead;
    /* 0, or the number of nodes that counts as a millisecond: all times are then numbers of nodes, and the
     * search is deterministic */
    int nodestime;
    /* nodes from one self-check to the next; 0 if the search does not check itself */
    int self_check;
    TablebaseOptions tablebases;
    NetworkUse network_use;
    /* NULL, or a flag that the search polls now and then: true ends the search */
    const atomic_bool *interrupt;
} SearchSettings;

/* --- weaker play: see search_internal.h -------------------------------------------------------------- */

/* Skill in hundredths of UCI's Skill Level. SKILL_FULL is play without a handicap. */
enum { SKILL_UNIT = 100, SKILL_LEVEL_MAX = 20, SKILL_FULL = SKILL_LEVEL_MAX * SKILL_UNIT };

enum { UCI_ELO_MIN = 1000, UCI_ELO_DEFAULT = 1500, UCI_ELO_MAX = 2550 };

/* The rating of a skill level. Ratings rise with the level; between two levels, ratings are
 * interpolated. */
typedef struct Rating {
    int level, elo;
} Rating;

/* Ratings on the scale of Stockfish 15's levels, measured on 2026-11-21 as tools/match/README.md says: 896 games of
 * our levels against each other and against Stockfish 15. Standard errors are up to 62 Elo. */
static const Rating RATINGS[] = {{0, 839}, {3, 1176}, {6, 1596}, {9, 1988}, {12, 2315}, {15, 2581}};
enum { RATING_COUNT = sizeof RATINGS / sizeof *RATINGS };

/* Returns the skill whose measured rating (RATINGS) is `elo`: 0 to SKILL_FULL - 1. A greater elo never gives
 * a smaller skill. */
int handicap_skill_of_elo(int elo);

/* --- reports of a running search. The search itself prints nothing ----------------------------- */

struct SearchInfo {
    int depth, seldepth;
    int multipv;           /* number of this line among the best lines, from 1 */
    int score;             /* for the side to move, as in core/types.h */
    Evaluation evaluation; /* the evaluation that gave the score: see eval/wdl.h */
    ScoreBound bound;      /* whether the score is exact or a bound */
    uint64_t nodes;
    int64_t time;    /* milliseconds since the search began */
    int hashfull;    /* share of the table that this search has written, per mille */
    uint64_t tbhits; /* positions found in tablebases */
    int pv_length;
    const Move *pv; /* legal moves from the root */
};

/* Functions that the searching thread calls. `root` is the position searched. */
typedef struct SearchReporter {
    void *context;
    void (*info)(void *context, const Position *root, const SearchInfo *info);
    /* The root move `m` is about to be searched; `number`, from 1, is its place among the root
     * moves. The search calls the function only after some seconds. */
    void (*current_move)(void *context, const Position *root, int depth, Move m, int number);
    /* The search has ended; called exactly once for each search. `best` is MOVE_NONE if there is no legal
     * move; `ponder` is the expected answer or MOVE_NONE. */
    void (*done)(void *context, const Position *root, Move best, Move ponder);
    /* A self-check has failed; `report` says what is wrong, in several lines. Any searching thread
     * may call the function, perhaps several threads at once. The search then begins again at its
     * root. */
    void (*fault)(void *context, const char *report);
} SearchReporter;

/* A Search is one searching thread: its position, its histories, and the search under way. Several searches
 * make a Pool, whose first member reports and keeps the time. Call these functions on the owner's thread,
 * between searches, unless a comment says otherwise. `Search` is opaque. */

/* The result of a search. */
struct SearchResult {
    Move best;             /* MOVE_NONE if there is no legal move */
    Move ponder;           /* the expected answer, or MOVE_NONE */
    int score;             /* for the side to move, as reported: see core/types.h */
    Evaluation evaluation; /* the evaluation that gave the score: see eval/wdl.h */
    int depth;             /* iterations completed */
    uint64_t nodes;        /* nodes of all threads that searched together */
    int64_t time;          /* microseconds since search_run began */
};

/* After this number of nodes a limit ends even depth 1. Before this number, only search_stop can
 * end depth 1. */
enum { DEPTH_1_NODES = 50000 };

/* Fills the table of late move reductions. Call once before the first search; further calls change
 * nothing. */
void search_init(void);

/* Makes a search with empty histories that uses `table`. Returns NULL if memory is short. `reporter` may be
 * NULL. */
Search *search_create(Table *table, const SearchReporter *reporter);

/* Frees a search; NULL is allowed. */
void search_free(Search *s);

/* Forgets everything learnt, for a new game: histories, the score of the latest search, and the
 * lateness of the clock. The owner of the table clears the table. */
void search_forget(Search *s);

/* Makes the search evaluate by a network or, if `net` is NULL, by the classical evaluation. The
 * network must stay valid until the next call. Scores of the former evaluation stay in the search
 * and in the search's table. */
void search_set_network(Search *s, const Network *net);

#ifdef TUNE
/* Makes the search use these values of search/params.h. The array must stay valid until the next
 * call. A new search uses params_set. */
void search_set_params(Search *s, const int *params);
#endif

/* Gives a search its position, limits and settings, and starts its clock. If `settings` is NULL,
 * all settings are zero. The time between this call and search_run counts as time of the search. */
void search_prepare(Search *s, const Position *pos, const SearchLimits *limits,
                    const SearchSettings *settings);

/* Turns a prepared search into the search of a weaker player: see handicap_begin. Forgets the
 * histories, so that with an empty table the move depends only on the position, the skill and the
 * game. The clock's lateness stays. */
void search_weaken(Search *s, int skill, uint64_t game);

/* Searches until a limit is met, search_stop is called or, with one line and without limits.mate, a mate was searched to
 * twice its length. Neither ends the search before depth 1 is complete, with two exceptions: depth 1 has taken more than
 * DEPTH_1_NODES nodes, or search_stop was called and the search has taken 50 ms. With a game's clock and one move to
 * search, depth 8 is the last. Calls the reporter for each line, but not SearchReporter.done. The result is
 * deterministic if depth or nodes are the only limits. */
SearchResult search_run(Search *s);

/* Adds the legal moves of the position that was searched last to an empty list. The moves come in
 * the order in which the picker gives them with the present table and histories. `stages` has
 * MOVE_LIMIT entries. stages[i] becomes the name of the stage in which moves->moves[i] came. The
 * stages are "table", "promotion", "capture", "en passant", "quiet", "losing" and, in check,
 * "evasion". */
void search_order(Search *s, MoveList *moves, const char *stages[]);

/* Returns the static evaluation of the prepared position, in units of the search for the side to move.
 * Evaluates as the search does, by its network or by the classical evaluation. */
int search_evaluate(Search *s);

/* Returns the same for any position, by `net`, or by the classical evaluation if `net` is NULL. Computes the network's
 * first layer from scratch. */
int search_evaluate_alone(const Network *net, const Position *pos);

/* Ends the search as soon as it has a move. Any thread may call search_stop, also before
 * search_run. */
void search_stop(Search *s);

/* Makes time count from now, since the opponent has played the expected move. Returns false if the
 * search does not ponder. Any thread may call search_ponderhit. */
bool search_ponderhit(Search *s);

/* Notes that the move is about to be reported. Time that the GUI takes off the clock after this
 * call counts as lateness. */
void search_answered(Search *s);

/* A weakened player finds its move at once, but should seem to think. Returns how many milliseconds
 * its answer should still wait. The whole delay takes a quarter of the soft limit, at most
 * half a second in all. Without a clock, while pondering and after search_stop, returns 0 or less.
 * Any thread may call the function. */
int64_t search_answer_delay_ms(const Search *s);

/* Returns the prepared position. */
const Position *search_position(const Search *s);

/* Returns the counts of self-checks of the latest search. */
SelfCheckCounts search_checks(const Search *s);

/* --- parts of a search, for its checks ---------------------------------------------------------- */

/* If the rules end the game at a position `ply` plies from the root, returns its score, else SCORE_NONE. A
 * checkmate counts before the fifty-move rule. */
int search_score_by_rules(const Position *pos, int ply);

typedef enum PickKind {
    PICK_ALL,
    PICK_LOUD, /* quiet moves are skipped, except the table's move */
    PICK_QUIESCENCE,
    PICK_PROBCUT
} PickKind;

/* The facts of a node that the picker uses. */
typedef struct Picking {
    PickKind kind;
    Move table_move, killer; /* may be any 16 bits, since the picker tests both moves */
    /* in quiescence, how far alpha is above the evaluation; in probcut, the least gain */
    int centipawns;
} Picking;

/* Adds the moves that the picker gives, in the picker's order, until the list is full. If the side
 * to move is in check, do not use PICK_PROBCUT. */
void search_pick(Search *s, const Position *pos, const Picking *node, MoveList *list);

/* Returns the first ply, from 0, with a wrong move in the line being searched, or -1. A move is
 * wrong if the stack entry of its ply names another move, or names this move as excluded. */
int search_line_fault(const Search *s);

/* Adds the root moves to the list, in the order of the search. Returns how many root moves there
 * should be: the number of `searchmoves`, or MOVE_LIMIT if all legal moves are root moves.
 * Returns 0 if tablebases chose the moves, since their number is then not known. */
int search_root_moves(const Search *s, MoveList *list);

/* True if the entries of all histories are within their limits. */
bool search_histories_hold(const Search *s);

/* Probes a node in the tablebases, and sets *score and *bound. Returns false if the search does not
 * probe the node, or if the tables do not have the position. */
bool search_probe(const Search *s, Position *pos, int ply, int *score, ScoreBound *bound);

/* Lazy SMP: several searches on one position.
 *
 * Each member has histories of its own and searches as if it were alone; the members share only the hash
 * table. The first member runs on the caller's thread, reports and keeps the time. Each other member, a
 * helper, has a thread of its own, which sleeps between searches. At the end the members vote on the move.
 */

typedef struct Pool Pool;

/* Makes a pool of one member. Returns NULL if memory is short. */
Pool *pool_create(Table *table, const SearchReporter *reporter);

/* Ends all threads and frees everything. NULL is allowed. */
void pool_free(Pool *pool);

/* Gives the pool `threads` members (1 to THREADS_MAX), or as many as memory and system allow. Returns the
 * number of members. Members that stay keep their histories. */
int pool_resize(Pool *pool, int threads);

/* Gives a network to all members, and to members added later: see search_set_network. */
void pool_set_network(Pool *pool, const Network *net);

#ifdef TUNE
/* Gives values of search/params.h to all members, and to members added later: see
 * search_set_params. */
void pool_set_params(Pool *pool, const int *params);
#endif

/* Lets all members forget everything learnt: see search_forget. */
void pool_forget(Pool *pool);

/* Returns the first member, which reports. */
Search *pool_main(Pool *pool);

/* Prepares all members: see search_prepare. */
void pool_prepare(Pool *pool, const Position *pos, const SearchLimits *limits,
                  const SearchSettings *settings);

/* Searches with all members, on the caller's thread and their own: see search_run. */
SearchResult pool_run(Pool *pool);

/* Returns the sums of all members' counts of self-checks. Call while no member searches. */
SelfCheckCounts pool_checks(const Pool *pool);

/* The registry of all searches in the process. A crash handler finds the searches here, without locks and
 * without knowing their owners. */

/* The data of a search that a crash report contains. *root and *at belong to the search: its
 * thread may change them while a crash handler reads them. */
typedef struct SearchSnapshot {
    uintptr_t thread; /* thread_id of the thread that works on the search, or 0 */
    uint64_t nodes;
    int depth;                 /* depth of the iteration under way */
    const Position *root, *at; /* the root, and the position that the search has reached */
} SearchSnapshot;

/* The figures that show whether a search makes progress. */
typedef struct SearchPulse {
    uintptr_t thread; /* thread_id of the thread that works on the search, or 0 */
    int64_t clock;    /* the thread's processor time, as thread_clock counts it */
    uint64_t turn;    /* how often a thread has begun to work on the search */
    uint64_t nodes;   /* nodes of the search under way */
} SearchPulse;

/* the number of entries in the registry; a search that finds no free entry is not registered */
enum { REGISTRY_SIZE = THREADS_MAX + 16 };

/* Adds a search to the registry, or removes it. search_create and search_free call these functions,
 * on any thread. */
void search_registry_add(Search *s);
void search_registry_remove(Search *s);

/* Record that the calling thread begins or ends its work on a search. */
void search_registry_enter(Search *s);
void search_registry_leave(Search *s);

/* Call these functions around code that reads several searches of the registry. Between lock and
 * unlock no search is added or removed. Do not call either function in a signal handler. */
void search_registry_lock(void);
void search_registry_unlock(void);

/* Returns the search at a place of the registry, 0 to REGISTRY_SIZE - 1, or NULL. Async-signal-safe. */
const Search *search_registry_at(int place);

/* Takes a snapshot of a search. Async-signal-safe. Only a crash handler may call search_snapshot,
 * which reads data that the search's thread may be writing. */
void search_snapshot(const Search *s, SearchSnapshot *shot);

/* Lets the search of a thread go on after a crash. The thread's crash handler calls this function
 * after its report. If the thread runs a search with self-checks, the search continues from its
 * root. After SELF_CHECK_FAULTS faults of all kinds, the search ends with its best move so far. If
 * `caught` is true, the search was caught in a loop, and it ends, too. Returns only if no search
 * can go on. In a debug build the function always returns, since a debug build stops at the first
 * fault. */
void search_escape(bool caught);

/* Reads the pulse of a search that may be running. */
SearchPulse search_pulse(const Search *s);

/* Endgame tablebases in the search. The tablebases choose the root moves worth searching, and give
 * results of nodes. tablebase/tablebase.h reads the tables. */

/* The tablebase data of a Search. If all fields are zero, the search probes no tablebase. */
typedef struct Probing {
    TablebaseOptions options;
    int pieces;      /* most pieces of a node that is probed; 0 if no node is probed */
    bool root_known; /* true if the tables have the root: root_score is then the root's score */
    int root_score;
} Probing;

/* Begins a search of `pos` whose root moves are `list`. If the tables have the root, keeps the
 * moves that preserve the best result. Sorts the kept moves by distance to zeroing: the shortest
 * win or the longest loss first. Wins that leave few of the fifty moves are dropped if there are
 * safer wins. If no win is safe, or if positions have repeated, only the shortest wins stay. If the
 * tables do not have the root, all moves stay. Returns how many positions were found in the
 * tables. */
int probing_rank_root(Probing *p, const Position *pos, MoveList *list);

/* Probes a node, `ply` plies from the root with `depth` left. If the tables have the position, sets
 * *score and *bound and returns true. Call only if p->pieces is not 0. */
bool probing_node(const Probing *p, Position *pos, int depth, int ply, int *score,
                  ScoreBound *bound);

/* Returns the score to report for the root: the score of the tables, unless the search has found a mate. */
int probing_shown_score(const Probing *p, int score);

#endif
