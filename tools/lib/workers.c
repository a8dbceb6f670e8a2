#include "lib/workers.h"

#include "os/thread.h"

#include <stdlib.h>
#include <time.h>

struct Workers {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    WorkerJob *job; /* NULL: the threads must end */
    void *context;
    long number; /* number of jobs begun */
    int busy;    /* threads that have not finished the latest job */
    int count;   /* number of threads, the caller included */
    struct Worker {
        Workers *all;
        int part;
        pthread_t thread;
    } others[];
};

static void *work(void *context) {
    const struct Worker *self = context;
    Workers *w = self->all;
    for (long done = 0;; done++) {
        pthread_mutex_lock(&w->lock);
        while (w->number == done)
            pthread_cond_wait(&w->begin, &w->lock);
        WorkerJob *job = w->job;
        void *of_job = w->context;
        const int parts = w->count;
        pthread_mutex_unlock(&w->lock);
        if (!job)
            return NULL;
        job(of_job, self->part, parts);
        pthread_mutex_lock(&w->lock);
        if (--w->busy == 0)
            pthread_cond_signal(&w->end);
        pthread_mutex_unlock(&w->lock);
    }
}

Workers *workers_create(int threads) {
    Workers *w = calloc(1, sizeof *w + (size_t)threads * sizeof *w->others);
    if (!w)
        return NULL;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->begin, NULL);
    pthread_cond_init(&w->end, NULL);
    for (w->count = 1; w->count < threads; w->count++) {
        struct Worker *next = &w->others[w->count - 1];
        *next = (struct Worker){.all = w, .part = w->count};
        if (!thread_start(&next->thread, work, next))
            break;
    }
    return w;
}

int workers_count(const Workers *w) {
    return w->count;
}

void workers_share(size_t count, size_t step, int part, int parts, size_t *begin, size_t *end) {
    const size_t steps = (count + step - 1) / step;
    *begin = steps * (size_t)part / (size_t)parts * step;
    *end = steps * ((size_t)part + 1) / (size_t)parts * step;
    *begin = *begin < count ? *begin : count;
    *end = *end < count ? *end : count;
}

static void start(Workers *w, WorkerJob *job, void *context) {
    pthread_mutex_lock(&w->lock);
    w->job = job;
    w->context = context;
    w->busy = w->count - 1;
    w->number++;
    pthread_cond_broadcast(&w->begin);
    pthread_mutex_unlock(&w->lock);
}

void workers_run(Workers *w, WorkerJob *job, void *context) {
    start(w, job, context);
    job(context, 0, w->count);
    pthread_mutex_lock(&w->lock);
    while (w->busy > 0)
        pthread_cond_wait(&w->end, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

void workers_free(Workers *w) {
    if (!w)
        return;
    start(w, NULL, NULL);
    for (int i = 1; i < w->count; i++)
        pthread_join(w->others[i - 1].thread, NULL);
    pthread_cond_destroy(&w->end);
    pthread_cond_destroy(&w->begin);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

/* --- signals ---------------------------------------------------------------------------------- */

void ending_block(sigset_t *ending) {
    static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(ending);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) {
        struct sigaction action;
        if (sigaction(SIGNALS[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(ending, SIGNALS[i]);
    }
    pthread_sigmask(SIG_BLOCK, ending, NULL);
}

bool ending_asked(const sigset_t *ending, int milliseconds) {
    const struct timespec patience = {.tv_nsec = milliseconds * 1000000L};
    return sigtimedwait(ending, NULL, &patience) > 0;
}

/* --- crews ------------------------------------------------------------------------------------ */

typedef struct Crew {
    void *(*body)(void *context);
    char *contexts;
    size_t size;
    atomic_int alive;
    atomic_bool *stop;
    CrewWatch *watch;
    void *context;
    sigset_t ending;
} Crew;

/* Runs one part of a crew. Part 0, on the caller's thread, receives the signals and calls `watch`;
 * each other part runs `body`. */
static void crew_part(void *context, int part, int parts) {
    Crew *c = context;
    const int64_t begin = clock_microseconds();
    if (part > 0) {
        c->body(c->contexts + (size_t)(part - 1) * c->size);
        c->alive--;
        return;
    }
    for (bool last = false; !last;) {
        last = !c->alive;
        if (!last && ending_asked(&c->ending, 100))
            *c->stop = true;
        if (c->watch)
            c->watch(c->context, (double)(clock_microseconds() - begin) / 1e6, last);
    }
}

int crew_run(void *(*body)(void *context), void *contexts, size_t size, int count,
             atomic_bool *stop, CrewWatch *watch, void *context) {
    Crew c = {.body = body,
              .contexts = contexts,
              .size = size,
              .stop = stop,
              .watch = watch,
              .context = context};
    ending_block(&c.ending);
    Workers *workers = workers_create(count + 1);
    const int started = workers ? workers_count(workers) - 1 : 0;
    c.alive = started;
    if (workers)
        workers_run(workers, crew_part, &c);
    workers_free(workers);
    return started;
}
