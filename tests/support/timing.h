/* Time limits. How long something takes depends on what else the machine does, so that a test which
 * compares a duration with an upper limit asks here. On an overloaded machine a limit exceeded is
 * excused, with a line that says so. Nothing else is: lower limits, answers and CPU times hold on
 * any machine.
 *
 * A machine is overloaded if a busy process, such as this one, gets less than a third of a
 * processor. That is tried out for some milliseconds. The load average would not do: a test with
 * 1024 threads raises it for minutes. */
#ifndef SUPPORT_TIMING_H
#define SUPPORT_TIMING_H

#include <stdbool.h>

/* How long to wait for what must come, in milliseconds. It claims nothing about speed, and only a
 * test that fails waits so long. */
enum { PATIENCE = 60000 };

/* True if a process gets too little of a processor now. Takes 20 to 60 ms. */
bool machine_is_overloaded(void);

/* True if a duration is below its limit, both in milliseconds, or is excused. */
bool in_time(double took, double limit);

/* How long to wait for what must come within a time, both in milliseconds: that time, or ten times
 * as long if the machine is overloaded or was so less than a second ago. */
int time_allowed(int milliseconds);

#endif
