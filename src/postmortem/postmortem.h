/* Post-mortems: what is remembered before a fault, what is written after one, and its replay. */
#ifndef POSTMORTEM_POSTMORTEM_H
#define POSTMORTEM_POSTMORTEM_H

#include "board/position.h"
#include "core/text.h"
#include "kernels/cpu.h"

#include <stdatomic.h>

/* The journal: what a post-mortem shows of the time before the fault, that is the last lines of the
 * protocol, the position, the command and the options. It lies in static memory, where a signal
 * handler can read it.
 *
 * A reader may come at any moment, even in the middle of a write. It may then see a torn text, but
 * never one without an end.
 */

enum { JOURNAL_VALUE_SIZE = 4096 }; /* of an option */

/* Keeps lines, the last one with or without its end. `mark` stands before each. From any thread. */
void journal_lines(const char *mark, const char *data, size_t length);

/* The command under way, without those that only control it, such as stop and setoption. */
void journal_command(const char *line, size_t length);

/* The position of the game: `how` and `data` together are the arguments of `position`. */
void journal_position(const char *how, const char *data, size_t length);

/* An option that was set. `name` must stay valid. An index from 64 on is ignored. */
void journal_option(int index, const char *name, const char *value);

/* Whether debug mode is on. */
void journal_debug(bool on);

/* The program and its machine: build, CPU, the kernels that were picked, and why. */

/* Adds version, build id, compiler and kind of build, a line each. */
void machine_build(Text *text);

/* Adds the CPU, its features, the level used and why, and the version picked of each kernel. */
void machine_cpu(Text *text);

/* Post-mortems: a file that says what went wrong and everything that led to it, enough for
 * `--replay`. Lines of the form "name: value" come first. */

enum { POST_MORTEM_FOLDER_SIZE = 4096, POST_MORTEM_PATH_SIZE = POST_MORTEM_FOLDER_SIZE + 64 };

/* What the file is about. */
typedef struct Cause {
    const char *what;    /* "signal 11 (SIGSEGV)", "a self-check failed" */
    const char *report;  /* of the check that failed, or "" */
    const void *machine; /* what the system gives of the registers at the fault, or NULL */
    uintptr_t address;   /* the memory address that could not be accessed, or 0 */
} Cause;

/* Prepares everything that a signal handler cannot do, and sets the folder to "". Call it once,
 * before the other functions. */
void post_mortem_init(void);

/* Sets the folder for the files. "" means that of the environment variable PANOPTES_POST_MORTEM or,
 * without one, the current folder. If that cannot be written to, the folder stays what it was; at
 * first it is the system's for temporary files. Returns false, and changes nothing, if `path` is not "" and no folder that can
 * be written to. */
bool post_mortem_set_folder(const char *path);

/* The folder for the files. */
const char *post_mortem_folder(void);

/* Names a position that a job of the worker is changing; a post-mortem writes it down beside those
 * of the searches. NULL: the job has ended. */
void post_mortem_watch(const Position *pos);

/* Writes a new file to the folder or, if that fails, to that of temporary files. Its path is left in `path`, of
 * POST_MORTEM_PATH_SIZE bytes. Returns false, with path "", if none could be written; what a full
 * disk left of one is removed. Async-signal-safe. */
bool post_mortem_write(const Cause *cause, char *path);

/* Writes a line to a file descriptor: the prefix, the cause, and where the file is. `path` "" means
 * that none could be written. Async-signal-safe. */
void post_mortem_announce(int descriptor, const char *prefix, const Cause *cause, const char *path);

/* --- handling the signals that end a program: a post-mortem is written first ----------------- */

/* The cause in reports of crash_caught. */
#define CRASH_CAUGHT "caught in a loop: nothing got on in five seconds of processor time"

/* Handles SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT in all threads; the calling thread gets an
 * alternate stack for it. Each writes a post-mortem, prints its path to stderr and, behind `prefix`
 * and if that does not block, to stdout. Then the handler from before takes over: death by that
 * signal, or a sanitizer's report. `prefix` must stay valid. Call it after post_mortem_init. */
void crash_init(const char *prefix);

/* Ends the program as if that thread (its thread_id) had crashed: it is caught in a loop. The
 * caller is another thread. */
void crash_caught(uintptr_t thread);

/* The watch: a thread that looks once a second whether all that is under way gets on.
 *
 * A search that counts no node, or other work that calls thread_step (os/thread.h) no more, while its thread
 * uses five seconds of processor time is caught in a loop, where neither stop nor quit can reach it. The program then
 * ends as by a crash, with a post-mortem of that thread.
 *
 * Processor time counts, not time: a thread that waits for a disk, for a reader or for its turn on a
 * busy machine, or is stopped, is left alone. A second of it at most counts for each look, so that a
 * virtual machine that was halted finds nothing wrong when it wakes up.
 */

/* Starts and ends the watch over all searches. If the system has no thread for it, nothing is
 * watched. Not from two threads at once. */
void watch_start(void);
void watch_end(void);

/* The calling thread begins work other than a search, and ends it. Two threads at a time: one that answers
 * commands, and one that works. Searches may be part of the work. */
void watch_enter(void);
void watch_leave(void);

/* --- replaying a post-mortem: does the fault happen again? ----------------------------------- */

/* The functions of the front end that a replay needs. */
typedef struct ReplayHost {
    /* Runs UCI commands in order, waiting for each. The first that is refused is the last. Returns
     * how many were not refused. */
    int (*run)(const char *const *lines, int count);
    /* Uses the kernels of a level that this machine can run. */
    void (*use_kernels)(CpuLevel level);
    /* Prints a line about the replay. */
    void (*print)(const char *line);
} ReplayHost;

/* The program's exit status, too. */
typedef enum ReplayResult { REPLAY_NO_FAULT, REPLAY_UNUSABLE, REPLAY_FAULT } ReplayResult;

/* Reads a post-mortem, sets its options and its position, and runs its search in a process of its
 * own, with the kernels that it names and with self-checks. A search that time or the front end was to end gets twice the nodes that
 * it had, plus 100,000.
 *
 * The file may come from a stranger. Of its options those are set that matter to a search and have
 * a number or one of a few words as value, so none that names a file. Its command is run if it is `go`.
 * Nothing is written but the account of the replay, and a new post-mortem if the fault happens
 * again. Only a regular file is read.
 *
 * Returns whether the fault happens again. If the file cannot be replayed, or a line of it is
 * refused, returns REPLAY_UNUSABLE with the reason in `error`, which is empty if it has been
 * reported.
 */
ReplayResult replay_file(const char *path, const ReplayHost *host, char *error, size_t error_size);

#endif
