/* The states of long runs on disk, so that a run can be stopped and continued. A state is a header,
 * which is a struct of the program, and arrays of numbers. Header and arrays are in the byte order
 * of this machine. A checksum reveals damage. */
#ifndef STATE_FILE_H
#define STATE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The beginning of each header. */
typedef struct RunHead {
    char magic[24];    /* the name and version of the format */
    uint64_t checksum; /* of the whole file with 0 in this field; state_save sets the field */
} RunHead;

typedef struct RunPart {
    const void *data;
    size_t size; /* a multiple of 4, like the size of the header */
} RunPart;

/* Writes a header of `size` bytes and the parts to a file that then replaces the old one. Returns
 * false, with the reason in *reason and the old file unchanged, if that fails. */
bool state_save(const char *path, RunHead *head, size_t size, const RunPart *parts, int count,
                const char **reason);

/* Reads the header of a file, `size` bytes, to *head. The caller sets head->magic, which must be
 * the file's. Returns the *rest bytes after the header, which the caller frees. If the file is
 * damaged or of another kind, returns NULL and the reason in *reason; *head is then undefined. If
 * there is no file, returns NULL, and *reason is NULL. */
void *state_load(const char *path, RunHead *head, size_t size, size_t *rest, const char **reason);

#endif
