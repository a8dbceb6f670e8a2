/* The engine: one object that owns a game, its options and the thread that works on it.
 *
 * This is what a front end talks to. The engine neither reads nor prints. All functions are to be
 * called from one thread, that of the front end; reports come from the engine's own worker thread.
 * A call that changes what the worker uses first stops the worker, if it is busy, and waits for it.
 * Functions marked "at any time" do not: they take effect with the next search.
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

/* Fills all tables and selects the kernels of a level that this machine supports. Call once, before
 * any other function except those of kernels/registry.h, and before there are threads. */
void tables_init(CpuLevel level);

typedef struct Engine Engine;

enum {
    HASH_DEFAULT = 16, /* MB */
    HASH_MIN = 1,
    /* What a new engine has. WebAssembly never gives memory back, so that its host sets Hash. */
    HASH_BEGIN = HAS_THREADS ? HASH_DEFAULT : HASH_MIN,
    HASH_MAX = 1 << 20,
    OVERHEAD_DEFAULT = 30, /* ms a move that GUI and operating system take off our clock */
    OVERHEAD_MAX = 10000,
    MULTIPV_MAX = 256,
    NODESTIME_MAX = 10000
};

/* What may be set at any time: it takes effect with the next search. */
typedef struct EngineSettings {
    /* multipv: 1 to MULTIPV_MAX; overhead: 0 to OVERHEAD_MAX; nodestime: 0 to NODESTIME_MAX;
     * self_check: 0 to SELF_CHECK_INTERVAL_MAX. Not used: network_use, interrupt. */
    SearchSettings search;
    /* How well to play: 0 to SKILL_FULL (no handicap), see search/search.h. Searches that are
     * infinite, for a mate, for analysis or for several lines are not weakened. */
    int skill;
    /* The seed of a weaker player's errors: the same seed makes the same errors in every game. 0:
     * different errors in each game. */
    uint64_t skill_seed;
} EngineSettings;

/* A job for the worker other than a search. It gets a copy of the game's position to work on, and a
 * flag that becomes true when it should end early. */
typedef void EngineJob(void *context, Position *pos, const atomic_bool *stop);

/* Makes an engine with the start position, or returns NULL if there is no memory or thread for it.
 * `idle`, if not NULL, is called with the reporter's context, on the worker's thread, each time the
 * worker has become idle. */
Engine *engine_create(const SearchReporter *reporter, void (*idle)(void *context));

/* Makes an engine with the settings of another one, and its megabytes and threads or as many as the
 * system gives; the game is not copied. It reports faults only, as the other one does, and uses its
 * network, which must not be changed meanwhile. */
Engine *engine_create_like(Engine *other);

/* Stops the worker and frees everything. NULL is allowed. */
void engine_destroy(Engine *engine);

/* The game's current position. Valid until the next call that changes the game. */
const Position *engine_position(const Engine *engine);

/* Sets the game up from a FEN. If the FEN is invalid, returns false, writes a line to error and
 * changes nothing. */
bool engine_set_fen(Engine *engine, const char *fen, char *error, size_t error_size);

/* Plays a legal move of the game, or MOVE_NULL where the side to move is not in check. */
void engine_play(Engine *engine, Move m);

/* Begins a new game: empties the transposition table and forgets what was learnt. The position
 * stays. */
void engine_new_game(Engine *engine);

/* Gives the table `megabytes` (HASH_MIN to HASH_MAX). Returns the megabytes it has then: fewer if
 * memory is short, at worst as many as before. Asked for the same again, changes nothing. */
int engine_set_hash(Engine *engine, int megabytes);

/* Touches the memory of a table that no search has used, with all threads: for the moment when all
 * options are set, so that no search waits for memory. Does nothing while the worker is busy. */
void engine_ready(Engine *engine);

/* Searches with so many threads (1 to THREADS_MAX) from now on. Returns how many there are: fewer
 * if memory or the system's threads run short. */
int engine_set_threads(Engine *engine, int threads);

/* The megabytes and the threads that it has. */
int engine_hash(const Engine *engine);
int engine_threads(const Engine *engine);

/* Empties the transposition table. */
void engine_clear_hash(Engine *engine);

/* How it searches and plays: the settings of a new engine, of this one, and others for it. At any
 * time. engine_configure returns false without memory for weaker play; `skill` is SKILL_FULL then. */
EngineSettings engine_settings_default(void);
EngineSettings engine_settings(Engine *engine);
bool engine_configure(Engine *engine, const EngineSettings *settings);

/* What the latest search has checked. Call while the worker is idle, or from the report `done`. */
SelfCheckCounts engine_self_checks(const Engine *engine);

/* Uses another evaluation from now on, and forgets everything learnt, as engine_new_game does,
 * since scores of the two do not mix. */
void engine_set_evaluation(Engine *engine, Evaluation evaluation);

/* Takes the network of a file, "" for the one inside the program. If it is refused, returns false,
 * with the reason in *reason, and changes nothing. If networks evaluate, forgets everything learnt,
 * unless the one inside is in use already. */
bool engine_set_network(Engine *engine, const char *path, const char **reason);

/* Uses the evaluation and the network of another engine, which must not be changed meanwhile. */
void engine_evaluate_like(Engine *engine, const Engine *other);

/* The network of EVALUATION_NETWORK, whether it evaluates or not. */
const Network *engine_network(const Engine *engine);

/* The network that evaluates; NULL if the classical evaluation does. */
const Network *engine_judge(const Engine *engine);

/* True if a network should evaluate but there is none, since the one inside the program is damaged
 * and no file has given another: the classical evaluation is used. */
bool engine_lacks_network(const Engine *engine);

#ifdef TUNE
/* All searches use these values of search/params.h from now on, which must outlive their use
 * and may change between searches. */
void engine_set_params(Engine *engine, const int *params);
#endif

/* Whether castling moves and FENs are written the Chess960 way. Both forms are always understood.
 * At any time. */
void engine_set_chess960(Engine *engine, bool on);

/* Opens the Syzygy tables in folders separated by FOLDER_SEPARATOR, "" for none: see tablebase_open. */
bool engine_set_tablebase_path(Engine *engine, const char *paths, TablebaseCount *count,
                               char *error, size_t error_size);

/* Starts a search of the game's position; returns at once. With limits->infinite or ->ponder the
 * report `done` comes only after engine_stop or engine_ponderhit. */
void engine_go(Engine *engine, const SearchLimits *limits);

/* Runs a job on the worker thread; returns at once. */
void engine_run(Engine *engine, EngineJob *job, void *context);

/* The opponent has played the expected move: the search goes on, and the clock counts from now.
 * Does nothing if the engine does not ponder. */
void engine_ponderhit(Engine *engine);

/* True from engine_go until the answer is about to be reported, and while a job runs. A caller that
 * has seen the answer gets false; engine_wait may still take a moment then. */
bool engine_is_busy(Engine *engine);

/* Asks the worker to end; returns at once. Does nothing if it is idle. */
void engine_stop(Engine *engine);

/* Asks a job to end, as engine_stop does. Async-signal-safe. */
void engine_interrupt(Engine *engine);

/* Waits until the worker is idle. */
void engine_wait(Engine *engine);

/* --- thinking on the caller's thread -----------------------------------------------------------
 *
 * For jobs: by the engine whose worker runs the job, or by engines that the job has made. Such an
 * engine may have its settings changed meanwhile, but no other work. */

/* Searches a position as engine_go would, but reports nothing except faults, and a weaker player
 * does not wait with its answer. Ends early when *stop becomes true. */
SearchResult engine_think(Engine *engine, const Position *pos, const SearchLimits *limits,
                          const atomic_bool *stop);

/* The same, and the lines are reported to lines->info, on this thread. */
SearchResult engine_analyse(Engine *engine, const Position *pos, const SearchLimits *limits,
                            const atomic_bool *stop, const SearchReporter *lines);

/* Forgets everything learnt, as engine_new_game does. */
void engine_forget(Engine *engine);

#endif
