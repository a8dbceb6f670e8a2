/* The UCI protocol: sessions of commands from stdin or the command line, and all output.
 *
 * A process has one session at a time. One module writes all lines to stdout, or to stderr while a command writes its
 * result to stdout. Each call writes and flushes complete lines in one piece, so that the lines of different threads
 * never mix. The module also writes output to the log, and keeps it for a post-mortem. */
#ifndef UCI_UCI_H
#define UCI_UCI_H

#include "core/text.h"
#include "inspect/document.h"

/* --- sessions -------------------------------------------------------------------------------- */

/* Opens a session, runs command lines one after the other, and waits until the work of each line has ended. Stops after
 * the first line that fails. Returns the number of lines that did not fail. */
int uci_run(const char *const *lines, int count);

/* Runs a session and returns the program's exit status.
 *
 * Without arguments the session reads commands from stdin until `quit` or the end of input. The status is 1 if a job
 * failed, if `stop` ended a job, or if output could not be written; else 0. With arguments the session runs the
 * arguments in order. If the first argument has a blank, each argument is a command line; else all arguments together
 * are one line. With arguments the status is also 1 if a command was wrong. */
int uci_main(int argc, char **argv);

/* --- output; any thread may call these functions --------------------------------------------- */

/* Prepares the process for file errors (os/files.h), gives stdout a buffer of TEXT_SIZE, and starts the log's clock.
 * Call output_init before the program opens a file or writes anything. */
void output_init(void);

/* Writes a line, and adds the end of line. Control bytes except ends of line become '?'. */
void output_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Writes a text that ends with an end of line. */
void output_text(const Text *text);

/* Writes a document that ends with an end of line, and frees it. If memory was too short for the document, writes an
 * error instead and returns false. */
bool output_document(Document *document);

/* Writes each line of a report as an info string that begins with a name: `info string fault: LINE`. */
void output_report(const char *name, const char *report);

/* Writes `info string error: ...`. The text says what is wrong, where, and how the user can mend it. Control bytes
 * become '?'. Returns false, so that a command can return the result of output_error. */
bool output_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* If `yes` is true, all later output goes to stderr instead of stdout; if false, to stdout again. */
void output_to_stderr(bool yes);

/* Adds a line of input to the log and to the journal of a post-mortem. */
void output_log_heard(const char *line, size_t length);

/* True if stdout was closed when the program began, so that output to stdout is lost. */
bool output_is_closed(void);

/* True if some output could not be written to stdout. */
bool output_failed(void);

/* True if stdout is a terminal and the environment variable NO_COLOR is not set. */
bool output_wants_color(void);

/* The marks of input and output in the log. Each line of the log also has the milliseconds since the program's start.
 * The log and stdout have different mutexes, so that a front end that does not read stdout cannot block `stop`. */
#define LOG_HEARD "<<"
#define LOG_SAID  ">>"

/* From now on, appends the log to the file, device or pipe at a path; the path "" ends the log. If the path cannot be
 * opened, keeps the present log and returns false, with the reason in *reason. */
bool log_open(const char *path, const char **reason);

/* Writes the report of a failed self-check as info strings, and a post-mortem. A process writes at most eight
 * post-mortems of self-checks. */
void fault_report(const char *report);

#endif
