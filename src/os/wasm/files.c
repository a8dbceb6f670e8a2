/* In WebAssembly there are no files and folders. Only standard input and output can be opened. */
#include "os/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char NO_FILES[] = "WebAssembly has no files";

bool folder_is_writable(const char *path) {
    return false;
}

const char *folder_in_variable(const char *name) {
    return NULL;
}

bool folder_current(char *path, size_t size) {
    return false;
}

bool folder_of_program(char *path, size_t size) {
    return false;
}

const char *folder_temporary(void) {
    return "";
}

const char *folder_read(const char *path, bool (*visit)(void *context, const char *name),
                        void *context) {
    return NO_FILES;
}

void regular_file_init(void) {
}

int regular_file_open(const char *path, int flags, const char **reason) {
    *reason = NO_FILES;
    errno = ENOENT;
    return -1;
}

bool regular_file_read(int file, void *bytes, size_t size, uint64_t offset) {
    errno = EBADF;
    return false;
}

const uint8_t *regular_file_map(const char *path, uint64_t *size, const char **reason) {
    *reason = NO_FILES;
    return NULL;
}

void regular_file_unmap(const uint8_t *bytes, uint64_t size) {
}

FILE *regular_file_stream(const char *path, const char **reason) {
    *reason = NO_FILES;
    return NULL;
}

FILE *file_stream(const char *path, const char *mode, const char **reason) {
    *reason = NO_FILES;
    return NULL;
}

int regular_file_create(const char *path) {
    errno = ENOENT;
    return -1;
}

void regular_file_remove(const char *path) {
}

/* --- atomic write ---------------------------------------------------------------------------- */

struct AtomicWrite {
    FILE *stream; /* the stream of standard output */
};

const char *atomic_write_fault(const char *path, const char *sign, const char *otherwise) {
    return NULL;
}

AtomicWrite *atomic_write_begin(const char *path, const char **reason) {
    AtomicWrite *f = strcmp(path, "/dev/stdout") == 0 ? malloc(sizeof *f) : NULL;
    *reason = f ? NULL : NO_FILES;
    if (f)
        f->stream = stdout;
    return f;
}

FILE *atomic_write_stream(AtomicWrite *file) {
    return file->stream;
}

bool atomic_write_finish(AtomicWrite *file, const char **reason) {
    *reason = fflush(file->stream) == 0 ? NULL : strerror(errno);
    free(file);
    return !*reason;
}

void atomic_write_abandon(AtomicWrite *file) {
    free(file);
}
