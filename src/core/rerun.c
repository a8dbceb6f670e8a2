#define _GNU_SOURCE /* popen, pclose */

#include "core/rerun.h"

#include "core/text.h"

#include <unistd.h>

FILE *rerun_open(const char *variable, const char *value, const char *const *arguments) {
    Text command;
    text_clear(&command);
    text_add(&command, "%s=%s /proc/%d/exe", variable, value, (int)getpid());
    for (; *arguments; arguments++)
        text_add(&command, " '%s'", *arguments);
    /* Nothing of a stranger's is in the command: NOLINTNEXTLINE(cert-env33-c) */
    return popen(command.data, "r");
}

int rerun_close(FILE *output) {
    return pclose(output);
}
