#include "os/files.h"

#include "os/files_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool atomic_write_finish(AtomicWrite *file, const char **reason) {
    *reason = atomic_write_put_in_place(file);
    atomic_write_end(file, !*reason);
    return !*reason;
}

void atomic_write_abandon(AtomicWrite *file) {
    if (file)
        atomic_write_end(file, false);
}

const char *atomic_write_fault(const char *path) {
    const char *reason = atomic_write_goal_fault(path);
    if (!reason)
        atomic_write_abandon(atomic_write_begin(path, &reason));
    return reason;
}

int atomic_write_descriptor(const char *path) {
    int number;
    char more;
    return strcmp(path, "/dev/stdout") == 0                    ? STDOUT_FILENO
           : strcmp(path, "/dev/stderr") == 0                  ? STDERR_FILENO
           : sscanf(path, "/dev/fd/%d%c", &number, &more) == 1 ? number
                                                               : -1;
}

/* True if a line of a text begins so. */
static bool has_sign(const char *text, const char *sign) {
    for (; text; text = strchr(text, '\n')) {
        text += *text == '\n';
        if (strncmp(text, sign, strlen(sign)) == 0)
            return true;
    }
    return false;
}

bool atomic_write_replaces(const char *path, const char *sign) {
    enum { LOOKED_AT = 1 << 14 };
    const char *reason;
    struct stat status;
    if (atomic_write_descriptor(path) >= 0)
        return true; /* at its end */
    errno = 0;
    const int file = regular_file_open(path, O_RDONLY, &reason);
    if (file < 0)
        return errno != EACCES; /* a file that cannot be read may hold anything */
    char *text = calloc(1, LOOKED_AT + 1);
    bool good = text && fstat(file, &status) == 0;
    if (good && status.st_size > 0) {
        const size_t size = status.st_size < LOOKED_AT ? (size_t)status.st_size : LOOKED_AT;
        good = regular_file_read(file, text, size, 0) && has_sign(text, sign);
    }
    free(text);
    close(file);
    return good;
}
