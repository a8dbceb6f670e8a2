#define _GNU_SOURCE /* fopencookie, asprintf */
#include "os/files.h"

#include "os/files_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool folder_is_writable(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) && access(path, W_OK | X_OK) == 0;
}

const char *folder_in_variable(const char *name) {
    const char *path = getenv(name);
    return path && *path ? path : NULL;
}

bool folder_current(char *path, size_t size) {
    return getcwd(path, size) != NULL;
}

const char *folder_temporary(void) {
    return "/tmp";
}

/* --- regular file ---------------------------------------------------------------------------- */

void regular_file_init(void) {
    int file;
    while ((file = open("/dev/null", O_RDWR)) >= 0 && file <= STDERR_FILENO)
        continue;
    if (file >= 0)
        close(file);
    signal(SIGXFSZ, SIG_IGN);
}

const char *regular_file_fault(const struct stat *status) {
    return S_ISREG(status->st_mode)   ? NULL
           : S_ISLNK(status->st_mode) ? "it is a symbolic link; give the path that it leads to"
           : S_ISDIR(status->st_mode) ? "it is a directory"
                                      : "it is not a regular file";
}

int regular_file_open(const char *path, int flags, const char **reason) {
    const bool writes = (flags & O_ACCMODE) != O_RDONLY;
    const bool follows = !writes && !(flags & O_NOFOLLOW);
    struct stat status;
    /* Looked at twice: what has been opened may be another file than a moment ago. */
    *reason = (follows ? stat : lstat)(path, &status) == 0 ? regular_file_fault(&status) : NULL;
    if (*reason)
        return -1;
    flags |= O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (writes ? O_NOFOLLOW : 0);
    const int file = open(path, flags, 0666);
    if (file >= 0 && fstat(file, &status) == 0 && !(*reason = regular_file_fault(&status)))
        return file;
    if (!*reason)
        *reason = strerror(errno);
    if (file >= 0)
        close(file);
    return -1;
}

FILE *regular_file_stream(const char *path, const char *mode, const char **reason) {
    const int flags = *mode == 'a' ? O_WRONLY | O_CREAT | O_APPEND : O_RDONLY;
    const int file = regular_file_open(path, flags, reason);
    FILE *stream = file >= 0 ? fdopen(file, mode) : NULL;
    if (file >= 0 && !stream) {
        *reason = strerror(errno);
        close(file);
    }
    return stream;
}

FILE *any_file_stream(const char *path, const char **reason) {
    struct stat status;
    const int file = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    const bool is_folder = file >= 0 && fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
    FILE *stream = file >= 0 && !is_folder ? fdopen(file, "r") : NULL;
    *reason = stream ? NULL : is_folder ? regular_file_fault(&status) : strerror(errno);
    if (file >= 0 && !stream)
        close(file);
    return stream;
}

int regular_file_create(const char *path) {
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
}

void regular_file_remove(const char *path) {
    unlink(path);
}

bool regular_file_read(int file, void *bytes, size_t size, uint64_t offset) {
    for (size_t done = 0; done < size;) {
        const ssize_t got = pread(file, (char *)bytes + done, size - done, (off_t)(offset + done));
        if (got == 0)
            errno = EIO;
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* --- atomic write ---------------------------------------------------------------------------- */

static const mode_t NO_MODE = (mode_t)-1;

struct AtomicWrite {
    char *goal, *beside; /* beside: NULL if the goal itself is written to */
    FILE *stream;
    int file;
    int error; /* errno of the first write that failed, which stdio does not keep */
};

/* --- the goal -------------------------------------------------------------------------------- */

/* Why a goal may not be replaced, NULL if it may. *mode is what it permits, NO_MODE if it is not
 * there. */
static const char *fault_of_goal(const char *path, mode_t *mode) {
    struct stat status;
    *mode = NO_MODE;
    if (lstat(path, &status))
        return errno == ENOENT && *path ? NULL : strerror(errno);
    *mode = status.st_mode & 0777;
    const char *fault = regular_file_fault(&status);
    return !fault && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) ? strerror(errno) : fault;
}

const char *atomic_write_goal_fault(const char *path) {
    mode_t mode;
    return fault_of_goal(path, &mode);
}

/* Opens what is written to at once. Returns -1, with errno, if that fails; errno is 0 if a path is
 * to have a regular file. */
static int open_at_once(const char *path) {
    const int given = atomic_write_descriptor(path);
    struct stat status;
    if (given < 0 && stat(path, &status)) { /* a link that must not be followed is an error here */
        errno = errno == ENOENT ? 0 : errno;
        return -1;
    }
    if (given < 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
        errno = 0;
        return -1;
    }
    const int file = given >= 0 ? fcntl(given, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
                                : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    /* A device that is full, /dev/full, says so when it is given nothing. */
    if (file < 0 || fstat(file, &status) || !S_ISCHR(status.st_mode) || write(file, "", 0) == 0)
        return file;
    const int error = errno;
    close(file);
    errno = error;
    return -1;
}

/* Brings the entry of a new file in its folder to the disk. Not all file systems can: this cannot
 * fail in a way that matters, for the file itself is there. */
static void sync_folder(const char *path) {
    char *folder = strdup(path), *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash)
        slash[slash == folder] = '\0';
    const int file = folder ? open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    free(folder);
}

/* --- the stream ------------------------------------------------------------------------------ */

static ssize_t put(void *context, const char *data, size_t size) {
    AtomicWrite *f = context;
    size_t done = 0;
    while (done < size && !f->error) {
        const ssize_t count = write(f->file, data + done, size - done);
        if (count >= 0)
            done += (size_t)count;
        else if (errno != EINTR)
            f->error = errno;
    }
    return (ssize_t)done;
}

/* Makes a new file beside the goal. Returns -1, with errno, if that fails. */
static int create_beside(AtomicWrite *f) {
    enum { TRIES = 100 };
    int file = -1;
    for (int n = 0; n < TRIES && file < 0; n++) {
        free(f->beside);
        if (asprintf(&f->beside, "%s.%d-%d.new", f->goal, (int)getpid(), n) < 0) {
            f->beside = NULL;
            return -1;
        }
        file = open(f->beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    if (file < 0) { /* what has this name is not ours */
        free(f->beside);
        f->beside = NULL;
    }
    return file;
}

/* --- life ------------------------------------------------------------------------------------ */

void atomic_write_end(AtomicWrite *f, bool in_place) {
    if (f->stream)
        fclose(f->stream);
    if (f->file >= 0)
        close(f->file);
    if (!in_place && f->beside)
        unlink(f->beside);
    free(f->goal);
    free(f->beside);
    free(f);
}

/* Opens a pipe or a device itself, or a new file beside the goal. Returns NULL, or the reason of
 * the failure. */
static const char *open_file(AtomicWrite *f, const char *path) {
    mode_t mode;
    f->file = open_at_once(path);
    if (f->file >= 0 || errno)
        return f->file >= 0 ? NULL : strerror(errno);
    f->goal = realpath(path, NULL);
    if (!f->goal && !(f->goal = strdup(path)))
        return strerror(ENOMEM);
    const char *fault = fault_of_goal(f->goal, &mode);
    if (fault)
        return fault;
    f->file = create_beside(f);
    const bool good = f->file >= 0 && (mode == NO_MODE || fchmod(f->file, mode) == 0);
    return good ? NULL : strerror(errno);
}

AtomicWrite *atomic_write_begin(const char *path, const char **reason) {
    static const cookie_io_functions_t WRITING = {.write = put};
    AtomicWrite *f = calloc(1, sizeof *f);
    if (!f) {
        *reason = strerror(ENOMEM);
        return NULL;
    }
    *reason = open_file(f, path);
    f->stream = *reason ? NULL : fopencookie(f, "w", WRITING);
    if (f->stream)
        return f;
    if (!*reason)
        *reason = strerror(errno);
    atomic_write_end(f, false);
    return NULL;
}

FILE *atomic_write_stream(AtomicWrite *file) {
    return file->stream;
}

const char *atomic_write_put_in_place(AtomicWrite *f) {
    mode_t mode;
    const bool good = fflush(f->stream) == 0 && !ferror(f->stream);
    if (f->error || !good)
        return strerror(f->error ? f->error : EIO);
    const char *fault = f->beside ? fault_of_goal(f->goal, &mode) : NULL;
    if (fault || !f->beside)
        return fault;
    if (fsync(f->file) || rename(f->beside, f->goal))
        return strerror(errno);
    sync_folder(f->goal);
    return NULL;
}
