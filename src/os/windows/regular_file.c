#include "os/regular_file.h"

#include "os/windows/wide.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <string.h>
#include <windows.h>

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
