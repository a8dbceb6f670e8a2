/* Time limits. How long something takes depends on the machine and on what else it does, so that a
 * test which compares a duration with an upper limit asks here. While others use the processors
 * that the child may use, limits are longer, by as much as those took, and a line says so. Nothing
 * else is excused: lower limits and answers hold on any machine.
 *
 * What others took is what the child neither used nor left idle, by /proc/stat and by the processor
 * time of the child, since `load_begin`. A quota of processor time, and a slow processor, do not show
 * there: a piece of work is tried out, and excuses if it takes three times as long as on an idle
 * core of 2.5 GHz. The load average would not do: a test with 1024 threads raises it for minutes. */
#ifndef SUPPORT_TIMING_H
#define SUPPORT_TIMING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* How long to wait for what must come, in milliseconds. It claims nothing about speed: only a test
 * that fails waits so long, and on an overloaded machine `hear` waits on. */
enum { PATIENCE = 60000 };

/* Microseconds of processor time that a process of ours, which nobody has waited for, has used; 0 if it
 * is no longer there. */
int64_t processor_time(pid_t process);

/* A duration begins, of what a child of ours does; 0: of what we do. */
void load_begin(pid_t child);

/* Milliseconds of processor time that it has used since. Others change nothing in that. */
double load_used(void);

/* By how much a limit is longer, because of what others took since load_begin: from 1. */
double load_factor(void);

/* True if work takes too long now, or did since load_begin. Takes up to 60 ms. Safe in a signal
 * handler. */
bool machine_is_overloaded(void);

/* True if a duration, which began with load_begin, is below its limit, both in milliseconds, or is
 * excused. Where a quota stops processes for some time in each tenth of a second, short trials may
 * miss that, so it tries long. */
bool in_time(double took, double limit);

#endif
