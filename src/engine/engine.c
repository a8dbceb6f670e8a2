#include "engine/engine.h"

#include "board/fen.h"
#include "board/make.h"
#include "engine/book.h"
#include "eval/evaluate.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "os/thread.h"
#include "search/search.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* --- tables ---------------------------------------------------------------------------------- */

void tables_init(CpuLevel level) {
    /* selftest compares the kernels in the order of these calls. emit, which
     * writes moves to a list, comes first, then make_normal, which makes moves: the checks of all
     * other kernels use these two. */
    kernels_begin(level);
    emit_init();
    make_normal_init();
    captures_init();
    state_difference_init();
    accumulator_init();
    geometry_init();
    zobrist_init();
    repetition_init();
    evaluate_init();
    inputs_init();
    network_file_init();
    search_init();
    book_init();
}

enum { WEAK_MEGABYTES = 4 };

/* The task of the worker. */
typedef enum Task { TASK_NONE, TASK_SEARCH, TASK_JOB, TASK_EXIT } Task;

struct Engine {
    Pool *pool;          /* a busy worker uses the pool */
    Position game, work; /* `work` is the worker's copy of the position, for jobs */
    Table table;
    SearchReporter reporter;
    void (*idle)(void *context);
    const Network *network; /* evaluates if `evaluation` is EVALUATION_NETWORK */
    /* the file of `network`; NULL if the network is inside the program, or another engine's */
    NetworkFile *network_file;
    Evaluation evaluation;
    int megabytes, megabytes_asked;
    uint64_t game_seed; /* seed of a weaker player's errors, drawn for each game */
    /* Weaker play has a search and a table of its own, since its wrong scores must not enter the
     * main table. `weak` is NULL until has_weak makes search and table. */
    Search *weak;
    Table weak_table;
    EngineJob *job;
    void *job_context;
    atomic_bool job_stop;
    /* The worker waits for `changed` in two cases: the worker has no task, or its search has ended
     * and the answer must wait. `lock` guards all fields below. */
    pthread_t worker;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Task task;
    /* with `infinite` or `ponder`, the report `done` comes only after stop or ponderhit */
    bool waits_for_stop;
    bool answered;           /* the report `done` has begun, for engine_is_busy */
    bool infinite;           /* the current search ends only by stop, even after ponderhit */
    bool weakened;           /* a weaker player makes the current search */
    EngineSettings settings; /* the front end writes the settings, jobs read the settings */
};

/* --- the worker ---------------------------------------------------------------------------- */

/* Returns the current or latest search: that of the pool's first thread, or that of weaker play. */
static Search *searching(const Engine *e) {
    return e->weakened ? e->weak : pool_main(e->pool);
}

static SearchResult run(Engine *e) {
    return e->weakened ? search_run(e->weak) : pool_run(e->pool);
}

/* Delays the answer of a weaker player, whose search takes almost no time. */
static void linger(Engine *e) {
    if (!e->weakened)
        return;
    pthread_mutex_lock(&e->lock);
    for (int64_t left; (left = search_answer_delay_ms(e->weak)) > 0;)
        thread_wait_for(&e->changed, &e->lock, left);
    pthread_mutex_unlock(&e->lock);
}

/* Waits until the protocol allows the answer: with `infinite` or `ponder`, until stop or ponderhit. */
static void wait_for_permission(Engine *e) {
    pthread_mutex_lock(&e->lock);
    while (e->waits_for_stop)
        pthread_cond_wait(&e->changed, &e->lock);
    e->answered = true;
    pthread_mutex_unlock(&e->lock);
}

/* Runs the prepared search, and reports the best move. */
static void search(Engine *e) {
    const SearchResult result = run(e);
    linger(e);
    wait_for_permission(e);
    search_answered(searching(e));
    if (e->reporter.done)
        e->reporter.done(e->reporter.context, search_position(searching(e)), result.best,
                         result.ponder);
}

/* Performs a task of the worker, which is idle afterwards. */
static void perform(Engine *e, Task task) {
    if (task == TASK_SEARCH)
        search(e);
    else
        e->job(e->job_context, &e->work, &e->job_stop);
    pthread_mutex_lock(&e->lock);
    e->task = TASK_NONE;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    if (e->idle)
        e->idle(e->reporter.context);
}

static void *work(void *argument) {
    Engine *e = argument;
    for (;;) {
        pthread_mutex_lock(&e->lock);
        while (e->task == TASK_NONE)
            pthread_cond_wait(&e->changed, &e->lock);
        const Task task = e->task;
        pthread_mutex_unlock(&e->lock);
        if (task == TASK_EXIT)
            return NULL;
        perform(e, task);
    }
}

static void give_task(Engine *e, Task task, bool waits_for_stop) {
    pthread_mutex_lock(&e->lock);
    e->waits_for_stop = waits_for_stop;
    e->answered = false;
    e->task = task;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    if (!HAS_THREADS && task != TASK_EXIT)
        perform(e, task);
}

static void stop_and_wait(Engine *e) {
    engine_stop(e);
    engine_wait(e);
}

/* --- weaker play ---------------------------------------------------------------------------- */

/* Returns a seed that differs from game to game and is never 0. */
static uint64_t draw_seed(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec) << 1 | 1;
}

static bool is_weakened(const EngineSettings *settings, const SearchLimits *limits) {
    return settings->skill < SKILL_FULL && !limits->infinite && !limits->analysis &&
           limits->mate < 0 && settings->search.multipv == 1;
}

/* Prepares the search of a weaker player. */
static void prepare_weak(Engine *e, const Position *pos, const SearchLimits *limits,
                         const EngineSettings *settings) {
    table_clear(&e->weak_table);
    search_prepare(e->weak, pos, limits, &settings->search);
    search_weaken(e->weak, settings->skill,
                  settings->skill_seed ? settings->skill_seed : e->game_seed);
}

/* --- preparing ------------------------------------------------------------------------------ */

/* Prepares a search of a position with the engine's settings. `interrupt` is a flag that ends the
 * search, or NULL. */
static void prepare(Engine *e, const Position *pos, const SearchLimits *limits,
                    const atomic_bool *interrupt) {
    EngineSettings settings = engine_settings(e);
    const bool weakened = is_weakened(&settings, limits);
    settings.search.interrupt = interrupt;
    pthread_mutex_lock(&e->lock);
    e->infinite = limits->infinite;
    e->weakened = weakened;
    pthread_mutex_unlock(&e->lock);
    if (weakened)
        prepare_weak(e, pos, limits, &settings);
    else
        pool_prepare(e->pool, pos, limits, &settings.search);
}

/* --- evaluation ------------------------------------------------------------------------------ */

/* Sets the evaluation. The worker must be idle. A weaker player has no network, since the levels of
 * weaker play were measured without a network. */
static void set_judge(Engine *e, Evaluation evaluation) {
    e->evaluation = evaluation;
    pool_set_network(e->pool, evaluation == EVALUATION_NETWORK ? e->network : NULL);
}

static void use_evaluation(Engine *e, Evaluation evaluation) {
    set_judge(e, evaluation);
    engine_forget(e);
}

/* --- life ---------------------------------------------------------------------------------- */

static bool start_worker(Engine *e) {
    if (pthread_mutex_init(&e->lock, NULL))
        return false;
    if (!thread_condition_init(&e->changed)) {
        pthread_mutex_destroy(&e->lock);
        return false;
    }
    if (HAS_THREADS && !thread_start(&e->worker, work, e)) {
        pthread_cond_destroy(&e->changed);
        pthread_mutex_destroy(&e->lock);
        return false;
    }
    return true;
}

static void free_all(Engine *e) {
    pool_free(e->pool);
    search_free(e->weak);
    table_free(&e->table);
    table_free(&e->weak_table);
    network_close(e->network_file);
    aligned_free(e);
}

Engine *engine_create(const SearchReporter *reporter, void (*idle)(void *context)) {
    Engine *e = aligned_new(sizeof *e);
    if (!e)
        return NULL;
    *e = (Engine){.reporter = *reporter,
                  .idle = idle,
                  .network = network_embedded(),
                  .megabytes_asked = HASH_BEGIN,
                  .game_seed = draw_seed(),
                  .settings = engine_settings_default()};
    e->megabytes = table_resize(&e->table, HASH_BEGIN);
    e->pool = pool_create(&e->table, &e->reporter);
    if (e->megabytes && e->pool && fen_parse(&e->game, FEN_START, NULL, 0) && start_worker(e)) {
        /* not engine_set_evaluation, which also empties hash table and histories: both are empty
         * here */
        set_judge(e, EVALUATION_DEFAULT);
        return e;
    }
    free_all(e);
    return NULL;
}

Engine *engine_create_like(Engine *other) {
    const SearchReporter reporter = {.context = other->reporter.context,
                                     .fault = other->reporter.fault};
    Engine *e = engine_create(&reporter, NULL);
    if (!e)
        return NULL;
    const EngineSettings settings = engine_settings(other);
    engine_configure(e, &settings);
    engine_evaluate_like(e, other);
    engine_set_hash(e, other->megabytes_asked);
    engine_set_threads(e, engine_threads(other));
    return e;
}

void engine_destroy(Engine *e) {
    if (!e)
        return;
    stop_and_wait(e);
    give_task(e, TASK_EXIT, false);
    pthread_join(e->worker, NULL);
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    free_all(e);
}

/* --- the game ------------------------------------------------------------------------------ */

const Position *engine_position(const Engine *e) {
    return &e->game;
}

bool engine_set_fen(Engine *e, const char *fen, char *error, size_t error_size) {
    stop_and_wait(e);
    return fen_parse(&e->game, fen, error, error_size);
}

void engine_play(Engine *e, Move m) {
    assert(m == MOVE_NULL || move_is_legal(&e->game, m));
    stop_and_wait(e);
    position_advance(&e->game, m);
}

void engine_new_game(Engine *e) {
    stop_and_wait(e);
    engine_forget(e);
}

/* --- options ------------------------------------------------------------------------------- */

int engine_set_hash(Engine *e, int megabytes) {
    assert(megabytes >= HASH_MIN && megabytes <= HASH_MAX);
    stop_and_wait(e);
    e->megabytes_asked = megabytes;
    if (megabytes != e->megabytes)
        e->megabytes = table_resize(&e->table, megabytes);
    return e->megabytes;
}

void engine_ready(Engine *e) {
    if (!engine_is_busy(e))
        table_ready(&e->table);
}

int engine_hash(const Engine *e) {
    return e->megabytes;
}

int engine_threads(const Engine *e) {
    return e->table.threads > 0 ? e->table.threads : 1;
}

void engine_clear_hash(Engine *e) {
    stop_and_wait(e);
    table_clear(&e->table);
}

int engine_set_threads(Engine *e, int threads) {
    stop_and_wait(e);
    return e->table.threads = pool_resize(e->pool, threads);
}

EngineSettings engine_settings_default(void) {
    return (EngineSettings){
        .search = {.multipv = 1,
                   .overhead = OVERHEAD_DEFAULT,
                   .tablebases = {TABLEBASE_DEPTH_DEFAULT, TABLEBASE_LIMIT_DEFAULT, true}},
        .skill = SKILL_FULL};
}

EngineSettings engine_settings(Engine *e) {
    pthread_mutex_lock(&e->lock);
    const EngineSettings settings = e->settings;
    pthread_mutex_unlock(&e->lock);
    return settings;
}

/* Makes the search and the table of weaker play, unless they exist. Returns false if memory is
 * short. */
static bool has_weak(Engine *e) {
    if (!e->weak && table_resize(&e->weak_table, WEAK_MEGABYTES))
        e->weak = search_create(&e->weak_table, &e->reporter);
    return e->weak;
}

bool engine_configure(Engine *e, const EngineSettings *settings) {
    assert(settings->search.multipv >= 1 && settings->search.multipv <= MULTIPV_MAX);
    assert(settings->search.overhead >= 0 && settings->search.overhead <= OVERHEAD_MAX);
    assert(settings->search.nodestime >= 0 && settings->search.nodestime <= NODESTIME_MAX);
    assert(settings->search.self_check >= 0 &&
           settings->search.self_check <= SELF_CHECK_INTERVAL_MAX);
    assert(settings->skill >= 0 && settings->skill <= SKILL_FULL);
    const bool plays = settings->skill == SKILL_FULL || has_weak(e);
    pthread_mutex_lock(&e->lock);
    e->settings = *settings;
    if (!plays)
        e->settings.skill = SKILL_FULL;
    pthread_mutex_unlock(&e->lock);
    return plays;
}

SelfCheckCounts engine_self_checks(const Engine *e) {
    return e->weakened ? search_checks(e->weak) : pool_checks(e->pool);
}

void engine_set_evaluation(Engine *e, Evaluation evaluation) {
    stop_and_wait(e);
    if (evaluation != e->evaluation)
        use_evaluation(e, evaluation);
}

void engine_evaluate_like(Engine *e, const Engine *other) {
    stop_and_wait(e);
    if (e->network == other->network && e->evaluation == other->evaluation)
        return;
    network_close(e->network_file);
    e->network_file = NULL;
    e->network = other->network;
    use_evaluation(e, other->evaluation);
}

bool engine_set_network(Engine *e, const char *path, const char **reason) {
    if (!*path && e->network == network_embedded())
        return true;
    NetworkFile *file = *path ? network_open(path, reason) : NULL;
    if (*path && !file)
        return false;
    stop_and_wait(e);
    NetworkFile *old = e->network_file;
    e->network_file = file;
    e->network = file ? network_of(file) : network_embedded();
    if (e->evaluation == EVALUATION_NETWORK)
        use_evaluation(e, EVALUATION_NETWORK);
    network_close(old);
    return true;
}

const Network *engine_network(const Engine *e) {
    return e->network;
}

const Network *engine_judge(const Engine *e) {
    return e->evaluation == EVALUATION_NETWORK ? e->network : NULL;
}

bool engine_lacks_network(const Engine *e) {
    return e->evaluation == EVALUATION_NETWORK && !e->network;
}

void engine_set_chess960(Engine *e, bool on) {
    e->game.chess960 = on;
}

#ifdef TUNE
void engine_set_params(Engine *e, const int *params) {
    stop_and_wait(e);
    pool_set_params(e->pool, params);
    if (e->weak)
        search_set_params(e->weak, params);
}
#endif

bool engine_set_tablebase_path(Engine *e, const char *paths, TablebaseCount *count, char *error,
                               size_t error_size) {
    stop_and_wait(e);
    return tablebase_open(paths, count, error, error_size);
}

/* --- working ------------------------------------------------------------------------------- */

void engine_go(Engine *e, const SearchLimits *limits) {
    stop_and_wait(e);
    prepare(e, &e->game, limits, NULL);
    give_task(e, TASK_SEARCH, limits->infinite || limits->ponder);
}

void engine_run(Engine *e, EngineJob *job, void *context) {
    stop_and_wait(e);
    position_copy(&e->work, &e->game);
    e->job = job;
    e->job_context = context;
    e->job_stop = false;
    give_task(e, TASK_JOB, false);
}

void engine_ponderhit(Engine *e) {
    pthread_mutex_lock(&e->lock);
    if (e->task == TASK_SEARCH && search_ponderhit(searching(e))) {
        e->waits_for_stop = e->infinite;
        pthread_cond_broadcast(&e->changed);
    }
    pthread_mutex_unlock(&e->lock);
}

bool engine_is_busy(Engine *e) {
    pthread_mutex_lock(&e->lock);
    const bool busy = e->task != TASK_NONE && !e->answered;
    pthread_mutex_unlock(&e->lock);
    return busy;
}

void engine_stop(Engine *e) {
    pthread_mutex_lock(&e->lock);
    if (e->task != TASK_NONE) {
        search_stop(searching(e));
        e->job_stop = true;
        e->waits_for_stop = false;
        pthread_cond_broadcast(&e->changed);
    }
    pthread_mutex_unlock(&e->lock);
}

void engine_interrupt(Engine *e) {
    e->job_stop = true;
}

void engine_wait(Engine *e) {
    pthread_mutex_lock(&e->lock);
    while (e->task != TASK_NONE)
        pthread_cond_wait(&e->changed, &e->lock);
    pthread_mutex_unlock(&e->lock);
}

/* --- thinking on the caller's thread ---------------------------------------------------------- */

void engine_forget(Engine *e) {
    table_clear(&e->table);
    pool_forget(e->pool);
    if (e->weak)
        search_forget(e->weak); /* the table of weaker play is cleared before each search */
    e->game_seed = draw_seed();
}

/* The reporters of a search on the caller's thread. The search's lines go to the caller's reporter,
 * and faults go to the engine's reporter. */
typedef struct Listener {
    const SearchReporter *lines; /* the caller's reporter; NULL if the caller wants no lines */
    const SearchReporter *own;
} Listener;

static void report_line(void *context, const Position *root, const SearchInfo *info) {
    const Listener *l = context;
    l->lines->info(l->lines->context, root, info);
}

static void report_fault(void *context, const char *report) {
    const Listener *l = context;
    if (l->own->fault)
        l->own->fault(l->own->context, report);
}

SearchResult engine_analyse(Engine *e, const Position *pos, const SearchLimits *limits,
                            const atomic_bool *stop, const SearchReporter *lines) {
    const SearchReporter reporter = e->reporter;
    Listener listener = {lines, &reporter};
    e->reporter = (SearchReporter){
        .context = &listener, .info = lines ? report_line : NULL, .fault = report_fault};
    prepare(e, pos, limits, stop);
    const SearchResult result = run(e);
    search_answered(searching(e));
    e->reporter = reporter;
    return result;
}
