/* Running this very program once more, in a process of its own. */
#ifndef CORE_RERUN_H
#define CORE_RERUN_H

#include <stdio.h>

/* Starts it with an environment variable set, and arguments with a NULL at the end. None of these texts
 * may hold a quote of either kind; all together they are short. Returns what it writes to standard
 * output, to be closed by rerun_close; NULL if that fails. One thread at a time. */
FILE *rerun_open(const char *variable, const char *value, const char *const *arguments);

/* Waits for its end. Returns its exit status; another number than 0 if it has none. */
int rerun_close(FILE *output);

#endif
