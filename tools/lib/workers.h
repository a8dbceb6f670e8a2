/* Threads: workers that do jobs in parts together, and crews that run until their work is done or a
 * signal comes. */
#ifndef WORKERS_H
#define WORKERS_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* --- jobs in parts ---------------------------------------------------------------------------- */

typedef struct Workers Workers;

/* Does one share of a job: number `part`, from 0 to `parts` - 1. */
typedef void WorkerJob(void *context, int part, int parts);

/* Divides `count` items among `parts` parts, at multiples of `step`. Part number `part` gets the
 * items *begin to *end - 1. */
void workers_share(size_t count, size_t step, int part, int parts, size_t *begin, size_t *end);

/* Starts `threads` - 1 threads, which work together with the caller's. If the system refuses some
 * threads, there are fewer. Returns NULL if memory is short. */
Workers *workers_create(int threads);

/* The number of threads, at least 1. */
int workers_count(const Workers *w);

/* Does a job: each thread does its part. Returns when all threads have finished. */
void workers_run(Workers *w, WorkerJob *job, void *context);

/* Ends the threads. NULL is allowed. */
void workers_free(Workers *w);

/* --- signals that end a long run: SIGINT, SIGTERM, SIGHUP; the run first saves its state ----- */

/* Blocks SIGINT, SIGTERM and SIGHUP, also in all threads started later, and lists them in *ending.
 * ending_asked receives them. A signal that is already ignored (nohup) stays ignored. */
void ending_block(sigset_t *ending);

/* Waits at most `milliseconds` (less than 1000) for a signal of *ending. True if one came. */
bool ending_asked(const sigset_t *ending, int milliseconds);

/* --- crews ------------------------------------------------------------------------------------ */

/* Watches a run. crew_run calls the function every 100 ms, and once more after all threads have
 * ended. `seconds` is the time since the start of the run. */
typedef void CrewWatch(void *context, double seconds, bool last);

/* Runs `body` in a thread for each of `count` contexts, elements of `size` bytes in the array
 * `contexts`. A signal sets *stop; `body` must return soon after. `watch` may be NULL. After all
 * threads have ended, returns the number of threads that could be started. */
int crew_run(void *(*body)(void *context), void *contexts, size_t size, int count,
             atomic_bool *stop, CrewWatch *watch, void *context);

#endif
