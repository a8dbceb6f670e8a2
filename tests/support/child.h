/* A program run through pipes, as a GUI runs an engine. */
#ifndef SUPPORT_CHILD_H
#define SUPPORT_CHILD_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A child may fill this many megabytes, whatever the machine has: an engine heeds RLIMIT_RSS. */
enum { CHILD_BUFFER = 1 << 16, CHILD_RESIDENT = 256 };

typedef struct Child {
    pid_t pid;
    int in, out; /* our ends: to its stdin (-1 once closed), from its stdout */
    bool ended;  /* end of its output was met */
    bool asleep; /* it was waited for until it had slept for ten seconds: it has nothing to say */
    size_t used; /* bytes of buffer not yet given out */
    char buffer[CHILD_BUFFER];
} Child;

/* Microseconds on a clock that only goes forward. */
int64_t micros_now(void);

/* Starts a program with arguments, NULL after the last, or without if they are NULL. False if that
 * fails. Its stderr is ours. Signals are as a new program expects them. A shell as the program sets
 * what else is wanted: ulimit, taskset, trap. */
bool child_start(Child *child, const char *path, const char *const *arguments);

/* Formats a line and adds its end. Aborts if that is longer than `size`: the test itself is wrong
 * then. */
void child_format(char *text, size_t size, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));

/* Writes text; false if the child no longer reads. */
bool child_send(Child *child, const char *text);
bool child_send_bytes(Child *child, const char *bytes, size_t size);

/* Reads a line without its end, cut to size; false if none came in time, the output has ended, or the
 * child has slept for ten seconds. */
bool child_line(Child *child, char *line, size_t size, int timeout_ms);

/* After a wait in vain: true if it may go on, since it was one of PATIENCE (timing.h) or more, the
 * machine is overloaded, and the child neither ended nor sleeps. */
bool child_may_answer(const Child *child, int timeout_ms);

/* Reads lines until one that begins with `start`, left in `line`; false if none came in time. Here
 * and below a wait of PATIENCE or more goes on for as long as the machine is overloaded. */
bool child_wait(Child *child, const char *start, char *line, size_t size, int timeout_ms);

/* Closes its input and waits for its end. Returns the exit status, 128 + signal if it was killed by
 * one, or -1 if it had to be killed since it did not end in time. */
int child_end(Child *child, int timeout_ms);

/* Kills the children still running: for watchdogs. */
void children_kill(void);

#endif
