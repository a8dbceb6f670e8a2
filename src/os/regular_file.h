/* Opening files by paths that come from outside.
 *
 * Only regular files are opened, except by any_file_stream. A pipe or a device could make us wait,
 * in open as well as in read and write, and opening a device may already do something. What may be
 * written is not reached through a symbolic link either: somebody else could have put it there. (A
 * link further up, in the path of its folder, is followed.)
 *
 * Paths are UTF-8 on Windows. Ends of line are read and written there as they are, in standard
 * input and output, too. */
#ifndef OS_REGULAR_FILE_H
#define OS_REGULAR_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

/* Prepares a program for files that may fail: those of stdin, stdout and stderr that are closed are
 * opened as /dev/null, so that no other file takes their place; and writing beyond RLIMIT_FSIZE
 * fails with EFBIG, like writing to a full disk, and no longer ends the process. To be called
 * before any file is opened. */
void regular_file_init(void);

/* Why a file is not to be opened, such as "it is a directory"; NULL for a regular file. */
const char *regular_file_fault(const struct stat *status);

/* Opens a regular file as open does; `flags` may hold O_CREAT and O_NOFOLLOW, and must not hold
 * O_TRUNC. Returns a descriptor, or -1 with the reason in *reason: a text such as "No such file or
 * directory" or "it is a directory". */
int regular_file_open(const char *path, int flags, const char **reason);

/* The same as a stream to read (mode "r") or to append (mode "a"). Returns NULL with the reason in
 * *reason if that fails. */
FILE *regular_file_stream(const char *path, const char *mode, const char **reason);

/* Opens a file, a pipe or a device as a stream to read; opening a pipe waits for its writer.
 * Returns NULL with the reason in *reason if that fails, or if the path is a directory. */
FILE *any_file_stream(const char *path, const char **reason);

/* Makes a new file, which only we may read, and opens it to write. Returns -1, with errno, if that
 * fails: EEXIST if there is something of that name. Async-signal-safe, like the next one. */
int regular_file_create(const char *path);

/* Removes a file; what cannot be removed stays. */
void regular_file_remove(const char *path);

/* Reads all of `size` bytes at an offset of an open file. False, with errno, if that fails: EIO if
 * the file ends before. */
bool regular_file_read(int file, void *bytes, size_t size, uint64_t offset);

#endif
