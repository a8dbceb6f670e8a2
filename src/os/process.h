/* The process: its arguments, its terminal, the same program once more, and other programs. */
#ifndef OS_PROCESS_H
#define OS_PROCESS_H

#include <stdbool.h>
#include <stdio.h>

/* Takes the arguments of main, and returns them in UTF-8, *count of them: on Windows main gets them
 * in letters of the place, without those that these lack. A console then shows UTF-8 until the
 * program ends. They stay valid. */
char **arguments_take(int *count, char **arguments);

/* True if standard input is a terminal. */
bool terminal_is_input(void);

/* True if standard output is a terminal, one that understands ANSI's escape sequences where that
 * can be known. */
bool terminal_is_output(void);

/* Starts it with an environment variable set, and arguments with a NULL at the end. None of these
 * texts may hold a quote of either kind; all together they are short. Returns what it writes to
 * standard output, to be closed by rerun_close; NULL if that fails. One thread at a time. */
FILE *rerun_open(const char *variable, const char *value, const char *const *arguments);

/* Waits for its end. Returns its exit status; another number than 0 if it has none. */
int rerun_close(FILE *output);

/* Another program whose output is read. */
typedef struct Filter {
    FILE *output; /* to read from; NULL: not open */
    long process;
} Filter;

/* Starts a program of PATH, not through a shell, with a file as its standard input. The arguments
 * begin with its name and end with NULL. Returns NULL, or why it cannot be started: then the filter
 * is not open. */
const char *filter_open(Filter *filter, const char *const *arguments, int input);

/* Closes the output of a filter and waits for its end, which comes soon. True if it exits with 0. A
 * filter that is not open is allowed: true. */
bool filter_close(Filter *filter);

/* --- being asked from outside to end: Ctrl-C, or by who stops the process -------------------- */

/* From now on the first such request calls ask(context) instead of ending the process; the next one
 * ends it. `ask` may do only what a signal handler may. Requests that are ignored stay so. Meanwhile a
 * write to a pipe without a reader fails and does not end the process. */
void interrupt_catch(void (*ask)(void *context), void *context);

/* Lets requests end the process again. */
void interrupt_release(void);

#endif
