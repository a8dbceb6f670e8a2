/* Time limits of tests. A duration depends on the machine and on other processes. A test that
 * compares a duration with an upper limit therefore calls in_time. If other processes use the
 * processors of the child, in_time extends the limit by their share, and prints a line. Lower
 * limits and answers hold on any machine.
 *
 * The share of other processes is the time since load_begin that the child neither used nor left
 * idle, by /proc/stat and by the processor time of the child. These two numbers do not show a quota
 * of processor time or a slow processor. So in_time also runs a piece of work, and excuses the
 * duration if the work takes three times as long as on an idle core of 2.5 GHz. The load average is
 * not usable: a test with 1024 threads raises it for minutes. */
#ifndef SUPPORT_TIMING_H
#define SUPPORT_TIMING_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The longest wait, in milliseconds, for an event that must happen. Only a failing test waits so long; on an overloaded
 * machine transcript.c's hear() waits longer. */
enum { PATIENCE = 60000 };

/* Returns the processor time, in microseconds, of a child process before its wait(). Returns 0 if the process does not
 * exist. */
int64_t processor_time(pid_t process);

/* Begins to measure a duration, and the processor time of `child`, or of this process if `child`
 * is 0. */
void load_begin(pid_t child);

/* The processor time in milliseconds that the child has used since load_begin. Other processes do
 * not change this time. */
double load_used(void);

/* True if other processes have taken over two thirds of the processors since load_begin, or if 20 ms of work take over
 * 60 ms now. Async-signal-safe. */
bool machine_is_overloaded(void);

/* True if a duration since load_begin is below its limit (both in milliseconds), or if other processes or a slow
 * processor excuse it. The trial work takes 100 ms of processor time, since a quota of processor time may stop a
 * process for a part of each 100 ms. */
bool in_time(double took, double limit);

#endif
