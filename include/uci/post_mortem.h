/* Post-mortems: a file that tells what went wrong and all that led to it, enough for `--replay`.
 *
 * Lines of a fixed form, "name: value", come first; see the README, "When something is wrong". */
#ifndef UCI_POST_MORTEM_H
#define UCI_POST_MORTEM_H

#include "uci/session.h"

enum { POST_MORTEM_PATH_SIZE = OPTION_TEXT_SIZE + 64 };

/* What the file is about. */
typedef struct Cause {
    const char *what;    /* "signal 11 (SIGSEGV)", "a self-check failed" */
    const char *report;  /* of the check that failed, or "" */
    const void *machine; /* a ucontext_t, or NULL: the registers of where it happened */
    uintptr_t address;   /* that could not be reached, or 0 */
} Cause;

/* Prepares all that a signal handler cannot. Call once, after output_init. */
void post_mortem_init(const Session *session);

/* The folder for the files: "" is that of the environment variable PANOPTES_POST_MORTEM or, without
 * one, the current folder. Tells if it is no folder that may be written to, keeps the one it was
 * and returns false. */
bool post_mortem_folder(const char *path);

/* A job of the worker works on this position; NULL: it has ended. */
void post_mortem_watch(const Position *pos);

/* Writes a file that was not there before, where the folder says, or in /tmp. Its path is left in
 * `path`, of POST_MORTEM_PATH_SIZE bytes. False if none could be written. Async-signal-safe. */
bool post_mortem_write(const Cause *cause, char *path);

/* For a handler of crashes, first of all: if it was the writing itself that has met bad memory,
 * goes on with the writing, and does not return. */
void post_mortem_escape(void);

/* Tells on stderr where the file is (path "": none could be written). Async-signal-safe. */
void post_mortem_announce(const Cause *cause, const char *path);

#endif
