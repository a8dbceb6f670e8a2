/* A UCI engine in a process of its own, with pipes to and from it.
 *
 * What it writes is hostile: lines of any length and bytes, endless output, silence, a sudden end. Nobody waits for it
 * beyond a deadline, neither to read nor to write. It has a process group of its own,
 * so that Ctrl-C does not reach it and its own children end with it; on Linux it also ends when the thread that started
 * it does, however that happens.
 *
 * Times are those of clock_microseconds (os/thread.h). SIGPIPE must be ignored. */
#ifndef UCI_PROCESS_H
#define UCI_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { UCI_LINE_MAX = 16384 }; /* bytes of a line that are kept */

typedef struct UciProcess {
    pid_t pid;               /* 0: none runs */
    int in, out;             /* our ends: of its input, -1 once closed, and of its output */
    bool ended;              /* the end of its output was met, or it cannot be written to */
    bool cutting;            /* what comes is the rest of a line that was too long */
    size_t begin, used;      /* the bytes of buffer that are not yet given out */
    const atomic_bool *stop; /* set while we wait, it ends the waiting; NULL: nothing does */
    char buffer[UCI_LINE_MAX + 1];
} UciProcess;

/* Starts `command`: a path and its arguments, NULL after the last. False if that fails. A path that
 * cannot be run shows as an engine whose output ends at once. Signals are as a new program expects
 * them. Its errors are shown on ours, or nowhere. */
bool uci_process_start(UciProcess *p, const char *const *command, bool shows_errors,
                       const atomic_bool *stop);

/* Writes text; false if it does not take it before the deadline. */
bool uci_process_send(UciProcess *p, const char *text, int64_t deadline);

/* The next line, without its end and cut to UCI_LINE_MAX bytes; valid until the next call. NULL
 * if none has come before the deadline, the output has ended or *stop is set. */
char *uci_process_line(UciProcess *p, int64_t deadline);

/* Closes its input. */
void uci_process_close(UciProcess *p);

/* Sends quit if its input is open, waits until the deadline, and kills what is left of it. Returns its
 * exit status, 128 + signal if it ended by one, or -1 if it had to be killed. Without a process, does
 * nothing and returns 0. */
int uci_process_end(UciProcess *p, int64_t deadline);

#endif
