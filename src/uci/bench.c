/* The commands `bench` and `speedtest`. */
#include "uci/uci_internal.h"

#include "core/stats.h"
#include "os/thread.h"
#include <inttypes.h>
#include <stdlib.h>

static const char USAGE[] =
    "write bench [stats|json] [HASH THREADS] [FILE] [DEPTH | depth N | movetime MS | nodes N]";

typedef struct BenchJob {
    int64_t seconds; /* the seconds that speedtest searches in all; 0 for bench */
    bool counted;    /* the command line has the word `stats` */
    bool json;
    bool own_table; /* the command line has HASH and THREADS */
    int megabytes, threads;
    SearchLimits limits;
    EpdSuite suite; /* the positions of FILE; {0} for the fixed positions */
    uint64_t nodes; /* the nodes searched so far */
    int64_t time;   /* the time of the searches so far, in microseconds */
    int hashfull;   /* the largest hashfull of the searches of speedtest, in per mille */
} BenchJob;

/* --- the job --------------------------------------------------------------------------------- */

static void note_hashfull(void *context, const Position *root, const SearchInfo *info) {
    BenchJob *job = context;
    job->hashfull = max_int(job->hashfull, info->hashfull);
}

/* Searches the position as in a new game. */
static SearchResult think(BenchJob *job, Engine *engine, const Position *pos,
                          const atomic_bool *stop) {
    const SearchReporter lines = {.context = job, .info = note_hashfull};
    engine_forget(engine);
    const SearchResult thought =
        engine_analyse(engine, pos, &job->limits, stop, job->seconds ? &lines : NULL);
    job->nodes += thought.nodes;
    job->time += thought.time;
    return thought;
}

static const char *name_of(const BenchJob *job) {
    return job->seconds ? "speedtest" : "bench";
}

static void search_fixed(BenchJob *job, Engine *engine, Position *pos, const atomic_bool *stop) {
    pos->chess960 = false;
    for (int i = 0; i < bench_count() && !*stop; i++) {
        /* gives each position an equal part of the time left, since some searches do not use all their time */
        if (job->seconds)
            job->limits.movetime =
                max_int64(1, (job->seconds * 1000 - job->time / 1000) / (bench_count() - i));
        fen_parse(pos, bench_fen(i), NULL, 0);
        const SearchResult thought = think(job, engine, pos, stop);
        output_line("info string %s %d/%d nodes %" PRIu64, name_of(job), i + 1, bench_count(),
                    thought.nodes);
    }
}

static void search_suite(BenchJob *job, Engine *engine, Position *pos, const atomic_bool *stop) {
    EpdSuite *suite = &job->suite;
    if (!job->json)
        epd_suite_print_heading();
    while (!*stop && epd_suite_next(suite, pos)) {
        const SearchResult thought = think(job, engine, pos, stop);
        if (*stop)
            break;
        epd_suite_add_result(suite, &thought);
        if (job->json)
            suite_json_position(suite, pos, &thought);
        else
            epd_suite_print(suite, pos, &thought);
    }
    if (*stop)
        return;
    if (job->json)
        suite_json_sum(suite, job->nodes, job->time);
    else
        epd_suite_print_sum(suite, job->time);
    epd_suite_report_bad(suite);
}

/* Prints a line for each counter: its count, its share of the count of its group, and its count per node. A counter
 * whose text is not indented begins a group; its count is the count of the group. */
static void print_stats(void) {
    const double nodes = (double)(stats_count(STAT_NODES) + stats_count(STAT_QUIESCENCE));
    double whole = 1;
    output_line("%-52s %12s %9s %9s", "", "count", "share", "per node");
    for (int i = 0; i < STAT_COUNT; i++) {
        const char *text = stats_text(i);
        const double count = (double)stats_count(i);
        if (*text != ' ')
            whole = count > 0 ? count : 1;
        output_line("%-52s %12.0f %9.4f %9.4f", text, count, count / whole,
                    nodes > 0 ? count / nodes : 0);
    }
}

/* Prints the result of speedtest: the program, the hash table, the time and the speed. */
static void print_speed(const BenchJob *job) {
    output_line("Version: %s\nThreads: %d\nHash: %d MB\nHashfull: %d per mille at most\n"
                "Total time: %.1f s\nNodes: %" PRIu64 "\nNodes/second: %" PRIu64,
                version_name(), job->threads, job->megabytes, job->hashfull,
                (double)job->time / 1e6, job->nodes,
                nodes_per_second(job->nodes, job->time / 1000));
}

/* Makes an engine with the table and the threads of the job. If the job has a file, the engine takes over all options
 * of `like`. For the fixed positions the engine takes over only the evaluation, and has no tablebases, so that the
 * nodes are the same everywhere. Returns NULL, after reporting why, if memory is short. */
static Engine *make_engine(const BenchJob *job, Engine *like) {
    const SearchReporter silent = {0};
    const bool is_fixed = !job->suite.count;
    Engine *engine = is_fixed ? engine_create(&silent, NULL) : engine_create_like(like);
    if (engine && engine_set_hash(engine, job->megabytes) == job->megabytes &&
        engine_set_threads(engine, job->threads) == job->threads) {
        if (is_fixed) {
            EngineSettings settings = engine_settings_default();
            settings.search.tablebases = (TablebaseOptions){0};
            engine_configure(engine, &settings);
            engine_evaluate_like(engine, like);
        }
        return engine;
    }
    engine_destroy(engine);
    output_error("%s: not enough memory for a table of %d MB and %d threads", name_of(job),
                 job->megabytes, job->threads);
    return NULL;
}

static void bench_job(void *context, Position *pos, const atomic_bool *stop) {
    Session *session = context;
    BenchJob *job = session->bench;
    const bool borrowed = job->suite.count && !job->own_table;
    Engine *engine = borrowed ? session->player.engine : make_engine(job, session->player.engine);
    session->job_failed = true;
    if (!engine)
        return;
    if (!job->json)
        output_line("info string %s", version_name());
    stats_clear();
    stats_count_walks(job->counted);
    if (job->suite.count)
        search_suite(job, engine, pos, stop);
    else
        search_fixed(job, engine, pos, stop);
    stats_count_walks(false);
    if (!borrowed)
        engine_destroy(engine);
    if (*stop) {
        output_line("info string %s stopped: the count is not complete", name_of(job));
        return;
    }
    session->job_failed = job->suite.bad > 0;
    if (job->counted)
        print_stats();
    if (job->seconds)
        print_speed(job);
    else if (!job->json)
        output_line("%" PRIu64 " nodes %" PRIu64 " nps", job->nodes,
                    nodes_per_second(job->nodes, job->time / 1000));
}

/* --- the command ----------------------------------------------------------------------------- */

/* The kinds of limits, and the greatest number that a limit of the kind may have. */
static const struct {
    const char *name;
    size_t offset; /* the offset of the limit in SearchLimits */
    int64_t max;
} LIMITS[] = {
    {"depth", offsetof(SearchLimits, depth), MAX_PLY - 1},
    {"movetime", offsetof(SearchLimits, movetime), INT64_C(1000000000)},
    {"nodes", offsetof(SearchLimits, nodes), INT64_MAX},
};
enum { LIMIT_COUNT = sizeof LIMITS / sizeof *LIMITS };

/* Returns the kind of limit that a token names, or LIMIT_COUNT if the token names no limit. */
static int limit_named(Token token) {
    int i = 0;
    while (i < LIMIT_COUNT && !token_is(token, LIMITS[i].name))
        i++;
    return i;
}

static bool set_limit(BenchJob *job, int kind, Token token) {
    int64_t number;
    if (!token_number(token, &number) || number < 1 || number > LIMITS[kind].max)
        return output_error("bench: %s: '%s' is not a number from 1 to %" PRId64 "; %s",
                            LIMITS[kind].name, token_show(token).text, LIMITS[kind].max, USAGE);
    *(int64_t *)(void *)((char *)&job->limits + LIMITS[kind].offset) = number;
    return true;
}

/* Parses the limit, such as "12" or "nodes 1000". If the command has no limit, sets the depth BENCH_DEPTH. */
static bool take_limit(BenchJob *job, Tokens *tokens) {
    Token token = token_next(tokens);
    int kind = limit_named(token);
    job->limits.depth = token.length ? LIMIT_NONE : BENCH_DEPTH;
    if (!token.length)
        return true;
    if (kind == LIMIT_COUNT)
        kind = 0;
    else
        token = token_next(tokens);
    return set_limit(job, kind, token);
}

/* If the next token is neither a number nor the name of a limit, reads the file of this name. */
static bool take_file(BenchJob *job, Tokens *tokens) {
    const Token token = token_peek(*tokens);
    int64_t number;
    return !token.length || token_number(token, &number) || limit_named(token) < LIMIT_COUNT ||
           epd_suite_open(&job->suite, tokens);
}

/* If the next two tokens are numbers, parses them as HASH and THREADS. */
static bool take_table(BenchJob *job, Tokens *tokens) {
    Tokens rest = *tokens;
    int64_t megabytes, threads;
    job->own_table =
        token_number(token_next(&rest), &megabytes) && token_number(token_next(&rest), &threads);
    if (!job->own_table)
        return true;
    if (megabytes < HASH_MIN || megabytes > HASH_MAX || threads < 1 || threads > THREADS_MAX)
        return output_error("bench: HASH is %d to %d megabytes and THREADS 1 to %d; %s", HASH_MIN,
                            HASH_MAX, THREADS_MAX, USAGE);
    job->megabytes = (int)megabytes;
    job->threads = (int)threads;
    *tokens = rest;
    return true;
}

static bool read_job(BenchJob *job, Tokens tokens) {
    *job = (BenchJob){.megabytes = HASH_DEFAULT, .threads = 1, .limits = limits_none()};
    job->counted = token_take(&tokens, "stats");
    job->json = !job->counted && token_take(&tokens, "json");
    if (!take_table(job, &tokens) || !take_file(job, &tokens) || !take_limit(job, &tokens))
        return false;
    const Token rest = token_peek(tokens);
    if (rest.length)
        return output_error("bench: '%s' is one token too many; %s", token_show(rest).text, USAGE);
    if (job->json && !job->suite.count)
        return output_error("bench: json needs a FILE of positions; %s", USAGE);
    if (job->counted && !stats_text(0))
        return output_error("bench: this build has no counters, which would slow the search down; "
                            "panoptes-stats (`make stats`) and panoptes-debug have them");
    return true;
}

void bench_free(Session *session) {
    if (session->bench)
        epd_suite_free(&session->bench->suite);
    free(session->bench);
    session->bench = NULL;
}

/* Reads the arguments of speedtest: up to three numbers. */
static bool read_speedtest(BenchJob *job, Tokens tokens) {
    static const int64_t LEAST[] = {1, HASH_MIN, 1}, MOST[] = {THREADS_MAX, HASH_MAX, 1000000};
    int64_t numbers[3];
    int count = 0;
    for (Token token; (token = token_next(&tokens)).length; count++)
        if (count == 3 || !token_number(token, &numbers[count]) || numbers[count] < LEAST[count] ||
            numbers[count] > MOST[count])
            return output_error("speedtest: '%s' is not understood; write speedtest [THREADS [HASH "
                                "[SECONDS]]], 1 to %d threads, %d to %d megabytes, 1 to 1000000 s",
                                token_show(token).text, THREADS_MAX, HASH_MIN, HASH_MAX);
    *job = (BenchJob){.limits = limits_none(), .own_table = true};
    job->threads = count > 0 ? (int)numbers[0] : min_int(thread_cpus(), THREADS_MAX);
    job->megabytes = count > 1 ? (int)numbers[1] : 128 * job->threads;
    job->seconds = count > 2 ? numbers[2] : 150;
    return true;
}

/* Makes a job, calls `read` to parse the job's arguments, and starts the job. */
static bool start_job(Session *session, Tokens tokens, bool (*read)(BenchJob *, Tokens)) {
    worker_stop_and_settle(session);
    bench_free(session);
    session->bench = calloc(1, sizeof *session->bench);
    if (!session->bench)
        return output_error("bench: not enough memory");
    if (!read(session->bench, tokens)) {
        bench_free(session);
        return false;
    }
    session->bench->limits.analysis = session->player.analyse;
    const bool good = player_has_network(&session->player);
    worker_run(session, bench_job);
    return good;
}

bool bench_start(Session *session, Tokens tokens) {
    return start_job(session, tokens, read_job);
}

bool speedtest_start(Session *session, Tokens tokens) {
    return start_job(session, tokens, read_speedtest);
}
