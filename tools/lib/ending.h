/* The signals that end a long run of a tool, which saves first: SIGINT, SIGTERM, SIGHUP. */
#ifndef ENDING_H
#define ENDING_H

#include <signal.h>
#include <stdbool.h>

/* Blocks them: all threads started from now on inherit that, and only ending_asked takes them. One
 * that was ignored from the start (nohup) stays ignored. */
void ending_block(sigset_t *ending);

/* Waits so long (milliseconds, less than 1000), or until one of them comes: then true. */
bool ending_asked(const sigset_t *ending, int milliseconds);

#endif
