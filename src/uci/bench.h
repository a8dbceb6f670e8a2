/* bench: searches positions, one after the other, and tells nodes and speed. */
#ifndef UCI_BENCH_H
#define UCI_BENCH_H

#include "uci/session.h"

/* bench [stats] [HASH THREADS] [FILE] [LIMIT]
 *
 * LIMIT is DEPTH, depth N, movetime MS or nodes N; depth BENCH_DEPTH if there is none. Each position
 * is a new game. The last line is `N nodes M nps`. With stats, what the search did is told before,
 * in a build that counts (see core/stats.h).
 *
 * Without FILE fixed positions are searched by an engine made for it, with HASH_DEFAULT megabytes
 * and one thread unless HASH and THREADS are given; no option counts. The positions of FILE are
 * searched with the options in force: by the session's own engine, which forgets what it has learnt,
 * or by one that is made for it with HASH and THREADS. Each has a line, and those that ask for
 * something (engine/epd.h) are judged. Bad lines are told and passed over; the command has failed
 * then.
 *
 * It runs on the worker. */
Command bench_start;

/* Frees the job. */
void bench_free(Session *session);

#endif
