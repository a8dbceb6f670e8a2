/* Files and folders by paths that a user names, and files that are written whole or not at all. */
#ifndef OS_FILES_H
#define OS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* --- folders in which files may be left ------------------------------------------------------ */

/* True if the folder exists and this process may make files in it. */
bool folder_is_writable(const char *path);

/* Returns the path in an environment variable, valid until the next call; NULL if the variable has no
 * value. */
const char *folder_in_variable(const char *name);

/* Writes the path of the current folder. Returns false if there is none, or if `size` bytes are too few. */
bool folder_current(char *path, size_t size);

/* Writes the path of the folder that holds this program. Returns false if it is not known, or if
 * `size` bytes are too few. */
bool folder_of_program(char *path, size_t size);

/* Returns the system's folder for temporary files, such as /tmp. */
const char *folder_temporary(void);

/* The character between two folders in a list, such as the option SyzygyPath. */
#ifdef _WIN32
enum { FOLDER_SEPARATOR = ';' };
#else
enum { FOLDER_SEPARATOR = ':' };
#endif

/* Calls `visit` with the name of each file in a folder, in any order, until `visit` returns false. Returns
 * NULL, or the reason why the folder cannot be read. */
const char *folder_read(const char *path, bool (*visit)(void *context, const char *name),
                        void *context);

/* --- reading ---------------------------------------------------------------------------------
 *
 * On Windows, paths are UTF-8. Ends of line are read and written unchanged, also in standard input
 * and output. The reasons that functions return are texts such as "No such file or directory" or
 * "it is a directory". */

/* Prepares the process for file errors. Call it before any file is opened. If stdin, stdout or stderr is
 * closed, opens /dev/null in its place, so that no other file gets its number. Makes writing beyond
 * RLIMIT_FSIZE fail with EFBIG, like writing to a full disk, instead of ending the process. */
void regular_file_init(void);

/* Opens a regular file for access at any offset. The call never waits, not even for a pipe or a
 * device. `flags` are those of open(), except O_TRUNC. Returns a descriptor, or -1 with the reason
 * in *reason. */
int regular_file_open(const char *path, int flags, const char **reason);

/* Reads `size` bytes at an offset of an open file. If not all can be read, returns false, with errno; EIO
 * means that the file is too short. */
bool regular_file_read(int file, void *bytes, size_t size, uint64_t offset);

/* Maps all of a regular file for reading. Returns its bytes, and their number in *size, or NULL with the
 * reason in *reason. An empty file is an error. The mapping shows later changes of the file. If the file is
 * shortened, reading after its new end raises SIGBUS; Windows does not let a mapped file be shortened. */
const uint8_t *regular_file_map(const char *path, uint64_t *size, const char **reason);

/* Unmaps a file of regular_file_map. */
void regular_file_unmap(const uint8_t *bytes, uint64_t size);

/* Opens a regular file as a stream for reading. Returns NULL, with the reason in *reason, if it cannot be
 * opened. */
FILE *regular_file_stream(const char *path, const char **reason);

/* Opens a file, a pipe or a device as a stream for reading (mode "r") or appending (mode "a"). Opening a pipe
 * for reading waits for its writer; appending to a pipe needs a reader. /dev/stdout and the like are
 * descriptors of the process, as in atomic_write_begin. Returns NULL, with the reason in *reason, if the file
 * cannot be opened. */
FILE *file_stream(const char *path, const char *mode, const char **reason);

/* Makes a new file, which only its owner may read, and opens it for writing. Returns a descriptor, or -1 with
 * errno: EEXIST if the name is taken. Async-signal-safe. */
int regular_file_create(const char *path);

/* Removes a file. A failure is ignored. Async-signal-safe. */
void regular_file_remove(const char *path);

/* --- writing: files that take their place once they are whole --------------------------------
 *
 * The goal is the path of the finished file. A regular file is written beside its goal, flushed to
 * the disk and then renamed to the goal. So the goal is always either the whole old file or the
 * whole new file. Except on Windows, a symbolic link stays, and the file that it leads to is
 * replaced. The file beside the goal is called GOAL.PID-N.new. It is always a new file, and never
 * opened through a link. If a killed process has left such a file, the user may remove it.
 *
 * Pipes and devices are written to directly. On every system /dev/stdout, /dev/stderr and /dev/fd/N are
 * descriptors of the process; if such a descriptor has a file open, output continues at its
 * offset. */

typedef struct AtomicWrite AtomicWrite;

/* Returns NULL if the file at a path may be overwritten. A line that begins with `sign` marks a
 * file of this program. If a regular file is not empty and has no such line in its first 16 KB,
 * returns `otherwise`. If the file cannot be read, returns the reason. */
const char *atomic_write_fault(const char *path, const char *sign, const char *otherwise);

/* Begins to write a file. Opening a pipe waits for its reader. Returns NULL, with the reason in *reason, if
 * the file cannot be opened. */
AtomicWrite *atomic_write_begin(const char *path, const char **reason);

/* Returns the stream to write to. The caller must not close it, and may leave errors to
 * atomic_write_finish. */
FILE *atomic_write_stream(AtomicWrite *file);

/* Puts the new file in the place of the goal, with the permissions of the old file, and frees `file`. If not
 * all could be written or put in place, returns false with the reason in *reason. A regular file at the goal
 * then stays, and the file beside it is removed. */
bool atomic_write_finish(AtomicWrite *file, const char **reason);

/* Discards the new file, and frees `file`. The goal stays as it was. NULL is allowed. */
void atomic_write_abandon(AtomicWrite *file);

#endif
