#include "os/thread.h"
#include "postmortem/postmortem.h"
#include "search/search.h"

enum { LOOK_MS = 1000, PATIENCE_MS = 5000, JOBS = 2, PLACES = REGISTRY_SIZE + JOBS };

/* The progress of a thread in its search or job, as the watch saw it at the latest check. */
typedef struct Seen {
    uintptr_t thread; /* the thread_id of the thread, or 0 */
    uint64_t turn;    /* the serial number of the search or job; a new one has another number */
    uint64_t steps;
    int64_t used; /* the processor time of the thread, in milliseconds */
    int64_t lost; /* the processor time since the thread's last progress, in milliseconds */
} Seen;

/* A job (work other than a search) that a thread has told the watch by watch_enter. */
typedef struct Job {
    uintptr_t thread; /* the thread_id of the thread, or 0 */
    int64_t clock;
    uint64_t turn;
    const atomic_uint_least64_t *steps;
} Job;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; /* guards the variables below */
static pthread_cond_t ended;
static pthread_t watcher;
static bool watching;
static Seen seen[PLACES]; /* an entry for each search of the registry, then for each of `jobs` */
static Job jobs[JOBS];

/* Compares the progress now with the progress before. Returns true if the thread is caught in a
 * loop. */
static bool is_caught(Seen *before, Seen now) {
    if (now.thread && now.thread == before->thread && now.turn == before->turn &&
        now.steps == before->steps && now.used >= 0) {
        const int64_t since = now.used - before->used;
        now.lost = before->lost + (since < LOOK_MS ? since : LOOK_MS);
    }
    const bool caught = now.lost >= PATIENCE_MS;
    *before = now;
    /* counts from 0 again after a catch, since search_escape may let the thread continue */
    before->lost = caught ? 0 : now.lost;
    return caught;
}

static Seen look_at_search(const Search *s) {
    const SearchPulse pulse = search_pulse(s);
    if (!pulse.thread)
        return (Seen){0};
    return (Seen){pulse.thread, pulse.turn, pulse.nodes, thread_time(pulse.clock), 0};
}

/* Returns the progress of a job. While the thread of the job searches, returns no thread, since the search is watched. */
static Seen look_at_job(const Job *job) {
    for (int place = 0; place < REGISTRY_SIZE; place++)
        if (seen[place].thread == job->thread)
            return (Seen){0};
    return (Seen){job->thread, job->turn, *job->steps, thread_time(job->clock), 0};
}

/* Checks all threads. Returns the thread that is caught in a loop, or 0. */
static uintptr_t look(void) {
    uintptr_t thread = 0;
    search_registry_lock();
    for (int place = 0; place < REGISTRY_SIZE; place++) {
        const Search *s = search_registry_at(place);
        if (is_caught(&seen[place], s ? look_at_search(s) : (Seen){0}))
            thread = seen[place].thread;
    }
    search_registry_unlock();
    for (int i = 0; i < JOBS; i++)
        if (jobs[i].thread && is_caught(&seen[REGISTRY_SIZE + i], look_at_job(&jobs[i])))
            thread = jobs[i].thread;
    return thread;
}

static void *watch(void *context) {
    pthread_mutex_lock(&mutex);
    while (watching) {
        const uintptr_t thread = look();
        if (thread)
            crash_caught(thread);
        thread_wait_for(&ended, &mutex, LOOK_MS);
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}

void watch_start(void) {
    if (!thread_condition_init(&ended))
        return;
    pthread_mutex_lock(&mutex);
    watching = thread_start(&watcher, watch, NULL);
    pthread_mutex_unlock(&mutex);
    if (!watching)
        pthread_cond_destroy(&ended);
}

void watch_end(void) {
    if (!watching)
        return;
    pthread_mutex_lock(&mutex);
    watching = false;
    pthread_cond_signal(&ended);
    pthread_mutex_unlock(&mutex);
    pthread_join(watcher, NULL);
    pthread_cond_destroy(&ended);
}

/* Returns the entry of a thread in `jobs`, or the last entry if no entry has this thread. */
static Job *job_of(uintptr_t thread) {
    int i = 0;
    while (i < JOBS - 1 && jobs[i].thread != thread)
        i++;
    return &jobs[i];
}

void watch_enter(void) {
    pthread_mutex_lock(&mutex);
    Job *job = job_of(0);
    *job = (Job){thread_id(), thread_clock(), job->turn + 1, thread_steps()};
    pthread_mutex_unlock(&mutex);
}

void watch_leave(void) {
    pthread_mutex_lock(&mutex);
    job_of(thread_id())->thread = 0;
    pthread_mutex_unlock(&mutex);
}
