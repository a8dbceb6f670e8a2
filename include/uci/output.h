/* The one place that writes to stdout. Each call writes complete lines in one piece and flushes
 * them, so that the lines of the worker's thread and of the reader's never mix. What is written is
 * logged too: see uci/log.h. */
#ifndef UCI_OUTPUT_H
#define UCI_OUTPUT_H

#include "core/text.h"
#include "uci/document.h"

#include <stdbool.h>

/* Gives stdout a buffer that a Text fits in, and starts the log's clock. Call before anything is
 * written. */
void output_init(void);

/* Writes a line; the end of line is added. */
void output_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes a text, which ends with an end of line. */
void output_text(const Text *text);

/* Writes a document, which ends with an end of line; or an error, and returns false, if memory was
 * too short for it. */
bool output_document(const Document *document);

/* Writes `info string error: ...`: what, where, what to do. Unprintable bytes are shown as '?'.
 * Returns false, for commands to return in turn. */
bool output_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* True if colours are welcome: stdout is a terminal, and the environment has no NO_COLOR. */
bool output_wants_color(void);

#endif
