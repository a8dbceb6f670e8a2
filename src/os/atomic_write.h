/* A file that takes its place once it is whole.
 *
 * It is written beside its goal, brought to the disk and then renamed, so that whatever happens the
 * goal is the old file or the new one. The goal must be free or a regular file that we may write: a
 * directory, a device, a pipe or a symbolic link is left alone, which rename would replace. The file
 * beside it is called GOAL.PID-N.new; it is made as a new file, never through a link. One that is
 * left by a killed process may be removed. */
#ifndef OS_ATOMIC_WRITE_H
#define OS_ATOMIC_WRITE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct AtomicWrite AtomicWrite;

/* Why nothing can be written to a path, NULL if it can. To be asked before long work: it tries. */
const char *atomic_write_fault(const char *path);

/* Begins a file. Returns NULL, with the reason in *reason, if that fails. */
AtomicWrite *atomic_write_begin(const char *path, const char **reason);

/* To write to; errors may be left to atomic_write_finish. Not to be closed. */
FILE *atomic_write_stream(AtomicWrite *file);

/* Puts the file in its place, with the permissions of the one that was there, and frees. Returns
 * false, with the reason in *reason, if not all of it could be written or put there: then what was
 * there is there, and nothing is left beside it. */
bool atomic_write_finish(AtomicWrite *file, const char **reason);

/* Gives the file up: what was in its place stays. NULL is allowed. */
void atomic_write_abandon(AtomicWrite *file);

#endif
