/* A UCI engine in a process of its own, with pipes to and from it.
 *
 * The engine's output may be hostile: lines of any length and bytes, endless output, silence, a
 * sudden end. All reads and writes have a deadline. The engine has a process group of its own. So
 * Ctrl-C does not reach the engine, and its children end with it. On Linux the engine also ends
 * when the thread that started it ends, for any reason.
 *
 * Times are those of clock_microseconds (os/thread.h). The program ignores SIGPIPE from the first start on. */
#ifndef UCI_PROCESS_H
#define UCI_PROCESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { UCI_LINE_MAX = 16384 }; /* a longer line is cut to so many bytes */

typedef struct UciProcess {
    pid_t pid;               /* 0: no process runs */
    int in, out;             /* our ends of the engine's input (-1 after closing) and output */
    bool ended;              /* the engine's output has ended, or a write has failed */
    bool cutting;            /* the next bytes are the rest of a line that was too long */
    size_t begin, used;      /* the bytes of `buffer` not yet returned: first index, number */
    const atomic_bool *stop; /* true ends a wait; may be NULL */
    char buffer[UCI_LINE_MAX + 1];
} UciProcess;

/* Starts `command`: a path and its arguments, NULL after the last. Returns false if that fails. A
 * path that cannot be run behaves like an engine whose output ends at once. The engine
 * begins with default signal handlers. If `shows_errors` is false, its stderr is discarded. */
bool uci_process_start(UciProcess *p, const char *const *command, bool shows_errors,
                       const atomic_bool *stop);

/* Writes text; returns false if the engine does not read it before the deadline. */
bool uci_process_send(UciProcess *p, const char *text, int64_t deadline);

/* Returns the next line without its end, cut to UCI_LINE_MAX bytes; valid until the next call.
 * Returns NULL if no line comes before the deadline, the output has ended, or *stop is set. */
char *uci_process_line(UciProcess *p, int64_t deadline);

/* Closes the input of the engine. */
void uci_process_close(UciProcess *p);

/* Sends quit if the input is open, waits until the deadline, and kills the process group. Returns
 * the exit status, 128 + signal if a signal ended the process, or -1 if it had to be killed.
 * Without a process, does nothing and returns 0. */
int uci_process_end(UciProcess *p, int64_t deadline);

#endif
