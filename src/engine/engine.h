/* The engine: an object that owns a game, options and a worker thread.
 *
 * The engine neither reads input nor prints. The front end calls all functions from one thread; the
 * worker thread calls the reports. A call that changes data of a busy worker first stops the worker
 * and waits until the worker is idle. A function marked "at any time" does not stop the worker, and
 * takes effect with the next search.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "board/position.h"
#include "eval/wdl.h"
#include "kernels/registry.h"
#include "network/network.h"
#include "os/thread.h"
#include "search/search.h"
#include "tablebase/tablebase.h"

#include <stdatomic.h>

/* --- the tables and kernels that everything else uses ---------------------------------------- */

/* Fills all tables and picks the kernels of a level that this machine supports. Call once, before any other
 * function except those of kernels/registry.h, and before other threads start. */
void tables_init(CpuLevel level);

typedef struct Engine Engine;

enum {
    HASH_DEFAULT = 16, /* MB */
    HASH_MIN = 1,
    /* The hash table of a new engine, in megabytes. WebAssembly never gives memory back. So in
     * WebAssembly a new engine has a small table, and the host sets Hash. */
    HASH_BEGIN = HAS_THREADS ? HASH_DEFAULT : HASH_MIN,
    HASH_MAX = 1 << 20,
    /* milliseconds that GUI and operating system take off our clock for each move */
    OVERHEAD_DEFAULT = 30,
    OVERHEAD_MAX = 10000,
    MULTIPV_MAX = 256,
    NODESTIME_MAX = 10000
};

/* The settings that may change at any time. They take effect with the next search. */
typedef struct EngineSettings {
    /* Ranges: multipv 1 to MULTIPV_MAX; overhead 0 to OVERHEAD_MAX; nodestime 0 to NODESTIME_MAX;
     * self_check 0 to SELF_CHECK_INTERVAL_MAX. The engine itself sets `interrupt`. */
    SearchSettings search;
    /* The skill, 0 to SKILL_FULL (no handicap): see search/search.h. Searches that are infinite, for a mate,
     * for analysis or for several lines are not weakened. */
    int skill;
    /* The seed of a weaker player's errors: the same seed makes the same errors in every game. With
     * the seed 0 the errors differ from game to game. */
    uint64_t skill_seed;
} EngineSettings;

/* A job: work for the worker other than a search. `pos` is a copy of the game's position, which the job may
 * change. *stop becomes true when the job should end early. */
typedef void EngineJob(void *context, Position *pos, const atomic_bool *stop);

/* Makes an engine with the start position. Returns NULL if memory is short or the system refuses a
 * thread. If `idle` is not NULL, the worker's thread calls it, with the reporter's context,
 * whenever the worker becomes idle. */
Engine *engine_create(const SearchReporter *reporter, void (*idle)(void *context));

/* Makes an engine with the settings of `other`. Gives the new engine as large a table and as many
 * threads as `other` has, if the system allows. The new engine has a game of its own. The new
 * engine reports only faults, to the reporter of `other`. The new engine uses the network of
 * `other`: do not change that network while the new engine exists. */
Engine *engine_create_like(Engine *other);

/* Stops the worker and frees everything. NULL is allowed. */
void engine_destroy(Engine *engine);

/* Returns the game's current position, which is valid until the next call that changes the game. */
const Position *engine_position(const Engine *engine);

/* Sets the game up from a FEN. If the FEN is invalid, returns false, writes a line to error and
 * changes nothing. */
bool engine_set_fen(Engine *engine, const char *fen, char *error, size_t error_size);

/* Plays a legal move, or MOVE_NULL if the side to move is not in check. */
void engine_play(Engine *engine, Move m);

/* Begins a new game: empties the transposition table and clears the histories. The position stays. */
void engine_new_game(Engine *engine);

/* Resizes the transposition table to `megabytes` (HASH_MIN to HASH_MAX). Returns the new size,
 * which is smaller if memory is short. If no memory can be allocated, the table keeps its size. If
 * the table has this size, nothing changes. */
int engine_set_hash(Engine *engine, int megabytes);

/* If no search has used the hash table yet, all threads write to its pages. So no search has to
 * wait for memory. Call when all options are set. Does nothing while the worker is busy. */
void engine_ready(Engine *engine);

/* Sets the number of search threads (1 to THREADS_MAX). Returns the number of threads afterwards: fewer if
 * memory or the system's threads run short. */
int engine_set_threads(Engine *engine, int threads);

/* Return the megabytes of the transposition table, and the number of search threads. */
int engine_hash(const Engine *engine);
int engine_threads(const Engine *engine);

/* Empties the transposition table. */
void engine_clear_hash(Engine *engine);

/* These functions return the default settings, return an engine's settings and set an engine's
 * settings. Call them at any time. If memory for weaker play is short, engine_configure returns
 * false and sets `skill` to SKILL_FULL. */
EngineSettings engine_settings_default(void);
EngineSettings engine_settings(Engine *engine);
bool engine_configure(Engine *engine, const EngineSettings *settings);

/* Returns the counts of self-checks of the latest search. Call while the worker is idle, or from the report
 * `done`. */
SelfCheckCounts engine_self_checks(const Engine *engine);

/* Sets the evaluation. If it is another evaluation, empties the hash table and the histories, since
 * scores of two evaluations do not mix. */
void engine_set_evaluation(Engine *engine, Evaluation evaluation);

/* Loads the network in the file `path` or, if `path` is "", the network inside the program. If the
 * file is refused, returns false with the reason in *reason, and changes nothing. If the option
 * Evaluation is network, empties the hash table and the histories. If the engine already uses the
 * network inside the program and `path` is "", changes nothing. */
bool engine_set_network(Engine *engine, const char *path, const char **reason);

/* Makes an engine use the evaluation and the network of another engine. Do not change that network
 * while both engines use the network. */
void engine_evaluate_like(Engine *engine, const Engine *other);

/* Returns the network for EVALUATION_NETWORK, even if the option Evaluation is classical. */
const Network *engine_network(const Engine *engine);

/* Returns the network that evaluates, or NULL if the option Evaluation is classical. */
const Network *engine_judge(const Engine *engine);

/* True if a network should evaluate, but the network inside the program is damaged and no file has
 * given a network. The classical evaluation then evaluates. */
bool engine_lacks_network(const Engine *engine);

#ifdef TUNE
/* Makes all searches use the values in `params` for the search parameters, in the order of
 * search/params.h. The array must stay valid until the next call, and its values may change between
 * searches. */
void engine_set_params(Engine *engine, const int *params);
#endif

/* Sets whether castling moves and FENs are written in the Chess960 way. The engine always
 * understands both forms. Call at any time. */
void engine_set_chess960(Engine *engine, bool on);

/* Opens the Syzygy tables in folders that are separated by FOLDER_SEPARATOR; "" closes all tables. See
 * tablebase_open. */
bool engine_set_tablebase_path(Engine *engine, const char *paths, TablebaseCount *count,
                               char *error, size_t error_size);

/* Starts a search of the game's position, and returns at once. With limits->infinite or limits->ponder the report
 * `done` comes only after engine_stop or engine_ponderhit. */
void engine_go(Engine *engine, const SearchLimits *limits);

/* Runs a job on the worker thread, and returns at once. */
void engine_run(Engine *engine, EngineJob *job, void *context);

/* Makes the clock count from now, since the opponent has played the expected move; the search goes on. Does
 * nothing if the engine is not pondering. */
void engine_ponderhit(Engine *engine);

/* True from engine_go until the report `done` begins, and while a job runs. So after the report
 * `done` a caller gets false, though engine_wait may still take a moment. */
bool engine_is_busy(Engine *engine);

/* Asks the worker to end its search or job, and returns at once. Does nothing if the worker is idle. */
void engine_stop(Engine *engine);

/* Asks the running job to end. A signal handler may call this function. */
void engine_interrupt(Engine *engine);

/* Waits until the worker is idle. */
void engine_wait(Engine *engine);

/* --- thinking on the caller's thread -----------------------------------------------------------
 *
 * A job calls these functions, for the engine whose worker runs the job, or for an engine that the
 * job has made. While a function runs, the engine's settings may be changed, but the engine must
 * get no other work. */

/* Searches a position like engine_go, but a weaker player does not delay its answer. Reports only faults. If `lines` is
 * not NULL, also reports the lines to lines->info on this thread. Ends early when *stop becomes true. */
SearchResult engine_analyse(Engine *engine, const Position *pos, const SearchLimits *limits,
                            const atomic_bool *stop, const SearchReporter *lines);

/* Empties the hash table and the histories, as engine_new_game does. */
void engine_forget(Engine *engine);

#endif
