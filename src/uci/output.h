/* The one place that writes to stdout, or to stderr while a command writes its result to stdout.
 * Each call writes complete lines in one piece and flushes them, so that the lines of different
 * threads never mix. What is written is logged, and kept for a post-mortem. Any thread may call
 * these functions. */
#ifndef UCI_OUTPUT_H
#define UCI_OUTPUT_H

#include "core/text.h"
#include "inspect/document.h"

#include <stdbool.h>

/* Prepares for files that may fail (os/regular_file.h), gives stdout a buffer of the size of a
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

/* True if something could not be written to stdout. */
bool output_failed(void);

/* True if stdout is a terminal and the environment variable NO_COLOR is not set. */
bool output_wants_color(void);

#endif
