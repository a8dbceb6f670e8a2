/* The log of what was heard and said, for finding out afterwards who is to blame: one line each,
 * with the milliseconds since the program's start and a mark for the direction. Off at first.
 *
 * Any thread may add to it. It has a mutex of its own rather than stdout's: a front end that does
 * not read must not keep the reader from hearing `stop`. */
#ifndef UCI_LOG_H
#define UCI_LOG_H

#include <stdbool.h>
#include <stddef.h>

#define LOG_HEARD "<<"
#define LOG_SAID  ">>"

/* Starts the clock. */
void log_init(void);

/* Appends to a plain file from now on; the log before it is closed. "" only closes. If the file
 * cannot be opened, or is a pipe or a device, which could make us wait, says why, keeps the log
 * there was and returns false. */
bool log_open(const char *path);

/* Adds lines, the last one with or without its end, and flushes them. Those heard and said are also
 * kept for a post-mortem, log or no log: see uci/record.h. If that fails, says why and
 * closes the log. */
void log_lines(const char *mark, const char *data, size_t length);

#endif
