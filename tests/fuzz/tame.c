/* Stand-ins for functions that would make a fuzzed session slow, random or harmful. The linker replaces calls of NAME
 * by calls of __wrap_NAME (-Wl,--wrap); the original is __real_NAME. The engine itself is unchanged. The linker can
 * replace only calls from one source file to another.
 *
 * All sessions use one engine, with a hash table of 1 MB. Searches end after NODES nodes, and jobs are cut short. The
 * clock is simulated: each reading advances it, so that nothing waits and every run of an input is the same. Files that
 * the session writes are in memory. Every file that a session reads has the same content, a part of the fuzzer's input.
 * libFuzzer handles the signals. */
#define _GNU_SOURCE /* memfd_create */

#include "fuzz/tame.h"

#include "fuzz/fuzz.h"

#include "board/fen.h"
#include "engine/engine.h"
#include "engine/match.h"
#include "moves/generate.h"
#include "os/files.h"
#include "os/files_internal.h"
#include "os/process.h"
#include "postmortem/postmortem.h"
#include "search/search.h"
#include "search/search_internal.h"
#include "selfcheck/selfcheck.h"
#include "tablebase/tablebase_internal.h"
#include "uci/uci_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Declares a function and begins the definition of its stand-in. */
#define TAMED(type, name, ...)                                                                     \
    type __real_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

enum { NODES = 32, TABLE_MEGABYTES = 1, THREADS = 3, GAMES = 2, PLIES = 10, OPENINGS = 2 };

/* The counts of the current session. Several threads add to them. */
static struct {
    int searches, answers; /* numbers of `go` that need a bestmove, and of bestmoves */
    int asked, ready;      /* numbers of isready, and of readyok */
    int games_asked;       /* game_end_by_rules */
    int games;             /* match_play */
    int openings;          /* openings_try */
    int64_t clock;         /* microseconds; each reading advances it */
} tally;

static bool is_open; /* a session is under way; without one most stand-ins call the original */
static char file_path[FUZZ_PATH_SIZE]; /* the file that replaces every file read in a session */

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int add(int *counter) {
    return __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/* --- the clock ------------------------------------------------------------------------------ */

/* Returns the time, and advances the clock by half a millisecond. */
static int64_t tick(void) {
    return __atomic_fetch_add(&tally.clock, 500, __ATOMIC_RELAXED);
}

TAMED(int64_t, clock_nanoseconds, void) {
    return is_open ? tick() * 1000 : __real_clock_nanoseconds();
}

TAMED(int64_t, clock_microseconds, void) {
    return is_open ? tick() : __real_clock_microseconds();
}

TAMED(int64_t, clock_now, void) {
    return is_open ? tick() / 1000 : __real_clock_now();
}

TAMED(int, pthread_cond_timedwait, pthread_cond_t *changed, pthread_mutex_t *lock,
      const struct timespec *until) {
    if (!is_open)
        return __real_pthread_cond_timedwait(changed, lock, until);
    pthread_mutex_unlock(lock);
    sched_yield();
    pthread_mutex_lock(lock);
    return ETIMEDOUT;
}

/* --- engines -------------------------------------------------------------------------------- */

/* The engine of all sessions. Engines that a job creates for itself have no `idle` callback, and are created and
 * destroyed as usual. */
static Engine *kept;

/* The session's callback, NULL after the session. The worker calls on_idle shortly after engine_wait has returned; the
 * session may be over by then. */
static pthread_mutex_t idle_lock = PTHREAD_MUTEX_INITIALIZER;
static void (*when_idle)(void *context);

static void on_idle(void *context) {
    pthread_mutex_lock(&idle_lock);
    if (when_idle)
        when_idle(context);
    pthread_mutex_unlock(&idle_lock);
}

static void hear_idle(void (*idle)(void *context)) {
    pthread_mutex_lock(&idle_lock);
    when_idle = idle;
    pthread_mutex_unlock(&idle_lock);
}

static atomic_bool has_searched; /* true if any engine has searched since the last renew() */

/* Resets an engine to its state after creation. */
static void renew(Engine *e) {
    const char *reason;
    engine_set_hash(e, HASH_DEFAULT);
    engine_set_threads(e, 1);
    const EngineSettings settings = engine_settings_default();
    engine_configure(e, &settings);
    engine_set_chess960(e, false);
    engine_set_evaluation(e, EVALUATION_CLASSICAL);
    engine_set_network(e, "", &reason);
    if (has_searched)
        engine_new_game(e);
    has_searched = false;
    engine_set_fen(e, FEN_START, NULL, 0);
}

TAMED(Engine *, engine_create, const SearchReporter *reporter, void (*idle)(void *context)) {
    if (!is_open || !idle)
        return __real_engine_create(reporter, idle);
    if (kept)
        renew(kept);
    else
        kept = __real_engine_create(reporter, on_idle); /* all sessions have the same reporter */
    hear_idle(idle);
    return kept;
}

TAMED(void, engine_destroy, Engine *e) {
    if (!e || e != kept) {
        __real_engine_destroy(e);
        return;
    }
    engine_stop(e);
    engine_wait(e);
    hear_idle(NULL);
}

TAMED(int, table_resize, Table *t, int megabytes) {
    return __real_table_resize(t, TABLE_MEGABYTES) ? megabytes : 0;
}

TAMED(int, pool_resize, Pool *pool, int threads) {
    return __real_pool_resize(pool, (int)least(threads, THREADS));
}

/* --- work ----------------------------------------------------------------------------------- */

TAMED(void, search_prepare, Search *s, const Position *pos, const SearchLimits *limits,
      const SearchSettings *settings) {
    SearchLimits less = *limits;
    has_searched = true;
    less.nodes = limits->nodes < 0 ? NODES : least(limits->nodes, NODES);
    __real_search_prepare(s, pos, &less, settings);
    s->check.next = NODES - 4; /* one check at the end, since it takes as long as the search */
}

TAMED(uint64_t, perft, Position *pos, int depth, PerftMode mode, const atomic_bool *stop) {
    return __real_perft(pos, (int)least(depth, 1), mode, stop);
}

TAMED(int, bench_count, void) {
    return (int)least(__real_bench_count(), GAMES);
}

/* The command selftest runs the kernels first. This step fails, so the later steps do not run: they take seconds. */
TAMED(bool, selftest_kernels, Selftest *t) {
    strcpy(t->report, "the fuzzer has no time for this\n");
    return false;
}

/* Ends a match after GAMES games. */
TAMED(bool, match_play, Engine *const players[COLOR_COUNT], const MatchSettings *settings,
      const char *fen, Position *pos, const atomic_bool *stop, MatchGame *game) {
    const bool ended = __real_match_play(players, settings, fen, pos, stop, game);
    return add(&tally.games) % GAMES != GAMES - 1 && ended;
}

TAMED(GameEnd, game_end_by_rules, const Position *pos) {
    return add(&tally.games_asked) % PLIES == PLIES - 1 ? GAME_MATERIAL
                                                        : __real_game_end_by_rules(pos);
}

/* In a session, only the first OPENINGS openings have random moves. Every later opening is the start position. */
TAMED(bool, openings_try, Openings *o, const char *start, char fen[FEN_SIZE]) {
    strcpy(fen, FEN_START);
    return add(&tally.openings) < OPENINGS ? __real_openings_try(o, start, fen) : true;
}

TAMED(void, worker_run, Session *session, EngineJob *job) {
    session->openings.count = least(session->openings.count, OPENINGS);
    __real_worker_run(session, job);
}

/* --- files ---------------------------------------------------------------------------------- */

TAMED(int, regular_file_open, const char *path, int flags, const char **reason) {
    if (is_open && flags & (O_WRONLY | O_RDWR))
        return memfd_create("written", MFD_CLOEXEC);
    return __real_regular_file_open(is_open ? file_path : path, flags, reason);
}

TAMED(FILE *, file_stream, const char *path, const char *mode, const char **reason) {
    if (is_open && *mode != 'r')
        return fdopen(memfd_create("written", MFD_CLOEXEC), mode);
    return __real_file_stream(is_open ? file_path : path, mode, reason);
}

TAMED(const char *, filter_open, Filter *filter, const char *const *arguments, int input) {
    return is_open ? "nothing is started" : __real_filter_open(filter, arguments, input);
}

TAMED(const char *, atomic_write_fault, const char *path, const char *sign, const char *otherwise) {
    return is_open ? NULL : __real_atomic_write_fault(path, sign, otherwise);
}

/* In a session an AtomicWrite is only a stream to a file in memory. */
TAMED(AtomicWrite *, atomic_write_begin, const char *path, const char **reason) {
    return is_open ? (AtomicWrite *)fdopen(memfd_create("written", MFD_CLOEXEC), "w")
                   : __real_atomic_write_begin(path, reason);
}

TAMED(FILE *, atomic_write_stream, AtomicWrite *file) {
    return is_open ? (FILE *)file : __real_atomic_write_stream(file);
}

TAMED(bool, atomic_write_finish, AtomicWrite *file, const char **reason) {
    return is_open ? fclose((FILE *)file) == 0 : __real_atomic_write_finish(file, reason);
}

TAMED(void, atomic_write_abandon, AtomicWrite *file) {
    if (!is_open)
        __real_atomic_write_abandon(file);
    else if (file)
        fclose((FILE *)file);
}

bool maps_are_copies;
const TableFile *tables_are;

TAMED(void *, file_map, int file, size_t size) {
    if (!maps_are_copies)
        return __real_file_map(file, size);
    void *copy = malloc(size);
    FUZZ_REQUIRE(copy && pread(file, copy, size, 0) == (ssize_t)size, "no copy");
    return copy;
}

TAMED(void, file_unmap, void *bytes, size_t size) {
    if (!maps_are_copies)
        __real_file_unmap(bytes, size);
    else
        free(bytes);
}

/* Computes the checksum. If maps_are_copies, returns the checksum in the file instead. */
TAMED(void, checksum_make, const uint8_t *bytes, size_t size, uint64_t sum[2]) {
    __real_checksum_make(bytes, size, sum);
    if (maps_are_copies)
        memcpy(sum, bytes + size, CHECKSUM_SIZE);
}

/* Finds the table `tables_are` for its own material, and no other table. */
TAMED(const TableFile *, tablebase_find, TableKind kind, uint64_t material, bool *is_turned) {
    if (!tables_are)
        return __real_tablebase_find(kind, material, is_turned);
    uint64_t own = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type < KING; type++)
            own += (uint64_t)tables_are->name.count[c][type] * material_unit(c, type);
    enum { SIDE = MATERIAL_SHIFT(BLACK, PAWN) }; /* exchanging the colours exchanges the halves */
    const uint64_t turned = own >> SIDE | (own & (((uint64_t)1 << SIDE) - 1)) << SIDE;
    *is_turned = material != own;
    return material == own || material == turned ? tables_are : NULL;
}

TAMED(int, tablebase_men, void) {
    return tables_are ? TABLEBASE_MEN_MAX : __real_tablebase_men();
}

/* Opens no tables. A path of odd length becomes a folder without tables, any other path a missing folder. */
TAMED(bool, tablebase_open, const char *paths, TablebaseCount *count, char *error,
      size_t error_size) {
    return __real_tablebase_open(*paths ? strlen(paths) & 1 ? "tests/fuzz" : "/nowhere" : "", count,
                                 error, error_size);
}

/* A post-mortem means that a self-check has failed, which is a finding. */
TAMED(void, post_mortem_write, const Cause *cause, char *path) {
    fuzz_fail("%s: %s", cause->what, cause->report);
}

TAMED(void, post_mortem_init, void) {
    static bool done;
    if (!done)
        __real_post_mortem_init();
    done = true;
}

TAMED(void, crash_init, const char *prefix) {
}

/* --- what is said --------------------------------------------------------------------------- */

static void look_at_line(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++)
        FUZZ_REQUIRE((unsigned char)line[i] >= ' ' && line[i] != 0x7F, "control byte: %.*s",
                     (int)length, line);
    if (length >= 8 && memcmp(line, "bestmove", 8) == 0)
        add(&tally.answers);
    if (length == 7 && memcmp(line, "readyok", 7) == 0)
        add(&tally.ready);
}

TAMED(void, journal_lines, const char *mark, const char *data, size_t length) {
    __real_journal_lines(mark, data, length);
    const char *const end = data + length;
    for (const char *at = data; is_open && strcmp(mark, LOG_SAID) == 0 && at < end;) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        FUZZ_REQUIRE(feed, "a line without an end");
        look_at_line(at, (size_t)(feed - at));
        at = feed + 1;
    }
}

/* Counts isready. */
TAMED(void, schedule_line, Session *session, const char *line, size_t length) {
    if (commands_timing(line, length) == TIMING_AT_ONCE)
        add(&tally.asked);
    __real_schedule_line(session, line, length);
}

/* Counts searches; `go perft` is not a search. */
TAMED(bool, go_start, Session *session, Tokens tokens) {
    Tokens rest = tokens;
    if (!tokens_skip_to(&rest, "perft"))
        add(&tally.searches);
    return __real_go_start(session, tokens);
}

/* --- sessions ------------------------------------------------------------------------------- */

/* Makes the bytes the content of stdin. */
static void fill_stdin(const uint8_t *input, size_t size) {
    static int file = -1;
    if (file < 0) {
        file = memfd_create("stdin", MFD_CLOEXEC);
        output_init();
        dup2(file, STDIN_FILENO);
    }
    FUZZ_REQUIRE(file >= 0 && ftruncate(file, 0) == 0 &&
                     pwrite(file, input, size, 0) == (ssize_t)size &&
                     lseek(STDIN_FILENO, 0, SEEK_SET) == 0,
                 "no file in memory");
}

static int read_file; /* the descriptor of the file at file_path */

void session_begin(const uint8_t *input, size_t size, const uint8_t *file, size_t file_size) {
    fill_stdin(input, size);
    read_file = fuzz_file(file, file_size, file_path);
    memset(&tally, 0, sizeof tally);
    tally.clock = 1000000;
    is_open = true;
}

void session_end(void) {
    const char *reason;
    is_open = false;
    log_open("", &reason);
    close(read_file);
}

void session_require_answers(void) {
    FUZZ_REQUIRE(tally.searches == tally.answers, "%d times go, %d times bestmove", tally.searches,
                 tally.answers);
    FUZZ_REQUIRE(tally.asked == tally.ready, "%d times isready, %d times readyok", tally.asked,
                 tally.ready);
}
