#include "core/terminal.h"

#include <unistd.h>

bool terminal_is_input(void) {
    return isatty(STDIN_FILENO);
}

bool terminal_is_output(void) {
    return isatty(STDOUT_FILENO);
}
