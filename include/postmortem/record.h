/* What a post-mortem tells of the time before the fault: the last lines of the protocol, the
 * position, the command and the options, in static memory where a signal handler can read them.
 *
 * A reader may come at any moment, even in the middle of a write. It may then see a torn text, but
 * never one without an end.
 */
#ifndef POSTMORTEM_RECORD_H
#define POSTMORTEM_RECORD_H

#include <stdbool.h>
#include <stddef.h>

enum {
    RECORD_LINES = 200,
    RECORD_LINE_SIZE = 1024, /* longer lines are cut */
    RECORD_POSITION_SIZE = 1 << 16,
    RECORD_COMMAND_SIZE = 4096,
    RECORD_OPTIONS = 64,
    RECORD_VALUE_SIZE = 4096
};

/* --- recording ------------------------------------------------------------------------------- */

/* Keeps lines, the last one with or without its end. `mark` stands before each. From any thread. */
void record_lines(const char *mark, const char *data, size_t length);

/* The command under way, without those that only control it, such as stop and setoption. */
void record_command(const char *line, size_t length);

/* The position of the game: `how` and `data` together are the arguments of `position`. */
void record_position(const char *how, const char *data, size_t length);

/* An option that was set. `name` must stay valid. An index from RECORD_OPTIONS on is ignored. */
void record_option(int index, const char *name, const char *value);

/* Whether debug mode is on. */
void record_debug(bool on);

/* --- reading: async-signal-safe -------------------------------------------------------------- */

/* The n-th last line, from 0, with its mark; NULL if there is none. */
const char *record_line(int n);

const char *record_of_command(void);
const char *record_of_position(void);
bool record_of_debug(void);

/* The name and the value of an option; the name is NULL if it was never set. */
const char *record_option_name(int index);
const char *record_option_value(int index);

#endif
