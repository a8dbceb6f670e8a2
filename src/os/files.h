/* Files and folders by paths that come from outside, and files that are written whole or not at all. */
#ifndef OS_FILES_H
#define OS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* --- folders in which files may be left ------------------------------------------------------ */

/* True if there is such a folder, and we may make files in it. */
bool folder_is_writable(const char *path);

/* The path in an environment variable, valid until the next call; NULL if there is none in it. */
const char *folder_in_variable(const char *name);

/* Writes the path of the current folder. False if there is none, or `size` bytes are too few. */
bool folder_current(char *path, size_t size);

/* Writes the path of the folder that holds this program. False if it is not known, or `size` bytes are too few. */
bool folder_of_program(char *path, size_t size);

/* The system's folder for temporary files, such as /tmp. */
const char *folder_temporary(void);

/* Between folders of a list. */
#ifdef _WIN32
enum { FOLDER_SEPARATOR = ';' };
#else
enum { FOLDER_SEPARATOR = ':' };
#endif

/* Calls a function with the name of each file of a folder, in any order, until it returns false.
 * Returns why the folder cannot be read, NULL if it can. */
const char *folder_read(const char *path, bool (*visit)(void *context, const char *name),
                        void *context);

/* --- reading ---------------------------------------------------------------------------------
 *
 * Paths are UTF-8 on Windows. Ends of line are read and written there as they are, in standard
 * input and output, too. Where a function returns a reason, it is a text such as "No such file or
 * directory" or "it is a directory". */

/* Prepares a program for files that may fail: those of stdin, stdout and stderr that are closed are
 * opened as /dev/null, so that no other file takes their place; and writing beyond RLIMIT_FSIZE
 * fails with EFBIG, like writing to a full disk, and no longer ends the process. To be called
 * before any file is opened. */
void regular_file_init(void);

/* Opens a regular file, to read or write at any offset, as open does; never waits. `flags` must not
 * hold O_TRUNC. Returns a descriptor, or -1 with the reason in *reason. */
int regular_file_open(const char *path, int flags, const char **reason);

/* Reads all of `size` bytes at an offset of an open file. False, with errno, if that fails: EIO if
 * the file ends before. */
bool regular_file_read(int file, void *bytes, size_t size, uint64_t offset);

/* Maps all of a regular file, which is not empty, to be read. Returns its bytes, and their number in
 * *size, or NULL with the reason in *reason. The bytes are those of the file at any time: if it is cut
 * off meanwhile, reading behind its end raises SIGBUS. Windows does not let it be cut off. */
const uint8_t *regular_file_map(const char *path, uint64_t *size, const char **reason);

/* Gives a mapped file back. */
void regular_file_unmap(const uint8_t *bytes, uint64_t size);

/* Opens a regular file as a stream to read. Returns NULL with the reason in *reason if that fails. */
FILE *regular_file_stream(const char *path, const char **reason);

/* Opens a file, a pipe or a device as a stream to read (mode "r") or to append (mode "a"). Opening a
 * pipe to read waits for its writer; appending to a pipe needs a reader. /dev/stdout and the like are
 * appended to as in atomic_write_begin. Returns NULL with the reason
 * in *reason if that fails. */
FILE *file_stream(const char *path, const char *mode, const char **reason);

/* Makes a new file, which only we may read, and opens it to write. Returns -1, with errno, if that
 * fails: EEXIST if there is something of that name. Async-signal-safe, like the next one. */
int regular_file_create(const char *path);

/* Removes a file; what cannot be removed stays. */
void regular_file_remove(const char *path);

/* --- writing: files that take their place once they are whole --------------------------------
 *
 * A regular file is written beside its goal, brought to the disk and then renamed. Whatever
 * happens, the goal is the old file or the new one. A symbolic link stays: the file that it leads
 * to is replaced. The file beside the goal is called GOAL.PID-N.new. It is made as a new file,
 * never through a link. One that a killed process has left may be removed.
 *
 * A pipe or a device is written to at once. /dev/stdout, /dev/stderr and /dev/fd/N are descriptors
 * of the process, on every system; a file behind them keeps what it holds. */

typedef struct AtomicWrite AtomicWrite;

/* Guards files of others. Returns `otherwise` if a regular file is neither empty nor has a line in its
 * first 16 KB that begins with `sign`, another reason if the file cannot be read, else NULL. */
const char *atomic_write_fault(const char *path, const char *sign, const char *otherwise);

/* Begins a file. Opening a pipe waits for its reader. Returns NULL, with the reason in *reason, if
 * that fails. */
AtomicWrite *atomic_write_begin(const char *path, const char **reason);

/* The stream to write to; errors may be left to atomic_write_finish. Not to be closed. */
FILE *atomic_write_stream(AtomicWrite *file);

/* Puts the file in its place, with the permissions of the one that was there, and frees. Returns
 * false, with the reason in *reason, if not all of it could be written or put there: then a regular
 * file that was there is there, and nothing is left beside it. */
bool atomic_write_finish(AtomicWrite *file, const char **reason);

/* Gives the file up: what was in its place stays. NULL is allowed. */
void atomic_write_abandon(AtomicWrite *file);

#endif
