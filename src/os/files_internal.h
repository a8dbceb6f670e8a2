/* The parts of os/files.h that each system has in its own way. */
#ifndef OS_FILES_INTERNAL_H
#define OS_FILES_INTERNAL_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <wchar.h>
#endif

struct AtomicWrite {
    char *goal, *beside; /* beside: NULL if the goal itself is written to */
    FILE *stream;
    int file;  /* POSIX: the descriptor below the stream */
    int error; /* POSIX: errno of the first write that failed, which stdio does not keep */
};

/* The reason to refuse a file as a regular one, NULL for a regular file: "it is a directory" or
 * FILE_NOT_REGULAR. */
const char *file_fault(const struct stat *status);

extern const char FILE_NOT_REGULAR[];

/* strerror, with the words of file_fault for a directory. */
const char *file_error(int error);

/* Maps an open file of some bytes, at least one, to be read. Returns NULL, with errno, if that fails. */
void *file_map(int file, size_t size);

void file_unmap(void *bytes, size_t size);

/* The descriptor of the process that a name means, such as 1 for /dev/stdout; -1: none. */
int file_descriptor(const char *path);

/* Makes a new file, never through a link, and opens it to write. `permissions` are POSIX's. Returns -1,
 * with errno, if that fails. */
int file_create(const char *path, int permissions);

/* Makes a new file beside the goal. Returns -1, with errno, if that fails. */
int atomic_write_create_beside(struct AtomicWrite *file);

/* Opens the goal, a descriptor or a file beside the goal. errno is 0 before, or ENOENT for an empty path.
 * Returns NULL, with errno, if that fails. */
FILE *atomic_write_open(struct AtomicWrite *file, const char *path);

/* Brings the file to the disk and puts it in its place. Returns NULL if it is there now, else why
 * not. It may be closed afterwards in either case. */
const char *atomic_write_put_in_place(struct AtomicWrite *file);

/* Closes the file and frees; a file beside the goal is removed unless it has become the goal. */
void atomic_write_end(struct AtomicWrite *file, bool in_place);

#ifdef _WIN32
/* --- texts of the program, in UTF-8, and of the system's calls, in UTF-16 ----------------------- */

enum { WIDE_SIZE = 4096 };

/* A path as the system wants it. */
typedef struct WidePath {
    wchar_t text[WIDE_SIZE];
} WidePath;

/* Converts a path. False, with errno, if it is no UTF-8 or too long. */
bool wide_path(const char *path, WidePath *wide);

/* Converts a text to UTF-8. False if `size` bytes are too few; then it is empty. */
bool wide_to_utf8(const wchar_t *wide, char *text, size_t size);
#endif

#endif
