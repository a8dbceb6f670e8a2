/* Files and folders: see os/files.h. */
#include "os/windows/wide_internal.h"

#include "os/files.h"
#include "os/files_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

/* --- wide ------------------------------------------------------------------------------------ */

bool wide_path(const char *path, WidePath *wide) {
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide->text, WIDE_SIZE))
        return true;
    errno = GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : EILSEQ;
    return false;
}

bool wide_to_utf8(const wchar_t *wide, char *text, size_t size) {
    if (WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, (int)size, NULL, NULL))
        return true;
    *text = '\0';
    return false;
}

/* --- folder ---------------------------------------------------------------------------------- */

/* Rights are lists here that do not follow from the folder's attributes: a file is tried. */
bool folder_is_writable(const char *path) {
    WidePath folder;
    wchar_t probe[MAX_PATH];
    if (!wide_path(path, &folder) || !GetTempFileNameW(folder.text, L"pan", 0, probe))
        return false;
    DeleteFileW(probe);
    return true;
}

const char *folder_in_variable(const char *name) {
    static char path[WIDE_SIZE];
    wchar_t value[WIDE_SIZE];
    WidePath wide;
    const DWORD length =
        wide_path(name, &wide) ? GetEnvironmentVariableW(wide.text, value, WIDE_SIZE) : 0;
    return length && length < WIDE_SIZE && wide_to_utf8(value, path, sizeof path) ? path : NULL;
}

bool folder_current(char *path, size_t size) {
    wchar_t folder[WIDE_SIZE];
    const DWORD length = GetCurrentDirectoryW(WIDE_SIZE, folder);
    return length && length < WIDE_SIZE && wide_to_utf8(folder, path, size);
}

const char *folder_temporary(void) {
    static char path[WIDE_SIZE];
    wchar_t folder[MAX_PATH + 1];
    const DWORD length = GetTempPathW(MAX_PATH + 1, folder);
    return length && length <= MAX_PATH && wide_to_utf8(folder, path, sizeof path) ? path : ".";
}

/* --- regular file ---------------------------------------------------------------------------- */

void regular_file_init(void) {
    int file;
    while ((file = _open("NUL", _O_RDWR)) >= 0 && file <= 2)
        continue;
    if (file >= 0)
        _close(file);
    for (int i = 0; i <= 2; i++)
        _setmode(i, _O_BINARY);
}

const char *regular_file_fault(const struct stat *status) {
    return S_ISREG(status->st_mode)   ? NULL
           : S_ISDIR(status->st_mode) ? "it is a directory"
                                      : "it is not a regular file";
}

/* Why a path is not to be opened, NULL if nothing is known against it. */
static const char *fault_of_path(const wchar_t *path, bool writes) {
    struct stat status;
    const DWORD attributes = GetFileAttributesW(path);
    if (writes && attributes != INVALID_FILE_ATTRIBUTES &&
        attributes & FILE_ATTRIBUTE_REPARSE_POINT)
        return "it is a symbolic link; give the path that it leads to";
    return _wstat64(path, &status) == 0 ? regular_file_fault(&status) : NULL;
}

int regular_file_open(const char *path, int flags, const char **reason) {
    const bool writes = (flags & O_ACCMODE) != O_RDONLY;
    WidePath wide;
    struct stat status;
    if (!wide_path(path, &wide)) {
        *reason = strerror(errno);
        return -1;
    }
    *reason = fault_of_path(wide.text, writes);
    if (*reason)
        return -1;
    /* Looked at again: a device has no status before it is open. */
    const int file = _wopen(wide.text, flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    if (file >= 0 && fstat(file, &status) == 0 && !(*reason = regular_file_fault(&status)))
        return file;
    if (!*reason)
        *reason = strerror(errno);
    if (file >= 0)
        _close(file);
    return -1;
}

FILE *regular_file_stream(const char *path, const char *mode, const char **reason) {
    const bool appends = *mode == 'a';
    const int flags = appends ? O_WRONLY | O_CREAT | O_APPEND : O_RDONLY;
    const int file = regular_file_open(path, flags, reason);
    FILE *stream = file >= 0 ? _fdopen(file, appends ? "ab" : "rb") : NULL;
    if (file >= 0 && !stream) {
        *reason = strerror(errno);
        _close(file);
    }
    return stream;
}

FILE *any_file_stream(const char *path, const char **reason) {
    WidePath wide;
    struct stat status;
    const bool good = wide_path(path, &wide);
    const bool is_folder = good && _wstat64(wide.text, &status) == 0 && S_ISDIR(status.st_mode);
    FILE *stream = good && !is_folder ? _wfopen(wide.text, L"rbN") : NULL;
    *reason = stream ? NULL : is_folder ? regular_file_fault(&status) : strerror(errno);
    return stream;
}

int regular_file_create(const char *path) {
    WidePath wide;
    if (!wide_path(path, &wide))
        return -1;
    return _wopen(wide.text, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                  _S_IREAD | _S_IWRITE);
}

void regular_file_remove(const char *path) {
    WidePath wide;
    if (wide_path(path, &wide))
        _wunlink(wide.text);
}

bool regular_file_read(int file, void *bytes, size_t size, uint64_t offset) {
    const DWORD most = 1 << 30;
    for (size_t done = 0; done < size;) {
        const uint64_t at = offset + done;
        OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
        const DWORD part = size - done < most ? (DWORD)(size - done) : most;
        DWORD got = 0;
        if (!ReadFile((HANDLE)_get_osfhandle(file), (char *)bytes + done, part, &got, &place) ||
            got == 0) {
            errno = EIO;
            return false;
        }
        done += got;
    }
    return true;
}

/* --- atomic write ---------------------------------------------------------------------------- */

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
