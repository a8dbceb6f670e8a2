/* The one place that writes to stdout, or to stderr while a command writes its result to stdout.
 * Each call writes complete lines in one piece and flushes them, so that the lines of different
 * threads never mix. What is written is logged, and kept for a post-mortem. Any thread may call
 * these functions. */
#ifndef UCI_OUTPUT_H
#define UCI_OUTPUT_H

#include "core/text.h"
#include "inspect/document.h"

/* Prepares for files that may fail (os/files.h), gives stdout a buffer of the size of a
 * Text, and starts the log's clock. Call it before any other file is opened and anything is
 * written. */
void output_init(void);

/* Writes a line; the end of line is added. Control bytes but ends of line become '?'. */
void output_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes a text that ends with an end of line. */
void output_text(const Text *text);

/* Writes a document that ends with an end of line, and frees it. If memory was too short for it,
 * writes an error instead and returns false. */
bool output_document(Document *document);

/* Writes `info string error: ...`. Errors say what is wrong, where, and what to do. Unprintable
 * bytes become '?'. Returns false, for commands to return in turn. */
bool output_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Lets all these go to stderr, or to stdout again. */
void output_to_stderr(bool yes);

/* Logs a line of input as output is logged; writes nothing. */
void output_log_heard(const char *line, size_t length);

/* True if stdout was closed when the program began: what goes there is lost. */
bool output_is_closed(void);

/* True if something could not be written to stdout. */
bool output_failed(void);

/* True if stdout is a terminal and the environment variable NO_COLOR is not set. */
bool output_wants_color(void);

/* The log of what was heard and said, to find out afterwards what went wrong: one line each, with
 * the milliseconds since the program's start and a mark for the direction. Off at first.
 *
 * Any thread may add to it. It has a mutex of its own rather than stdout's, so that a front end
 * that does not read cannot keep the reader from hearing `stop`. */

#define LOG_HEARD "<<"
#define LOG_SAID  ">>"

/* Closes the log, and appends to a file, a device or a pipe from now on if the path is not "". If it
 * cannot be opened, keeps the log there was and returns false, with the reason in *reason. */
bool log_open(const char *path, const char **reason);

/* --- failed self-checks, reported to the front end ------------------------------------------- */

/* Writes the report of a failed check as info strings, and a post-mortem, of which there are at
 * most eight in a process. Any thread may call it, several at once too. */
void fault_report(const char *report);

#endif
