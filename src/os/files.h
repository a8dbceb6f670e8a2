/* Files and folders at paths that a user names. A write that fails leaves the old file as it was. */
#ifndef OS_FILES_H
#define OS_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* --- folders --------------------------------------------------------------------------------- */

/* True if the folder exists and this process may make files in it. */
bool folder_is_writable(const char *path);

/* Returns the path in an environment variable, or NULL if the variable has no value. The path is valid until the next
 * call of folder_in_variable. */
const char *folder_in_variable(const char *name);

/* Writes the path of the current folder. Returns false if there is no current folder, or if `size` bytes are too
 * few. */
bool folder_current(char *path, size_t size);

/* Writes the path of the folder that holds this program. Returns false if the folder is not known, or if `size` bytes
 * are too few. */
bool folder_of_program(char *path, size_t size);

/* Returns the system's folder for temporary files, such as /tmp. */
const char *folder_temporary(void);

/* The character between two folders in a list of folders, such as the value of the option SyzygyPath. */
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

/* Prepares the process for file errors. Call regular_file_init before the program opens a file. If stdin, stdout or
 * stderr is closed, opens /dev/null in place of the closed stream, so that no other file gets the stream's descriptor.
 * Makes writing beyond RLIMIT_FSIZE fail with EFBIG, like writing to a full disk, instead of ending the process. */
void regular_file_init(void);

/* Opens a regular file for access at any offset. The call never waits, not even for a pipe or a
 * device. `flags` are those of open(), except O_TRUNC. Returns a descriptor, or -1 with the reason
 * in *reason. */
int regular_file_open(const char *path, int flags, const char **reason);

/* Reads `size` bytes at an offset of an open file. If not all bytes can be read, returns false, with errno. EIO means
 * that the file is too short. */
bool regular_file_read(int file, void *bytes, size_t size, uint64_t offset);

/* Maps a whole regular file for reading. Returns the bytes of the file, with their number in *size, or NULL with
 * the reason in *reason. An empty file is an error. The mapping shows later changes of the file. If another program
 * shortens the file, reading beyond the new end raises SIGBUS. Windows does not let a program shorten a mapped
 * file. */
const uint8_t *regular_file_map(const char *path, uint64_t *size, const char **reason);

/* Unmaps a file of regular_file_map. */
void regular_file_unmap(const uint8_t *bytes, uint64_t size);

/* Opens a regular file as a stream for reading. Returns NULL, with the reason in *reason, if the file cannot be
 * opened. */
FILE *regular_file_stream(const char *path, const char **reason);

/* Opens a file, a pipe or a device as a stream for reading (mode "r") or appending (mode "a"). Opening a pipe for
 * reading waits until a writer opens the pipe. Opening a pipe for appending fails if no reader has opened the pipe.
 * /dev/stdout and similar paths are descriptors of the process, as in atomic_write_begin. Returns NULL, with the
 * reason in *reason, if the file cannot be opened. */
FILE *file_stream(const char *path, const char *mode, const char **reason);

/* Makes a new file, which only the file's owner may read, and opens the file for writing. Returns a descriptor, or -1
 * with errno. EEXIST means that a file of this name exists. Async-signal-safe. */
int regular_file_create(const char *path);

/* Removes a file, and ignores a failure. Async-signal-safe. */
void regular_file_remove(const char *path);

/* --- writing: a file appears under its name only when it is complete -------------------------
 *
 * These functions write a temporary file in the folder of the final path, flush it to the disk, and then rename it to
 * the final path. So at any time the final path has either the whole old file or the whole new file. Except on Windows,
 * a symbolic link at the final path stays, and the new file replaces the file to which the link leads; a link that
 * leads to no file is itself replaced. The temporary file has the name PATH.PID-N.new. It is always a new file, and
 * never opened through a link. If a killed process has left such a file, the user may remove it.
 *
 * Pipes and devices have no temporary file: these functions write directly to them. On every system /dev/stdout,
 * /dev/stderr and /dev/fd/N are descriptors of the process. If such a descriptor has a file open, output continues at
 * the descriptor's offset. */

typedef struct AtomicWrite AtomicWrite;

/* Protects a user's own file at a path from being overwritten. Returns NULL if the program may overwrite the path: no
 * file exists, the file is empty or not regular, or a line in its first 16 KB begins with `sign`. Returns `otherwise`
 * if a regular file has no such line, and the reason if the file cannot be read. */
const char *atomic_write_fault(const char *path, const char *sign, const char *otherwise);

/* Opens a temporary file for writing to `path` (see above), or the pipe or device at `path` itself. Opening a pipe
 * waits until a reader opens the pipe. Returns NULL, with the reason in *reason, if the file cannot be opened. */
AtomicWrite *atomic_write_begin(const char *path, const char **reason);

/* Returns the stream to which the caller writes. The caller must not close the stream, and need not check its errors,
 * since atomic_write_finish reports them. */
FILE *atomic_write_stream(AtomicWrite *file);

/* Renames the temporary file to the final path, with the permissions of the old file there, and frees `file`. If the
 * file could not be written or renamed, removes the temporary file, keeps the old file, and returns false with the
 * reason in *reason. */
bool atomic_write_finish(AtomicWrite *file, const char **reason);

/* Removes the temporary file, and frees `file`. The old file at the final path stays as it was. NULL is allowed. */
void atomic_write_abandon(AtomicWrite *file);

#endif
