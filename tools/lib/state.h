/* The states of long runs on disk, so that a run can be stopped and gone on with: a header that is a struct of the
 * program, then numbers, as this machine has them in memory. A checksum guards against damage. */
#ifndef STATE_FILE_H
#define STATE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Each header begins with this. */
typedef struct RunHead {
    char magic[24];    /* of the caller, with its version */
    uint64_t checksum; /* state_save's: of the header, with this as 0, and all behind it */
} RunHead;

typedef struct RunPart {
    const void *data;
    size_t size; /* a multiple of 4, as is that of the header */
} RunPart;

/* Writes a header of `size` bytes and the parts behind it, by atomic_write_begin. False, with the reason in *reason
 * and the old file as it was, if that fails. */
bool state_save(const char *path, RunHead *head, size_t size, const RunPart *parts, int count,
                const char **reason);

/* Reads a file whose magic is head->magic into a header of `size` bytes. Returns what is behind it, *rest bytes, which
 * the caller frees. NULL, with the reason in *reason, if it is damaged or something else; *reason is NULL if there is no
 * file. The header is then undefined. */
void *state_load(const char *path, RunHead *head, size_t size, size_t *rest, const char **reason);

#endif
