/* The parts of os/files.h that each system has in its own way. */
#ifndef OS_FILES_INTERNAL_H
#define OS_FILES_INTERNAL_H

#include <stdbool.h>
#include <sys/stat.h>

struct AtomicWrite;

/* The reason to refuse a file as a regular one, NULL for a regular file: "it is a directory" or
 * FILE_NOT_REGULAR. */
const char *file_fault(const struct stat *status);

extern const char FILE_NOT_REGULAR[];

/* strerror, with the words of file_fault for a directory. */
const char *file_error(int error);

/* The descriptor of the process that a name means, such as 1 for /dev/stdout; -1: none. */
int file_descriptor(const char *path);

/* The name of the n-th file to try beside a goal, to be freed; NULL if memory is short. */
char *file_beside(const char *goal, int process, int n);

enum { FILES_BESIDE = 100 }; /* tries */

/* Brings the file to the disk and puts it in its place. Returns NULL if it is there now, else why
 * not. It may be closed afterwards in either case. */
const char *atomic_write_put_in_place(struct AtomicWrite *file);

/* Closes the file and frees; a file beside the goal is removed unless it has become the goal. */
void atomic_write_end(struct AtomicWrite *file, bool in_place);

#endif
