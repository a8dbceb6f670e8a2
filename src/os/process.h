/* The process: the arguments, the terminal, a second run of the program, and other programs. */
#ifndef OS_PROCESS_H
#define OS_PROCESS_H

#include <stdbool.h>
#include <stdio.h>

/* Returns the arguments of main in UTF-8, and sets *count to their number. On Windows main gets the arguments in the
 * local code page, which lacks some characters. Also makes a Windows console show UTF-8 until the program ends. The
 * returned arguments stay valid. */
char **arguments_take(int *count, char **arguments);

/* True if standard input is a terminal. */
bool terminal_is_input(void);

/* True if standard output is a terminal. On Windows the terminal must also understand ANSI's escape
 * sequences. */
bool terminal_is_output(void);

/* Runs this program again, with an environment variable set to a value. NULL ends the list of the arguments. The value
 * and the arguments must be short, and must not contain single or double quotes. Returns the standard output of the new
 * process as a stream, which the caller closes by rerun_close. Returns NULL if the process cannot be started. Only one
 * thread at a time may call rerun_open. */
FILE *rerun_open(const char *variable, const char *value, const char *const *arguments);

/* Closes the stream of rerun_open and waits for the process to end. Returns the exit status of the process, or a
 * number other than 0 if the process has no exit status. */
int rerun_close(FILE *output);

/* Another program whose output this process reads. */
typedef struct Filter {
    FILE *output; /* the stream from which this process reads; NULL if the filter is not open */
    long process;
} Filter;

/* Starts a program of PATH, not through a shell, with the open file `input` as its standard input.
 * The list of arguments begins with the program's name and ends with NULL. Returns NULL, or the
 * reason why the program cannot be started; the filter is then not open. */
const char *filter_open(Filter *filter, const char *const *arguments, int input);

/* Closes the output of a filter, so that the filter's program soon ends, and waits for the end of the program. Returns
 * true if the program's exit status is 0, or if the filter is not open. */
bool filter_close(Filter *filter);

/* --- requests from outside to end the process: Ctrl-C, or a signal such as SIGTERM ------------ */

/* Makes the first request to end the process (Ctrl-C or a signal) call ask(context). The next request ends the
 * process. `ask` must be async-signal-safe. A signal that the process ignores stays ignored. Until interrupt_release,
 * a write to a pipe without a reader fails and does not end the process. */
void interrupt_catch(void (*ask)(void *context), void *context);

/* After this call, a request to end the process no longer calls `ask`, and ends the process. */
void interrupt_release(void);

#endif
