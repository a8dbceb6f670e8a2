/* Threads that do one job after the other together. */
#ifndef WORKERS_H
#define WORKERS_H

#include <stddef.h>

typedef struct Workers Workers;

/* A share of a job: `part` is 0 to `parts` - 1. */
typedef void WorkerJob(void *context, int part, int parts);

/* The share of `count` things that a part does, *begin to *end - 1, in whole steps of `step`. */
void workers_share(size_t count, size_t step, int part, int parts, size_t *begin, size_t *end);

/* Starts threads; the caller is one of them. Fewer are there if the system refuses some. NULL if
 * memory is short. */
Workers *workers_create(int threads);

/* How many there are, at least 1. */
int workers_count(const Workers *w);

/* Does a job: each thread its part. Returns when all have. */
void workers_run(Workers *w, WorkerJob *job, void *context);

/* Ends the threads. NULL is allowed. */
void workers_free(Workers *w);

#endif
