/* bench: searches positions, one after the other, and tells nodes and speed. */
#ifndef UCI_BENCH_H
#define UCI_BENCH_H

#include "uci/session.h"

/* bench [stats] [HASH THREADS] [LIMIT]
 *
 * LIMIT is DEPTH, depth N, movetime MS or nodes N, depth BENCH_DEPTH if there is none. Each position
 * is a new game. The last line is `N nodes M nps`. The engine that searches is made for it, with
 * HASH megabytes and THREADS threads, or with HASH_DEFAULT megabytes and one thread; no option
 * counts. With stats, what the search did is told before, in a build that counts (see core/stats.h).
 *
 * It runs on the worker. */
Command bench_start;

/* Frees the job. */
void bench_free(Session *session);

#endif
