/* Post-mortems: the journal before a fault, the file after a fault, and the replay of the file. */
#ifndef POSTMORTEM_POSTMORTEM_H
#define POSTMORTEM_POSTMORTEM_H

#include "board/position.h"
#include "core/text.h"
#include "kernels/registry.h"

#include <stdatomic.h>

/* The journal: the last lines of the protocol, the position, the command and the options, for a
 * post-mortem. The journal is in static memory, so that a signal handler can read it.
 *
 * A handler may read at any moment, even in the middle of a write. The handler may then see a mix
 * of two texts, but never a text without an end.
 */

enum { JOURNAL_VALUE_SIZE = 4096 }; /* bytes of an option's value */

/* Records lines of the protocol, each with `mark` before it. The last line may lack its line feed.
 * Any thread may call journal_lines. */
void journal_lines(const char *mark, const char *data, size_t length);

/* Records the running command. Does not record commands that only control the running command, such
 * as stop and setoption. */
void journal_command(const char *line, size_t length);

/* Records the position of the game: `how` and `data` together are the arguments of `position`. */
void journal_position(const char *how, const char *data, size_t length);

/* Records the value of an option. `index` is the option's number; 64 and above are ignored. `name` must stay valid. */
void journal_option(int index, const char *name, const char *value);

/* Records whether debug mode is on. */
void journal_debug(bool on);

/* --- the description of the program and the machine ------------------------------------------ */

/* Adds three lines: the version, the build id, the compiler, and the kind of build (release or debug). */
void machine_build(Text *text);

/* Adds the CPU, its features, the level in use, the picked version of each kernel, and the reasons
 * for the picked versions. */
void machine_cpu(Text *text);

/* --- post-mortems ----------------------------------------------------------------------------
 *
 * A post-mortem is a file with the fault and its history, enough for `--replay`. Lines of the form
 * "name: value" come first. */

enum { POST_MORTEM_FOLDER_SIZE = 4096, POST_MORTEM_PATH_SIZE = POST_MORTEM_FOLDER_SIZE + 64 };

/* The cause of a post-mortem. */
typedef struct Cause {
    const char *what;    /* the cause in words: "signal 11 (SIGSEGV)", "a self-check failed" */
    const char *report;  /* the report of the check that failed, or "" */
    const void *machine; /* the registers at the fault, as the system gives them, or NULL */
    uintptr_t address;   /* the memory address that could not be accessed, or 0 */
} Cause;

/* Collects what a post-mortem needs and a signal handler must not do itself: describes the program and the CPU, and
 * loads the unwinder. Sets the folder to "". Call post_mortem_init once, before the other functions. */
void post_mortem_init(void);

/* Sets the folder for post-mortems. "" means the folder in the environment variable PANOPTES_POST_MORTEM or, if this
 * process cannot write there, the current folder. If this process cannot write to the folder:
 * - with another path than "", returns false and keeps the earlier folder;
 * - with "", returns true and keeps the earlier folder or, if there is none, sets the system's folder for temporary
 *   files. */
bool post_mortem_set_folder(const char *path);

/* The folder for the files. */
const char *post_mortem_folder(void);

/* Sets the position that a job, such as `perft`, is changing, or NULL after the job. A post-mortem contains this
 * position in addition to the positions of the searches. */
void post_mortem_watch(const Position *pos);

/* Writes a new post-mortem to the folder or, if that fails, to the folder for temporary files.
 * Writes the path of the file, or "" if both folders fail, to `path`, of POST_MORTEM_PATH_SIZE bytes.
 * Announces the file on stderr. Removes a file that a full disk cut off. Async-signal-safe. */
void post_mortem_write(const Cause *cause, char *path);

/* Writes a line to a file descriptor: the prefix, the cause, and the path of the post-mortem. If
 * `path` is "", the line says that no file could be written. Async-signal-safe. */
void post_mortem_announce(int descriptor, const char *prefix, const Cause *cause, const char *path);

/* --- handlers of the signals that end a program ---------------------------------------------- */

/* The cause in the post-mortem of crash_caught. */
#define CRASH_CAUGHT "caught in a loop: nothing got on in five seconds of processor time"

/* Handles SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT in all threads; the calling thread gets an
 * alternate stack. The handler writes a post-mortem and prints the path of the file to stderr. If
 * stdout does not block, the handler prints the path to stdout, after `prefix`. Then the handler
 * that was set before takes over: the signal ends the program, perhaps with a sanitizer's report.
 * `prefix` must stay valid. Call crash_init after post_mortem_init. */
void crash_init(const char *prefix);

/* Treats a thread that is caught in a loop as if it had crashed: writes a post-mortem. Then ends the thread's search if
 * the search checks itself, else the program. `thread` is the thread_id of the thread. Another thread must call
 * crash_caught. */
void crash_caught(uintptr_t thread);

/* The watch: a thread that checks once a second whether searches and other work make progress.
 *
 * A search makes progress if it counts nodes, other work if it calls thread_step (os/thread.h). A
 * thread that uses five seconds of processor time without progress is caught in a loop, and does
 * not react to stop or quit. The program then ends as after a crash, with a post-mortem of the
 * thread.
 *
 * Only processor time counts. So the watch ignores a thread that waits for a disk, a reader or a
 * busy machine, or is stopped. Each check counts one second at most. So the watch finds no fault
 * after a virtual machine was halted.
 */

/* Starts the watch over all searches. If the system has no thread for the watch, nothing is
 * watched. Two threads must not call watch_start at once. */
void watch_start(void);

/* Ends the watch. Two threads must not call watch_end at once. */
void watch_end(void);

/* Tells the watch that the calling thread begins work other than a search. The watch has room for
 * two threads at a time: the reader of commands, and the worker. The work may contain searches. */
void watch_enter(void);

/* Tells the watch that the calling thread has ended the work of watch_enter. */
void watch_leave(void);

/* --- the replay of a post-mortem ------------------------------------------------------------- */

/* The functions of the front end that a replay uses. */
typedef struct ReplayHost {
    /* Runs UCI commands in order, waits for each command, and stops at the first command that is
     * refused. Returns the number of accepted commands. */
    int (*run)(const char *const *lines, int count);
    /* Uses the kernels of a level that this machine can run. */
    void (*use_kernels)(CpuLevel level);
    /* Prints a line about the replay. */
    void (*print)(const char *line);
} ReplayHost;

/* The result of a replay, and the program's exit status. */
typedef enum ReplayResult { REPLAY_NO_FAULT, REPLAY_UNUSABLE, REPLAY_FAULT } ReplayResult;

/* Replays a post-mortem in a process of its own: sets the file's options and position, and runs the
 * file's search with the kernels that the file names, and with self-checks. A search without a
 * fixed limit gets twice the nodes that it had, plus 100,000.
 *
 * The file may be hostile. The replay sets only options that matter to a search, and only values
 * that are a number or one of a few words. So the replay sets no option that names a file. The
 * replay runs the command only if it is `go`. The replay writes only lines about itself, and a new
 * post-mortem if the fault happens again. The replay reads only a regular file.
 *
 * Returns REPLAY_FAULT if the fault happens again. If the file cannot be replayed, or the engine
 * refuses a line of the file, returns REPLAY_UNUSABLE with the reason in `error`; `error` is empty
 * if the reason has been printed.
 */
ReplayResult replay_file(const char *path, const ReplayHost *host, char *error, size_t error_size);

#endif
