/* Post-mortems: a file that says what went wrong and everything that led to it, enough for
 * `--replay`. Lines of the form "name: value" come first. */
#ifndef POSTMORTEM_POST_MORTEM_H
#define POSTMORTEM_POST_MORTEM_H

#include "board/position.h"

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

/* Names a position that a job of the worker is changing, to be written down with those of the
 * searches; NULL: the job has ended. */
void post_mortem_watch(const Position *pos);

/* Writes a new file to the folder or, if that fails, to that of temporary files. Its path is left in `path`, of
 * POST_MORTEM_PATH_SIZE bytes. Returns false, with path "", if none could be written; what a full
 * disk left of one is removed. Async-signal-safe. */
bool post_mortem_write(const Cause *cause, char *path);

/* Writes a line to a file descriptor: the prefix, the cause, and where the file is. `path` "" means
 * that none could be written. Async-signal-safe. */
void post_mortem_announce(int descriptor, const char *prefix, const Cause *cause, const char *path);

#endif
