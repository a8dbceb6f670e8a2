#define _GNU_SOURCE /* popen, pclose */

#include "os/process.h"

#include <unistd.h>

char **arguments_take(int *count, char **arguments) {
    (void)count;
    return arguments;
}

bool terminal_is_input(void) {
    return isatty(STDIN_FILENO);
}

bool terminal_is_output(void) {
    return isatty(STDOUT_FILENO);
}

FILE *rerun_open(const char *variable, const char *value, const char *const *arguments) {
    enum { LONGEST = 4096 };
    char command[LONGEST];
    int length = snprintf(command, LONGEST, "%s=%s /proc/%d/exe", variable, value, (int)getpid());
    for (; *arguments && length < LONGEST; arguments++)
        length += snprintf(command + length, (size_t)(LONGEST - length), " '%s'", *arguments);
    /* Nothing of a stranger's is in the command: NOLINTNEXTLINE(cert-env33-c) */
    return length < LONGEST ? popen(command, "r") : NULL;
}

int rerun_close(FILE *output) {
    return pclose(output);
}
