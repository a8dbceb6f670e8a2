#include "engine/engine.h"

#include "board/fen.h"
#include "board/make.h"
#include "eval/evaluate.h"
#include "search/pool.h"

#include <pthread.h>
#include <stdlib.h>

/* What the worker has to do. */
typedef enum Task { TASK_NONE, TASK_SEARCH, TASK_JOB, TASK_EXIT } Task;

struct Engine {
    Pool *pool;          /* the worker's, while it is busy */
    Position game, work; /* the worker's copy, for jobs */
    Table table;
    SearchReporter reporter;
    void (*idle)(void *context);
    int megabytes, megabytes_asked, overhead, multipv, nodestime;
    TablebaseOptions tablebases;
    EngineJob *job;
    void *job_context;
    atomic_bool job_stop;
    /* The worker sleeps on `changed` when it has nothing to do, or when a search that may not end
     * by itself has run out of things to search. Everything below is guarded by `lock`. */
    pthread_t worker;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Task task;
    bool waits_for_stop; /* `infinite` or `ponder`: done is reported only after stop or ponderhit */
    bool answered;       /* done is being reported: for engine_is_busy */
};

/* --- the worker ---------------------------------------------------------------------------- */

/* Holds the answer back for as long as the protocol forbids it. */
static void wait_for_permission(Engine *e) {
    pthread_mutex_lock(&e->lock);
    while (e->waits_for_stop)
        pthread_cond_wait(&e->changed, &e->lock);
    e->answered = true;
    pthread_mutex_unlock(&e->lock);
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
        if (task == TASK_SEARCH) {
            const SearchResult result = pool_run(e->pool);
            wait_for_permission(e);
            if (e->reporter.done)
                e->reporter.done(e->reporter.context, &pool_main(e->pool)->root, result.best,
                                 result.ponder);
        } else {
            e->job(e->job_context, &e->work, &e->job_stop);
        }
        pthread_mutex_lock(&e->lock);
        if (e->task != TASK_EXIT)
            e->task = TASK_NONE;
        pthread_cond_broadcast(&e->changed);
        pthread_mutex_unlock(&e->lock);
        if (e->idle)
            e->idle(e->reporter.context);
    }
}

static void give_task(Engine *e, Task task, bool waits_for_stop) {
    pthread_mutex_lock(&e->lock);
    e->waits_for_stop = waits_for_stop;
    e->answered = false;
    e->task = task;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

static void stop_and_wait(Engine *e) {
    engine_stop(e);
    engine_wait(e);
}

/* --- life ---------------------------------------------------------------------------------- */

static bool start_worker(Engine *e) {
    if (pthread_mutex_init(&e->lock, NULL))
        return false;
    if (pthread_cond_init(&e->changed, NULL)) {
        pthread_mutex_destroy(&e->lock);
        return false;
    }
    if (pthread_create(&e->worker, NULL, work, e)) {
        pthread_cond_destroy(&e->changed);
        pthread_mutex_destroy(&e->lock);
        return false;
    }
    return true;
}

Engine *engine_create(const SearchReporter *reporter, void (*idle)(void *context)) {
    Engine *e = aligned_alloc(CACHE_LINE, sizeof *e);
    if (!e)
        return NULL;
    *e = (Engine){.reporter = *reporter,
                  .idle = idle,
                  .megabytes_asked = HASH_DEFAULT,
                  .overhead = OVERHEAD_DEFAULT,
                  .multipv = 1,
                  .tablebases = {TABLEBASE_DEPTH_DEFAULT, TABLEBASE_LIMIT_DEFAULT, true}};
    e->megabytes = table_resize(&e->table, HASH_DEFAULT);
    e->pool = pool_create(&e->table, &e->reporter);
    char error[256];
    if (e->megabytes && e->pool && fen_parse(&e->game, FEN_START, error, sizeof error) &&
        start_worker(e))
        return e;
    pool_free(e->pool);
    table_free(&e->table);
    free(e);
    return NULL;
}

void engine_destroy(Engine *e) {
    stop_and_wait(e);
    give_task(e, TASK_EXIT, false);
    pthread_join(e->worker, NULL);
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    pool_free(e->pool);
    table_free(&e->table);
    free(e);
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
    stop_and_wait(e);
    make_move(&e->game, m);
    position_reroot(&e->game);
}

void engine_new_game(Engine *e) {
    stop_and_wait(e);
    table_clear(&e->table);
    pool_clear(e->pool);
}

/* --- options ------------------------------------------------------------------------------- */

int engine_set_hash(Engine *e, int megabytes) {
    stop_and_wait(e);
    if (megabytes == e->megabytes_asked)
        return e->megabytes;
    e->megabytes_asked = megabytes;
    /* There must be a table at all times, so the old one goes only when the new one is there. If
     * that leaves too little room, a second try may find more. */
    for (int try = 0; try < 2; try++) {
        Table other = {0};
        const int had = table_resize(&other, megabytes);
        const bool better = had && (try == 0 || had > e->megabytes);
        table_free(better ? &e->table : &other);
        if (better) {
            e->table = other;
            e->megabytes = had;
        }
        if (e->megabytes == megabytes)
            break;
    }
    return e->megabytes;
}

void engine_clear_hash(Engine *e) {
    stop_and_wait(e);
    table_clear(&e->table);
}

int engine_set_threads(Engine *e, int threads) {
    stop_and_wait(e);
    return pool_resize(e->pool, threads);
}

void engine_set_overhead(Engine *e, int milliseconds) {
    e->overhead = milliseconds;
}

void engine_set_multipv(Engine *e, int lines) {
    e->multipv = lines;
}

void engine_set_nodestime(Engine *e, int nodes) {
    e->nodestime = nodes;
}

void engine_set_chess960(Engine *e, bool on) {
    e->game.chess960 = on;
}

bool engine_set_tablebase_path(Engine *e, const char *paths, TablebaseCount *count, char *error,
                               size_t error_size) {
    stop_and_wait(e);
    return tablebase_open(paths, count, error, error_size);
}

TablebaseOptions engine_tablebase_options(const Engine *e) {
    return e->tablebases;
}

void engine_set_tablebase_options(Engine *e, TablebaseOptions options) {
    stop_and_wait(e);
    e->tablebases = options;
}

/* --- working ------------------------------------------------------------------------------- */

void engine_go(Engine *e, const SearchLimits *limits) {
    stop_and_wait(e);
    SearchLimits all = *limits;
    all.multipv = e->multipv;
    all.nodestime = e->nodestime;
    pool_prepare(e->pool, &e->game, &all, e->overhead);
    pool_main(e->pool)->tablebases.options = e->tablebases;
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
    if (e->task == TASK_SEARCH && pool_main(e->pool)->clock.pondering) {
        clock_ponderhit(&pool_main(e->pool)->clock);
        e->waits_for_stop = pool_main(e->pool)->limits.infinite;
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
        pool_main(e->pool)->stop = true;
        e->job_stop = true;
        e->waits_for_stop = false;
        pthread_cond_broadcast(&e->changed);
    }
    pthread_mutex_unlock(&e->lock);
}

void engine_wait(Engine *e) {
    pthread_mutex_lock(&e->lock);
    while (e->task != TASK_NONE)
        pthread_cond_wait(&e->changed, &e->lock);
    pthread_mutex_unlock(&e->lock);
}

int engine_evaluate(const Engine *e) {
    return evaluate(&e->game);
}
