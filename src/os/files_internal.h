/* What each system does in its own way for os/files.h. */
#ifndef OS_FILES_INTERNAL_H
#define OS_FILES_INTERNAL_H

#include <stdbool.h>

struct AtomicWrite;

/* Why a path is neither free nor a regular file that may be replaced; NULL if it is. */
const char *atomic_write_goal_fault(const char *path);

/* The descriptor of the process that a name means, such as 1 for /dev/stdout; -1: none. */
int atomic_write_descriptor(const char *path);

/* Brings the file to the disk and puts it in its place. Returns NULL if it is there now, else why
 * not. It may be closed afterwards in either case. */
const char *atomic_write_put_in_place(struct AtomicWrite *file);

/* Closes the file and frees; what is beside the goal goes unless it has become the goal. */
void atomic_write_end(struct AtomicWrite *file, bool in_place);

#endif
