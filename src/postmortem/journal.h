/* The journal: what a post-mortem shows of the time before the fault, that is the last lines of the
 * protocol, the position, the command and the options. It lies in static memory, where a signal
 * handler can read it.
 *
 * A reader may come at any moment, even in the middle of a write. It may then see a torn text, but
 * never one without an end.
 */
#ifndef POSTMORTEM_JOURNAL_H
#define POSTMORTEM_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

enum {
    JOURNAL_LINES = 200,
    JOURNAL_LINE_SIZE = 1024, /* longer lines are cut */
    JOURNAL_POSITION_SIZE = 1 << 16,
    JOURNAL_COMMAND_SIZE = 4096,
    JOURNAL_OPTIONS = 64,
    JOURNAL_VALUE_SIZE = 4096
};

/* --- recording ------------------------------------------------------------------------------- */

/* Keeps lines, the last one with or without its end. `mark` stands before each. From any thread. */
void journal_lines(const char *mark, const char *data, size_t length);

/* The command under way, without those that only control it, such as stop and setoption. */
void journal_command(const char *line, size_t length);

/* The position of the game: `how` and `data` together are the arguments of `position`. */
void journal_position(const char *how, const char *data, size_t length);

/* An option that was set. `name` must stay valid. An index from JOURNAL_OPTIONS on is ignored. */
void journal_option(int index, const char *name, const char *value);

/* Whether debug mode is on. */
void journal_debug(bool on);

/* --- reading: async-signal-safe -------------------------------------------------------------- */

/* The n-th last line, from 0, with its mark; NULL if there is none. */
const char *journal_line(int n);

const char *journal_get_command(void);
const char *journal_get_position(void);
bool journal_get_debug(void);

/* The name and the value of an option; the name is NULL if it was never set. */
const char *journal_option_name(int index);
const char *journal_option_value(int index);

#endif
