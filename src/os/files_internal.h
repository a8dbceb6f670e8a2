/* The parts of os/files.h that differ between systems. */
#ifndef OS_FILES_INTERNAL_H
#define OS_FILES_INTERNAL_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <wchar.h>
#endif

struct AtomicWrite {
    /* `goal` is the final path. `beside` is the path of the temporary file in the same folder, or NULL if the stream
     * writes directly to a pipe, a device or a descriptor */
    char *goal, *beside;
    FILE *stream;
    int file; /* only for POSIX: the descriptor of the stream */
    /* only for POSIX: errno of the first write that failed, since stdio does not keep it */
    int error;
};

/* Returns the reason why a file is not a regular file: "it is a directory" or FILE_NOT_REGULAR. Returns NULL for a
 * regular file. */
const char *file_fault(const struct stat *status);

extern const char FILE_NOT_REGULAR[];

/* Returns the text of strerror for an error number, but for EISDIR the text that file_fault returns for a directory. */
const char *file_error(int error);

/* Maps an open file of `size` bytes (1 or more) for reading. Returns NULL, with errno, if the system cannot map the
 * file. */
void *file_map(int file, size_t size);

void file_unmap(void *bytes, size_t size);

/* Returns the descriptor of the process that a path names, such as 1 for /dev/stdout. Returns -1 if the path names no
 * descriptor. */
int file_descriptor(const char *path);

/* Makes a new file, never through a symbolic link, and opens the file for writing. `permissions` are those of open() in
 * POSIX, such as 0666. Returns a descriptor, or -1 with errno. */
int file_create(const char *path, int permissions);

/* Makes the temporary file of an AtomicWrite. Returns a descriptor, or -1 with errno. */
int atomic_write_create_beside(struct AtomicWrite *file);

/* Opens the stream of an AtomicWrite: for a pipe, a device or a descriptor directly to it, else to a new temporary
 * file. Before the call, the caller sets errno to ENOENT if the path is empty, else to 0. Returns NULL, with errno, if
 * the file cannot be opened. */
FILE *atomic_write_open(struct AtomicWrite *file, const char *path);

/* Flushes the temporary file to the disk, and renames it to the final path. Returns NULL on success, else the reason
 * for the failure. In both cases the caller must then call atomic_write_end. */
const char *atomic_write_put_in_place(struct AtomicWrite *file);

/* Closes the file and frees the structure. `in_place` is true if the temporary file has been renamed to the final path;
 * if it is false, the function removes the temporary file. */
void atomic_write_end(struct AtomicWrite *file, bool in_place);

#ifdef _WIN32
/* --- from UTF-8, which the program uses, to UTF-16, which the system uses, and back -------------- */

enum { WIDE_SIZE = 4096 };

/* A path in the system's encoding. */
typedef struct WidePath {
    wchar_t text[WIDE_SIZE];
} WidePath;

/* Converts a path from UTF-8 to UTF-16. Returns false, with errno, if the path is not UTF-8 or is too long. */
bool wide_path(const char *path, WidePath *wide);

/* Converts a text from UTF-16 to UTF-8. If `size` bytes are too few, writes an empty text and returns false. */
bool wide_to_utf8(const wchar_t *wide, char *text, size_t size);
#endif

#endif
