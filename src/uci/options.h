/* The UCI options. */
#ifndef UCI_OPTIONS_H
#define UCI_OPTIONS_H

#include "core/text.h"
#include "uci/session.h"

/* Adds a line `option name ...` for each option. */
void options_list(Text *text);

/* setoption name NAME [value VALUE]. The case of names does not matter. A value out of range is
 * refused, and the option keeps its value. The value of a string is the rest of the line without
 * the blanks around it; nothing and <empty> mean the empty string.
 *
 * While the worker is busy, an option that it does not use is set at once and holds from the next
 * search on. The others wait for the end of its work, which goes on; the last value counts. */
Command options_set;

/* Sets an option of an engine that is not the session's: of `side`, a session of its own that talks
 * to nobody. Options of the whole program or of the protocol are refused, as are bad values; then
 * false, after reporting why. */
bool options_set_side(Session *side, Token name, Token value);

/* Sets the options that wait. The worker must be idle. */
void options_apply(Session *session);

/* Drops the options that wait. */
void options_forget(Session *session);

/* False, and reports it, if Evaluation is `network` and there is none, since the one inside the
 * program is damaged. The classical evaluation judges then. */
bool judge_is_there(const Session *session);

/* Turns debug mode on or off: from the next on searches check themselves, or do not. */
void options_set_debug(Session *session, int on);

#endif
