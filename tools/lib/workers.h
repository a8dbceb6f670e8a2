/* Threads: those that do one job after the other together, and those that play until all is done or a signal comes. */
#ifndef WORKERS_H
#define WORKERS_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* --- jobs in parts ---------------------------------------------------------------------------- */

typedef struct Workers Workers;

/* A share of a job: `part` is 0 to `parts` - 1. */
typedef void WorkerJob(void *context, int part, int parts);

/* The share of `count` things that a part does, *begin to *end - 1, in whole steps of `step`. */
void workers_share(size_t count, size_t step, int part, int parts, size_t *begin, size_t *end);

/* Starts threads; the caller is one of them. Fewer are there if the system refuses some. NULL if memory is short. */
Workers *workers_create(int threads);

/* How many there are, at least 1. */
int workers_count(const Workers *w);

/* Does a job: each thread its part. Returns when all have. */
void workers_run(Workers *w, WorkerJob *job, void *context);

/* Ends the threads. NULL is allowed. */
void workers_free(Workers *w);

/* --- the signals that end a long run, which saves first: SIGINT, SIGTERM, SIGHUP --------------- */

/* Blocks them: all threads started from now on inherit that, and only ending_asked takes them. A signal
 * that was ignored from the start (nohup) stays ignored. */
void ending_block(sigset_t *ending);

/* Waits so long (milliseconds, less than 1000), or until one of them comes: then true. */
bool ending_asked(const sigset_t *ending, int milliseconds);

/* --- crews ------------------------------------------------------------------------------------ */

/* Looks after a run; called every 100 ms, and a last time when all threads have ended. `seconds` is the time since the
 * run began. */
typedef void CrewWatch(void *context, double seconds, bool last);

/* Runs `body` in a thread for each of `count` contexts, which lie one after the other in `contexts`, `size` bytes each.
 * A signal sets *stop; `body` must return soon after. Returns when all have, how many threads could be started. `watch`
 * may be NULL. */
int crew_run(void *(*body)(void *context), void *contexts, size_t size, int count,
             atomic_bool *stop, CrewWatch *watch, void *context);

#endif
