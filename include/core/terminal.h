/* Whether a person sits at the other end. */
#ifndef CORE_TERMINAL_H
#define CORE_TERMINAL_H

#include <stdbool.h>

/* True if standard input is a terminal. */
bool terminal_is_input(void);

/* True if standard output is a terminal, one that understands ANSI's escape sequences where that can
 * be known. */
bool terminal_is_output(void);

#endif
