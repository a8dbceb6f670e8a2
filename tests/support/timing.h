/* Time limits. How long something takes depends on the machine and on what else it does, so that a
 * test which compares a duration with an upper limit asks here. On an overloaded or slow machine a
 * limit exceeded is excused, with a line that says so. Nothing else is: lower limits and answers
 * hold on any machine.
 *
 * A machine counts as overloaded if a piece of work takes three times as long as on an idle core of
 * 2.5 GHz, whether because others work beside, because a quota is used up, or because the core is
 * slow. That is tried out. The load average would not do: a test with 1024 threads raises it for
 * minutes. */
#ifndef SUPPORT_TIMING_H
#define SUPPORT_TIMING_H

#include <stdbool.h>

/* How long to wait for what must come, in milliseconds. It claims nothing about speed: only a test
 * that fails waits so long, and on an overloaded machine `hear` waits on. */
enum { PATIENCE = 60000 };

/* True if work takes too long now. Takes 20 to 60 ms. Safe in a signal handler. */
bool machine_is_overloaded(void);

/* True if a duration is below its limit, both in milliseconds, or is excused. Where a quota stops
 * processes for some time in each tenth of a second, short trials may miss that, so it tries long. */
bool in_time(double took, double limit);

/* How long to wait for what must come within a time, both in milliseconds: that time, or ten times
 * as long if the machine is overloaded or was so less than a second ago. */
int time_allowed(int milliseconds);

#endif
