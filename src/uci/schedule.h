/* When a line of input is carried out.
 *
 * A job is work that ends by itself and gives a result: perft, bench, selfplay, selftest, genfens,
 * show. As with engines that count before they read on, a script may send it and then what comes
 * next: the commands that need the worker, quit among them, wait until the job has ended, and so
 * does every line behind such a command, so that all are carried out in order. Only isready and
 * stop are heard at once. stop breaks off the job and all that was sent before it, so that what it
 * ends does not depend on how far the worker is. A search by go is no job: the next command that
 * needs the worker ends it. */
#ifndef UCI_SCHEDULE_H
#define UCI_SCHEDULE_H

#include "uci/session.h"

/* Carries a line out, or puts it behind those that wait. */
void schedule_line(Session *session, const char *line, size_t length);

/* Carries out the lines that wait, up to one that begins another job. Call it when the worker has
 * become idle. */
void schedule_catch_up(Session *session);

/* At the end of input: carries all lines out that wait, and waits for each job. */
void schedule_finish(Session *session);

#endif
