/* The UCI options. */
#ifndef UCI_OPTIONS_H
#define UCI_OPTIONS_H

#include "core/text.h"
#include "uci/session.h"

/* Adds an `option name ...` line for each option. */
void options_list(Text *text);

/* setoption name NAME [value VALUE]. Names in any case. A value out of range is refused: the option
 * keeps the one it has. The value of a string is the rest of the line, without the blanks around
 * it; none at all and <empty> are the empty one.
 *
 * While the worker is busy, options that it does not use are set at once and hold from the next
 * search on. The others wait for its end, the last value of each; the running search goes on. */
Command options_set;

/* Sets the options that wait. The worker must be idle. */
void options_apply(Session *session);

/* Forgets them. */
void options_forget(Session *session);

#endif
