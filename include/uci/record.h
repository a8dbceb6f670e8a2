/* What a post-mortem tells of how it came to that: the last lines of the protocol, the position,
 * the command and the options, kept in static memory, where a signal handler may read them.
 *
 * A reader may come at any moment, even in the middle of a write: it may see a torn text, but never
 * one without an end. */
#ifndef UCI_RECORD_H
#define UCI_RECORD_H

#include "uci/session.h"

enum {
    RECORD_LINES = 200,
    RECORD_LINE_SIZE = 1024, /* longer ones are cut */
    RECORD_POSITION_SIZE = 1 << 16,
    RECORD_COMMAND_SIZE = 4096,
    RECORD_OPTIONS = 64
};

/* Keeps lines, the last one with or without its end. From any thread. */
void record_lines(const char *mark, const char *data, size_t length);

/* The n-th last line (0: the last one), with its mark, or NULL. Async-signal-safe, as all below. */
const char *record_line(int n);

/* The command under way, but for those that only steer (stop, setoption). */
void record_command(const char *line, size_t length);
const char *record_of_command(void);

/* The game's position: what stood behind `position`, or a FEN. */
void record_position(const char *how, const char *data, size_t length);
const char *record_of_position(void);

/* An option that was set; `name` stays where it is. */
void record_option(int index, const char *name, const char *value);

/* Its name and value; NULL if it was not set. */
const char *record_option_name(int index);
const char *record_option_value(int index);

#endif
