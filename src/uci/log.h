/* The log of what was heard and said, to find out afterwards what went wrong: one line each, with
 * the milliseconds since the program's start and a mark for the direction. Off at first.
 *
 * Any thread may add to it. It has a mutex of its own rather than stdout's, so that a front end
 * that does not read cannot keep the reader from hearing `stop`. */
#ifndef UCI_LOG_H
#define UCI_LOG_H

#include <stdbool.h>
#include <stddef.h>

#define LOG_HEARD "<<"
#define LOG_SAID  ">>"

/* Starts the clock. */
void log_init(void);

/* Closes the log, and appends to a regular file from now on if the path is not "". If the file
 * cannot be opened, keeps the log there was and returns false, with the reason in *reason. */
bool log_open(const char *path, const char **reason);

/* Adds lines, the last one with or without its end, and flushes them. Returns 0, also without a
 * log; if writing fails, closes the log and returns errno. */
int log_lines(const char *mark, const char *data, size_t length);

#endif
