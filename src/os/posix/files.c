#define _GNU_SOURCE /* fopencookie */
#include "os/files.h"

#include "os/files_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

bool folder_of_program(char *path, size_t size) {
    const ssize_t length = readlink("/proc/self/exe", path, size);
    if (length <= 0 || (size_t)length == size)
        return false;
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    return true;
}

const char *folder_temporary(void) {
    return "/tmp";
}

const char *folder_read(const char *path, bool (*visit)(void *context, const char *name),
                        void *context) {
    DIR *folder = opendir(path);
    if (!folder)
        return strerror(errno);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (!visit(context, entry->d_name))
            break;
    closedir(folder);
    return NULL;
}

/* --- regular file ---------------------------------------------------------------------------- */

void regular_file_init(void) {
    int file;
    while ((file = open("/dev/null", O_RDWR)) >= 0 && file <= STDERR_FILENO)
        continue;
    if (file >= 0)
        close(file);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGCHLD, SIG_DFL); /* if ignored, the exit status of a filter would be lost */
}

int regular_file_open(const char *path, int flags, const char **reason) {
    struct stat status;
    const int file = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    *reason = file < 0 || fstat(file, &status) ? file_error(errno) : file_fault(&status);
    if (file >= 0 && *reason)
        close(file);
    return *reason ? -1 : file;
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

void *file_map(int file, size_t size) {
    void *bytes = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    return bytes != MAP_FAILED ? bytes : NULL;
}

void file_unmap(void *bytes, size_t size) {
    munmap(bytes, size);
}

/* Opens a path for reading or appending. For a path such as /dev/stdout, appending uses a duplicate of the descriptor.
 * The call waits only if it opens a pipe for reading. Returns a descriptor, or -1 with errno. */
static int open_stream(const char *path, bool appends) {
    if (!appends)
        return open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
    const int given = file_descriptor(path);
    if (given >= 0)
        return fcntl(given, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    const int flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const int file = open(path, flags, 0666);
    if (file >= 0)
        fcntl(file, F_SETFL, O_APPEND);
    return file;
}

FILE *file_stream(const char *path, const char *mode, const char **reason) {
    struct stat status;
    const int file = open_stream(path, *mode == 'a');
    const bool is_folder = file >= 0 && fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
    FILE *stream = file >= 0 && !is_folder ? fdopen(file, mode) : NULL;
    *reason = stream ? NULL : file_error(is_folder ? EISDIR : errno);
    if (file >= 0 && !stream)
        close(file);
    return stream;
}

int file_create(const char *path, int permissions) {
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, permissions);
}

void regular_file_remove(const char *path) {
    unlink(path);
}

/* --- atomic write ---------------------------------------------------------------------------- */

/* Opens a pipe or a device for writing. First writes 0 bytes to a device, since this write already fails on a full
 * device (/dev/full). */
static int open_itself(const char *path, bool is_device) {
    const int file = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || !is_device || write(file, "", 0) == 0)
        return file;
    const int error = errno;
    close(file);
    errno = error;
    return -1;
}

/* If the path names a descriptor, a pipe or a device, opens this itself for writing. Else opens a new temporary file in
 * the folder of the path, with the permissions of the old file at the path. Returns a descriptor, or -1 with errno. */
static int open_file(AtomicWrite *f, const char *path) {
    struct stat status;
    const int given = file_descriptor(path);
    const bool is_there = *path && stat(path, &status) == 0;
    if (given >= 0)
        return fcntl(given, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (is_there && !S_ISREG(status.st_mode))
        return open_itself(path, S_ISCHR(status.st_mode));
    if (!*path || (!is_there && errno != ENOENT) ||
        (is_there && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS)))
        return -1;
    f->goal = is_there ? realpath(path, NULL) : strdup(path);
    const int file = f->goal ? atomic_write_create_beside(f) : -1;
    if (file >= 0 && is_there)
        fchmod(file, status.st_mode & 0777);
    return file;
}

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

FILE *atomic_write_open(AtomicWrite *f, const char *path) {
    f->file = open_file(f, path);
    return f->file >= 0 ? fopencookie(f, "w", (cookie_io_functions_t){.write = put}) : NULL;
}

const char *atomic_write_put_in_place(AtomicWrite *f) {
    const bool good = fflush(f->stream) == 0 && !ferror(f->stream);
    if (f->error || !good)
        return strerror(f->error ? f->error : EIO);
    return !f->beside || (fsync(f->file) == 0 && rename(f->beside, f->goal) == 0)
               ? NULL
               : file_error(errno);
}

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
