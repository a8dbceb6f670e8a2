#include "os/atomic_write.h"

#include "os/atomic_write_parts.h"
#include "os/regular_file.h"
#include "os/windows/wide.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

struct AtomicWrite {
    WidePath goal;
    char *beside; /* NULL if the goal itself is written to */
    FILE *stream;
};

/* Why a goal may not be replaced, NULL if it may. */
static const char *fault_of_goal(const wchar_t *path) {
    struct stat status;
    const DWORD attributes = GetFileAttributesW(path);
    if (_wstat64(path, &status))
        return errno == ENOENT && *path ? NULL : strerror(errno);
    if (attributes != INVALID_FILE_ATTRIBUTES && attributes & FILE_ATTRIBUTE_REPARSE_POINT)
        return "it is a symbolic link; give the path that it leads to";
    const char *fault = regular_file_fault(&status);
    return !fault && _waccess(path, W_OK) ? strerror(errno) : fault;
}

const char *atomic_write_goal_fault(const char *path) {
    WidePath goal;
    return wide_path(path, &goal) ? fault_of_goal(goal.text) : strerror(errno);
}

/* Opens what is written to at once: standard output and devices. Returns -1 with errno, 0 if a path
 * is to have a regular file. */
static int open_at_once(const char *path, const wchar_t *goal) {
    struct stat status;
    if (atomic_write_descriptor(path) >= 0)
        return _dup(atomic_write_descriptor(path));
    const bool is_device =
        _wstat64(goal, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    const int file = is_device ? _wopen(goal, _O_WRONLY | _O_BINARY | _O_NOINHERIT) : -1;
    errno = is_device ? errno : 0;
    return file;
}

/* Makes a new file beside the goal. Returns -1, with errno, if that fails. */
static int create_beside(AtomicWrite *f, const char *goal) {
    enum { TRIES = 100, MORE = 40 };
    const size_t size = strlen(goal) + MORE;
    int file = -1;
    f->beside = malloc(size);
    for (int n = 0; f->beside && n < TRIES && file < 0; n++) {
        snprintf(f->beside, size, "%s.%d-%d.new", goal, _getpid(), n);
        file = regular_file_create(f->beside);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}

void atomic_write_end(AtomicWrite *f, bool in_place) {
    if (f->stream)
        fclose(f->stream);
    if (!in_place && f->beside)
        regular_file_remove(f->beside);
    free(f->beside);
    free(f);
}

AtomicWrite *atomic_write_begin(const char *path, const char **reason) {
    AtomicWrite *f = calloc(1, sizeof *f);
    if (!f) {
        *reason = strerror(ENOMEM);
        return NULL;
    }
    *reason = wide_path(path, &f->goal) ? NULL : strerror(errno);
    int file = *reason ? -1 : open_at_once(path, f->goal.text);
    if (!*reason && file < 0)
        *reason = errno ? strerror(errno) : fault_of_goal(f->goal.text);
    if (!*reason && file < 0)
        file = create_beside(f, path);
    f->stream = file >= 0 ? _fdopen(file, "wb") : NULL;
    if (f->stream)
        return f;
    if (!*reason)
        *reason = strerror(errno);
    if (file >= 0)
        _close(file);
    atomic_write_end(f, file < 0);
    return NULL;
}

FILE *atomic_write_stream(AtomicWrite *file) {
    return file->stream;
}

/* It is closed in any case: what is open cannot be moved here. */
const char *atomic_write_put_in_place(AtomicWrite *f) {
    WidePath beside;
    const bool good = fflush(f->stream) == 0 && !ferror(f->stream) &&
                      (!f->beside || _commit(_fileno(f->stream)) == 0);
    const int error = errno;
    const bool closed = fclose(f->stream) == 0;
    f->stream = NULL;
    if (!good || !closed)
        return strerror(error ? error : EIO);
    const char *fault = f->beside ? fault_of_goal(f->goal.text) : NULL;
    if (fault || !f->beside)
        return fault;
    if (!wide_path(f->beside, &beside) ||
        !MoveFileExW(beside.text, f->goal.text, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return strerror(EACCES);
    return NULL;
}
