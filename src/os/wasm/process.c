#include "os/process.h"

#include <stddef.h>

char **arguments_take(int *count, char **arguments) {
    return arguments;
}

bool terminal_is_input(void) {
    return false;
}

bool terminal_is_output(void) {
    return false;
}

FILE *rerun_open(const char *variable, const char *value, const char *const *arguments) {
    return NULL;
}

int rerun_close(FILE *output) {
    return -1;
}

const char *filter_open(Filter *filter, const char *const *arguments, int input) {
    filter->output = NULL;
    return "WebAssembly has no other programs";
}

bool filter_close(Filter *filter) {
    return true;
}

void interrupt_catch(void (*ask)(void *context), void *context) {
}

void interrupt_release(void) {
}
