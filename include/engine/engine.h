/* The engine: one object that owns a game, its options and the thread that works on it.
 *
 * What a front end talks to. It neither reads nor prints. All functions are to be called from one
 * thread, the front end's; reports come from the engine's own worker thread. Calls that change what
 * the worker uses stop it and wait for it first if it is busy; those that say "at any time" do not:
 * they hold from the next search on.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include "board/position.h"
#include "search/info.h"
#include "search/limits.h"
#include "search/probing.h"
#include "search/self_check.h"
#include "tablebase/tablebase.h"

#include <stdatomic.h>

typedef struct Engine Engine;

enum {
    HASH_DEFAULT = 16, /* MB */
    HASH_MIN = 1,
    HASH_MAX = 1 << 20,
    OVERHEAD_DEFAULT = 30, /* ms a move that GUI and operating system may take off our clock */
    OVERHEAD_MAX = 10000,
    MULTIPV_MAX = 256,
    NODESTIME_MAX = 10000
};

/* A job for the worker beside searching: gets a copy of the game's position to work on and a flag
 * that becomes true when it should end early. */
typedef void EngineJob(void *context, Position *pos, const atomic_bool *stop);

/* Makes an engine with the start position, or returns NULL if memory or threads are short. `idle`,
 * if not NULL, is called with the reporter's context, on the worker's thread, each time the worker
 * has become idle. */
Engine *engine_create(const SearchReporter *reporter, void (*idle)(void *context));

/* Stops the worker and frees everything. */
void engine_destroy(Engine *engine);

/* The game's current position; read only, valid until the next call that changes the game. */
const Position *engine_position(const Engine *engine);

/* Sets the game up from a FEN. On a bad one returns false, writes a line to error and changes
 * nothing. */
bool engine_set_fen(Engine *engine, const char *fen, char *error, size_t error_size);

/* Plays a legal move of the game. */
void engine_play(Engine *engine, Move m);

/* A new game: empties the transposition table and all that was learnt. The position stays. */
void engine_new_game(Engine *engine);

/* Gives the table `megabytes` (HASH_MIN to HASH_MAX). Returns the megabytes it has now: fewer if
 * memory is short, at worst those that it had. Asked for the same again, changes nothing. */
int engine_set_hash(Engine *engine, int megabytes);

/* Searches with that many threads (1 to THREADS_MAX) from now on. Returns how many there are: fewer
 * if memory or the system's threads are short. */
int engine_set_threads(Engine *engine, int threads);

/* Empties the transposition table. */
void engine_clear_hash(Engine *engine);

/* How many of the best lines a search tells (1 to MULTIPV_MAX). At any time. */
void engine_set_multipv(Engine *engine, int lines);

/* Milliseconds to keep back on each move (0 to OVERHEAD_MAX). At any time. */
void engine_set_overhead(Engine *engine, int milliseconds);

/* Nodes that pass for a millisecond where a search is limited by time (1 to NODESTIME_MAX), or 0:
 * time is time. At any time. See SearchLimits. */
void engine_set_nodestime(Engine *engine, int nodes);

/* How well to play in games: 0 to SKILL_FULL (no handicap; the default), see search/handicap.h.
 * Searches that are infinite, for a mate, for analysis or for several lines are not weakened. At
 * any time. */
void engine_set_skill(Engine *engine, int skill);

/* What a weaker player's errors are drawn from: the same seed makes the same errors in every game.
 * 0, the default: others in each game. At any time. */
void engine_set_skill_seed(Engine *engine, uint64_t seed);

/* Nodes from one self-check of the search to the next (1 to SELF_CHECK_INTERVAL_MAX), 0: none.
 * Debug builds check in any case. At any time. See search/self_check.h. */
void engine_set_self_check(Engine *engine, int interval);

/* What the latest search has checked; while the worker is idle, or from a report's `done`. */
SelfCheckCounts engine_self_checks(const Engine *engine);

/* Whether castling is printed and FENs are written the Chess960 way. Both forms are always read. At
 * any time. */
void engine_set_chess960(Engine *engine, bool on);

/* Opens the Syzygy tables in folders parted by ':', "" for none: see tablebase_open. */
bool engine_set_tablebase_path(Engine *engine, const char *paths, TablebaseCount *count,
                               char *error, size_t error_size);

/* How tablebases are used; what is there now, and what is wanted. At any time. */
TablebaseOptions engine_tablebase_options(const Engine *engine);
void engine_set_tablebase_options(Engine *engine, TablebaseOptions options);

/* Starts a search of the game's position; returns at once. With limits->infinite or ->ponder the
 * report `done` comes only after engine_stop or engine_ponderhit. */
void engine_go(Engine *engine, const SearchLimits *limits);

/* Runs a job on the worker thread; returns at once. */
void engine_run(Engine *engine, EngineJob *job, void *context);

/* The move pondered on was played: the search goes on against the clock, from now. Nothing if it
 * does not ponder. */
void engine_ponderhit(Engine *engine);

/* True from engine_go on until the answer is about to be reported, and while a job runs. Whoever
 * has seen the answer sees false; the worker may still need a moment until engine_wait returns. */
bool engine_is_busy(Engine *engine);

/* Asks the worker to end; returns at once. Nothing if it is idle. */
void engine_stop(Engine *engine);

/* Waits until the worker is idle. */
void engine_wait(Engine *engine);

/* --- bench: fixed positions, each to a fixed depth, in a fresh engine state ------------------- */

enum { BENCH_DEPTH = 13 };

typedef struct BenchResult {
    uint64_t nodes;
    int64_t time; /* of the searches, without what is done between them; milliseconds */
} BenchResult;

/* How many positions bench has, and their FENs. */
int bench_count(void);
const char *bench_fen(int index);

/* Searches all bench positions one after the other in the calling thread, on a table of
 * HASH_DEFAULT MB of its own; `progress`, if not NULL, is called after each. `stop`, if not NULL,
 * ends it early when it becomes true. Deterministic: the same depth gives the same nodes in every
 * build. */
BenchResult bench_run(int depth, void (*progress)(void *context, int index, uint64_t nodes),
                      void *context, const atomic_bool *stop);

#endif
