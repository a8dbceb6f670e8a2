#include "os/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

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
