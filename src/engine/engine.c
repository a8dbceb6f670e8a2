#include "engine/engine.h"

#include "board/fen.h"
#include "board/make.h"
#include "eval/evaluate.h"
#include "search/search.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* What the worker has to do. */
typedef enum Task { TASK_NONE, TASK_SEARCH, TASK_JOB, TASK_EXIT } Task;

struct Engine {
    Search search; /* the worker's, while it is busy */
    Position game;
    Table table;
    SearchReporter reporter;
    int megabytes, overhead, multipv;
    int skill;           /* SKILL_FULL: no handicap */
    uint64_t skill_seed; /* 0: game_seed counts */
    uint64_t game_seed;  /* drawn anew for each game */
    Table weak_table;    /* of weaker play, so that no wrong judgement outlives it */
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
};

/* --- the worker ---------------------------------------------------------------------------- */

/* Holds the answer back for as long as the protocol forbids it. */
static void wait_for_permission(Engine *e) {
    pthread_mutex_lock(&e->lock);
    while (e->waits_for_stop)
        pthread_cond_wait(&e->changed, &e->lock);
    pthread_mutex_unlock(&e->lock);
}

/* A weaker player has done his thinking at once, but does not answer before a moment has passed:
 * a quarter of the time that the clock has for the move, half a second at most. */
static void linger(Engine *e) {
    enum { MOMENT = 500 };
    const Clock *clock = &e->search.clock;
    if (!e->search.handicap.game || !clock->timed)
        return;
    const int64_t moment = clock->soft / 4 < MOMENT ? clock->soft / 4 : MOMENT;
    pthread_mutex_lock(&e->lock);
    for (int64_t left; !e->search.stop && !clock->pondering &&
                       (left = clock->start + moment - clock_now()) > 0;) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += left * 1000000; /* less than a second */
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&e->changed, &e->lock, &until);
    }
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
            const SearchResult result = search_run(&e->search);
            linger(e);
            wait_for_permission(e);
            if (e->reporter.done)
                e->reporter.done(e->reporter.context, &e->search.root, result.best, result.ponder);
        } else {
            e->job(e->job_context, &e->search.pos, &e->job_stop);
        }
        pthread_mutex_lock(&e->lock);
        if (e->task != TASK_EXIT)
            e->task = TASK_NONE;
        pthread_cond_broadcast(&e->changed);
        pthread_mutex_unlock(&e->lock);
    }
}

static void give_task(Engine *e, Task task, bool waits_for_stop) {
    pthread_mutex_lock(&e->lock);
    e->waits_for_stop = waits_for_stop;
    e->task = task;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

static void stop_and_wait(Engine *e) {
    engine_stop(e);
    engine_wait(e);
}

/* --- weaker play ---------------------------------------------------------------------------- */

/* A number that differs from game to game; never 0. */
static uint64_t draw_seed(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec) << 1 | 1;
}

static bool is_weakened(const Engine *e, const SearchLimits *limits) {
    return e->skill < SKILL_FULL && !limits->infinite && !limits->analysis && limits->mate < 0 &&
           e->multipv == 1;
}

/* Makes the search that was prepared one of a weaker player. */
static void weaken(Engine *e) {
    Search *s = &e->search;
    s->table = &e->weak_table;
    table_clear(s->table);
    history_clear(&s->history);
    handicap_begin(&s->handicap, e->skill, e->skill_seed ? e->skill_seed : e->game_seed, &s->pos,
                   &s->limits);
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

Engine *engine_create(const SearchReporter *reporter) {
    Engine *e = aligned_alloc(CACHE_LINE, sizeof *e);
    if (!e)
        return NULL;
    *e = (Engine){.reporter = *reporter,
                  .overhead = OVERHEAD_DEFAULT,
                  .multipv = 1,
                  .skill = SKILL_FULL,
                  .game_seed = draw_seed()};
    e->search.table = &e->table;
    e->search.reporter = &e->reporter;
    e->megabytes = table_resize(&e->table, HASH_DEFAULT);
    char error[256];
    const int weak_megabytes = table_resize(&e->weak_table, 4);
    if (e->megabytes && weak_megabytes && fen_parse(&e->game, FEN_START, error, sizeof error) &&
        start_worker(e))
        return e;
    table_free(&e->table);
    table_free(&e->weak_table);
    free(e);
    return NULL;
}

void engine_destroy(Engine *e) {
    stop_and_wait(e);
    give_task(e, TASK_EXIT, false);
    pthread_join(e->worker, NULL);
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    table_free(&e->table);
    table_free(&e->weak_table);
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
    history_clear(&e->search.history);
    e->game_seed = draw_seed();
}

/* --- options ------------------------------------------------------------------------------- */

int engine_set_hash(Engine *e, int megabytes) {
    stop_and_wait(e);
    if (megabytes != e->megabytes) {
        e->megabytes = table_resize(&e->table, megabytes);
        if (e->megabytes == 0) /* not one megabyte to be had: search cannot go on without a table */
            abort();
    }
    return e->megabytes;
}

void engine_clear_hash(Engine *e) {
    stop_and_wait(e);
    table_clear(&e->table);
}

void engine_set_overhead(Engine *e, int milliseconds) {
    stop_and_wait(e);
    e->overhead = milliseconds;
}

void engine_set_multipv(Engine *e, int lines) {
    stop_and_wait(e);
    e->multipv = lines;
}

void engine_set_skill(Engine *e, int skill) {
    stop_and_wait(e);
    e->skill = skill;
}

void engine_set_skill_seed(Engine *e, uint64_t seed) {
    stop_and_wait(e);
    e->skill_seed = seed;
}

void engine_set_chess960(Engine *e, bool on) {
    stop_and_wait(e);
    e->game.chess960 = on;
}

/* --- working ------------------------------------------------------------------------------- */

void engine_go(Engine *e, const SearchLimits *limits) {
    stop_and_wait(e);
    search_prepare(&e->search, &e->game, limits, e->overhead);
    e->search.limits.multipv = e->multipv;
    e->search.table = &e->table;
    if (is_weakened(e, limits))
        weaken(e);
    give_task(e, TASK_SEARCH, limits->infinite || limits->ponder);
}

void engine_run(Engine *e, EngineJob *job, void *context) {
    stop_and_wait(e);
    position_copy(&e->search.pos, &e->game);
    e->job = job;
    e->job_context = context;
    e->job_stop = false;
    give_task(e, TASK_JOB, false);
}

void engine_ponderhit(Engine *e) {
    pthread_mutex_lock(&e->lock);
    if (e->task == TASK_SEARCH && e->search.clock.pondering) {
        clock_ponderhit(&e->search.clock);
        e->waits_for_stop = e->search.limits.infinite;
        pthread_cond_broadcast(&e->changed);
    }
    pthread_mutex_unlock(&e->lock);
}

void engine_stop(Engine *e) {
    pthread_mutex_lock(&e->lock);
    if (e->task != TASK_NONE) {
        e->search.stop = true;
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
