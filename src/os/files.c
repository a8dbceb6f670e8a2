/* The parts of os/files.h that are the same on all systems. */
#include "os/files.h"

#include "os/files_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char FILE_NOT_REGULAR[] = "it is not a regular file";

const char *file_fault(const struct stat *status) {
    return S_ISREG(status->st_mode)   ? NULL
           : S_ISDIR(status->st_mode) ? file_error(EISDIR)
                                      : FILE_NOT_REGULAR;
}

const char *file_error(int error) {
    return error == EISDIR ? "it is a directory" : strerror(error);
}

FILE *regular_file_stream(const char *path, const char **reason) {
    const int file = regular_file_open(path, O_RDONLY, reason);
    FILE *stream = file >= 0 ? fdopen(file, "rb") : NULL;
    if (file >= 0 && !stream) {
        *reason = strerror(errno);
        close(file);
    }
    return stream;
}

const uint8_t *regular_file_map(const char *path, uint64_t *size, const char **reason) {
    struct stat status;
    void *bytes = NULL;
    const int file = regular_file_open(path, O_RDONLY, reason);
    if (file < 0)
        return NULL;
    if (fstat(file, &status))
        *reason = strerror(errno);
    else if (status.st_size == 0)
        *reason = "it is empty";
    else if (!(bytes = file_map(file, (size_t)status.st_size)))
        *reason = errno == ENOMEM ? "no address space is left to map it (see ulimit -v)"
                                  : strerror(errno);
    *size = bytes ? (uint64_t)status.st_size : 0;
    close(file);
    return bytes;
}

void regular_file_unmap(const uint8_t *bytes, uint64_t size) {
    file_unmap((void *)(uintptr_t)bytes, (size_t)size);
}

int file_descriptor(const char *path) {
    int number;
    char more;
    return strcmp(path, "/dev/stdout") == 0                    ? STDOUT_FILENO
           : strcmp(path, "/dev/stderr") == 0                  ? STDERR_FILENO
           : sscanf(path, "/dev/fd/%d%c", &number, &more) == 1 ? number
                                                               : -1;
}

int regular_file_create(const char *path) {
    return file_create(path, 0600);
}

/* --- atomic write ---------------------------------------------------------------------------- */

/* Returns the n-th name that a temporary file beside the path `goal` may have: GOAL.PID-N.new. Returns NULL if memory
 * is short. The caller frees the name. */
static char *name_beside(const char *goal, int n) {
    enum { MORE = 40 };
    const size_t size = strlen(goal) + MORE;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s.%d-%d.new", goal, (int)getpid(), n);
    return path;
}

int atomic_write_create_beside(AtomicWrite *f) {
    enum { TRIES = 100 };
    int file = -1;
    for (int n = 0; n < TRIES && file < 0; n++) {
        free(f->beside);
        f->beside = name_beside(f->goal, n);
        if (!f->beside)
            return -1;
        file = file_create(f->beside, 0666);
        if (file < 0 && errno != EEXIST) /* after EEXIST the loop tries the next name */
            break;
    }
    if (file < 0) {
        free(f->beside);
        f->beside = NULL;
    }
    return file;
}

AtomicWrite *atomic_write_begin(const char *path, const char **reason) {
    AtomicWrite *f = calloc(1, sizeof *f);
    if (f) {
        errno = *path ? 0 : ENOENT;
        f->stream = atomic_write_open(f, path);
    }
    *reason = f && f->stream ? NULL : file_error(errno);
    if (!*reason)
        return f;
    atomic_write_abandon(f);
    return NULL;
}

FILE *atomic_write_stream(AtomicWrite *file) {
    return file->stream;
}

bool atomic_write_finish(AtomicWrite *file, const char **reason) {
    *reason = atomic_write_put_in_place(file);
    atomic_write_end(file, !*reason);
    return !*reason;
}

void atomic_write_abandon(AtomicWrite *file) {
    if (file)
        atomic_write_end(file, false);
}

/* True if a line of a text begins with `sign`. */
static bool has_sign(const char *text, const char *sign) {
    for (; text; text = strchr(text, '\n')) {
        text += *text == '\n';
        if (strncmp(text, sign, strlen(sign)) == 0)
            return true;
    }
    return false;
}

const char *atomic_write_fault(const char *path, const char *sign, const char *otherwise) {
    enum { LOOKED_AT = 1 << 14 };
    char text[LOOKED_AT + 1];
    struct stat status;
    const char *reason;
    if (file_descriptor(path) >= 0)
        return NULL;
    errno = 0;
    const int file = regular_file_open(path, O_RDONLY, &reason);
    if (file < 0)
        return errno == ENOENT || reason == FILE_NOT_REGULAR ? NULL : reason;
    const off_t whole = fstat(file, &status) == 0 ? status.st_size : 0;
    const size_t size = whole < LOOKED_AT ? (size_t)whole : LOOKED_AT;
    const bool good = regular_file_read(file, text, size, 0);
    close(file);
    text[size] = '\0';
    if (!good)
        return strerror(EIO);
    return size == 0 || has_sign(text, sign) ? NULL : otherwise;
}
