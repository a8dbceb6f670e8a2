/* The UCI protocol: sessions of commands from stdin or the command line, and all output.
 *
 * A process has one session at a time. One module writes all lines to stdout, or to stderr while a command
 * writes its result to stdout. Each call writes complete lines in one piece and flushes them, so that the
 * lines of different threads never mix. Output is also logged, and kept for a post-mortem.
 */
#ifndef UCI_UCI_H
#define UCI_UCI_H

#include "core/text.h"
#include "inspect/document.h"

/* --- sessions -------------------------------------------------------------------------------- */

/* Runs command lines in order in a session of their own, and waits for each. Stops after the first line
 * that fails. Returns how many did not fail. */
int uci_run(const char *const *lines, int count);

/* Runs a session and returns the program's exit status.
 *
 * Without arguments it reads commands from stdin until `quit` or the end of input. The status is 1
 * if a job failed or `stop` ended it, or if output could not be written; else 0. With arguments it
 * runs them in order. If the first argument has a blank, each argument is a command line; else all
 * arguments together are one line. The status is also 1 if a command was wrong. */
int uci_main(int argc, char **argv);

/* --- output; any thread may call these functions --------------------------------------------- */

/* Prepares the process for file errors (os/files.h), gives stdout a buffer of TEXT_SIZE, and starts
 * the log's clock. Call it before any file is opened and anything is written. */
void output_init(void);

/* Writes a line; the end of line is added. Control bytes except ends of line become '?'. */
void output_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes a text that ends with an end of line. */
void output_text(const Text *text);

/* Writes a document that ends with an end of line, and frees it. If memory was too short for it,
 * writes an error instead and returns false. */
bool output_document(Document *document);

/* Writes `info string error: ...`. An error says what is wrong, where, and how to mend it. Unprintable
 * bytes become '?'. Returns false, for commands to return in turn. */
bool output_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Directs all output to stderr, or to stdout again. */
void output_to_stderr(bool yes);

/* Adds a line of input to the log and to the journal of a post-mortem. */
void output_log_heard(const char *line, size_t length);

/* True if stdout was closed when the program began, so that output there is lost. */
bool output_is_closed(void);

/* True if some output could not be written to stdout. */
bool output_failed(void);

/* True if stdout is a terminal and the environment variable NO_COLOR is not set. */
bool output_wants_color(void);

/* The marks of input and output in the log. Each line of the log also has the milliseconds since the
 * program's start. The log has a mutex of its own, so that a front end that does not read cannot block
 * `stop`. */
#define LOG_HEARD "<<"
#define LOG_SAID  ">>"

/* Appends the log to a file, a device or a pipe from now on; the path "" ends the log. If the path cannot be
 * opened, keeps the present log and returns false, with the reason in *reason. */
bool log_open(const char *path, const char **reason);

/* Writes the report of a failed self-check as info strings, and a post-mortem. A process writes at most
 * eight such post-mortems. */
void fault_report(const char *report);

#endif
