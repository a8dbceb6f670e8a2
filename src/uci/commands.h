/* The table of commands. */
#ifndef UCI_COMMANDS_H
#define UCI_COMMANDS_H

#include "uci/session.h"

/* Logs a line of input and runs its command. As UCI demands, unknown tokens before the command are
 * ignored. Returns false if something was wrong, after telling what; an empty line is fine. */
bool commands_run(Session *session, const char *line, size_t length);

#endif
