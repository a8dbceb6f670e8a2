/* Files that take their place once they are whole, and output to pipes and devices.
 *
 * A regular file is written beside its goal, brought to the disk and then renamed. Whatever
 * happens, the goal is the old file or the new one. A symbolic link stays: the file that it leads
 * to is replaced. The file beside the goal is called GOAL.PID-N.new. It is made as a new file,
 * never through a link. One that a killed process has left may be removed.
 *
 * A pipe or a device is written to at once. /dev/stdout, /dev/stderr and /dev/fd/N are descriptors
 * of the process, on every system; a file behind them keeps what it holds. */
#ifndef OS_ATOMIC_WRITE_H
#define OS_ATOMIC_WRITE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct AtomicWrite AtomicWrite;

/* Why a regular file cannot be written at a path, NULL if it can: for files that are read again
 * later, so links, pipes and devices are refused. To be asked before long work: it tries. */
const char *atomic_write_fault(const char *path);

/* True if nothing of others is lost by writing to a path: it holds no regular file, or an empty
 * one, or one in whose first 16 KB a line begins with `sign` ("": any file). */
bool atomic_write_replaces(const char *path, const char *sign);

/* Begins a file. Opening a pipe waits for its reader. Returns NULL, with the reason in *reason, if
 * that fails or a device is full. */
AtomicWrite *atomic_write_begin(const char *path, const char **reason);

/* To write to; errors may be left to atomic_write_finish. Not to be closed. */
FILE *atomic_write_stream(AtomicWrite *file);

/* Puts the file in its place, with the permissions of the one that was there, and frees. Returns
 * false, with the reason in *reason, if not all of it could be written or put there: then a regular
 * file that was there is there, and nothing is left beside it. */
bool atomic_write_finish(AtomicWrite *file, const char **reason);

/* Gives the file up: what was in its place stays. NULL is allowed. */
void atomic_write_abandon(AtomicWrite *file);

#endif
