/* Files and folders: see os/files.h. */
#include "os/files.h"
#include "os/files_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
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

/* On Windows a folder's attributes do not tell who may write, so the function tries to make a file. */
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

bool folder_of_program(char *path, size_t size) {
    wchar_t program[WIDE_SIZE];
    const DWORD length = GetModuleFileNameW(NULL, program, WIDE_SIZE);
    wchar_t *end = length && length < WIDE_SIZE ? wcsrchr(program, L'\\') : NULL;
    if (!end)
        return false;
    *end = L'\0';
    return wide_to_utf8(program, path, size);
}

const char *folder_temporary(void) {
    static char path[WIDE_SIZE];
    wchar_t folder[MAX_PATH + 1];
    const DWORD length = GetTempPathW(MAX_PATH + 1, folder);
    return length && length <= MAX_PATH && wide_to_utf8(folder, path, sizeof path) ? path : ".";
}

const char *folder_read(const char *path, bool (*visit)(void *context, const char *name),
                        void *context) {
    WidePath wide;
    char name[WIDE_SIZE];
    _WDIR *folder = wide_path(path, &wide) ? _wopendir(wide.text) : NULL;
    if (!folder)
        return strerror(errno);
    for (const struct _wdirent *entry; (entry = _wreaddir(folder)) != NULL;)
        if (wide_to_utf8(entry->d_name, name, sizeof name) && !visit(context, name))
            break;
    _wclosedir(folder);
    return NULL;
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

/* Opens a file of any kind at a path. Returns a descriptor, or -1 with errno. */
static int open_path(const char *path, int flags) {
    WidePath wide;
    return wide_path(path, &wide)
               ? _wopen(wide.text, flags | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE)
               : -1;
}

/* Reads the status of the file at a path. Returns false, with errno, if no file is there. */
static bool status_of(const char *path, struct stat *status) {
    WidePath wide;
    return wide_path(path, &wide) && _wstat64(wide.text, status) == 0;
}

int regular_file_open(const char *path, int flags, const char **reason) {
    struct stat status;
    /* Checks the status before it opens the file, since opening a device may wait, and opening a folder fails. */
    *reason = status_of(path, &status) ? file_fault(&status) : NULL;
    const int file = *reason ? -1 : open_path(path, flags);
    if (!*reason)
        *reason = file < 0 || fstat(file, &status) ? strerror(errno) : file_fault(&status);
    if (file >= 0 && *reason)
        _close(file);
    return *reason ? -1 : file;
}

FILE *file_stream(const char *path, const char *mode, const char **reason) {
    const bool appends = *mode == 'a';
    struct stat status;
    const bool is_folder = status_of(path, &status) && S_ISDIR(status.st_mode);
    const int given = appends ? file_descriptor(path) : -1;
    const int flags = appends ? O_WRONLY | O_CREAT | O_APPEND : O_RDONLY;
    const int file = is_folder ? -1 : given >= 0 ? _dup(given) : open_path(path, flags);
    FILE *stream = file >= 0 ? _fdopen(file, appends ? "ab" : "rb") : NULL;
    *reason = stream ? NULL : file_error(is_folder ? EISDIR : errno);
    if (file >= 0 && !stream)
        _close(file);
    return stream;
}

int file_create(const char *path, int permissions) {
    return open_path(path, _O_WRONLY | _O_CREAT | _O_EXCL);
}

void regular_file_remove(const char *path) {
    WidePath wide;
    if (wide_path(path, &wide))
        _wunlink(wide.text);
}

void *file_map(int file, size_t size) {
    void *bytes = NULL;
    const HANDLE handle = (HANDLE)_get_osfhandle(file);
    const HANDLE mapping = CreateFileMappingW(handle, NULL, PAGE_READONLY, 0, 0, NULL);
    if (mapping) {
        bytes = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size);
        CloseHandle(mapping); /* the view keeps the mapping open */
    }
    errno = ENOMEM;
    return bytes;
}

void file_unmap(void *bytes, size_t size) {
    UnmapViewOfFile(bytes);
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

/* If the path names a descriptor or a device, opens this itself for writing. Else opens a new temporary file in the
 * folder of the path. Returns a descriptor, or -1 with errno. */
static int open_file(AtomicWrite *f, const char *path) {
    struct stat status;
    const bool is_there = *path && status_of(path, &status);
    if (file_descriptor(path) >= 0)
        return _dup(file_descriptor(path));
    if (is_there && S_ISDIR(status.st_mode))
        errno = EISDIR;
    else if (is_there && !S_ISREG(status.st_mode))
        return open_path(path, _O_WRONLY);
    else if (is_there && !(status.st_mode & S_IWRITE))
        errno = EACCES;
    else if (*path && (is_there || errno == ENOENT) && (f->goal = strdup(path)))
        return atomic_write_create_beside(f);
    return -1;
}

FILE *atomic_write_open(AtomicWrite *f, const char *path) {
    const int file = open_file(f, path);
    FILE *stream = file >= 0 ? _fdopen(file, "wb") : NULL;
    if (file >= 0 && !stream)
        _close(file);
    return stream;
}

/* Closes the file also after an error, since Windows cannot rename an open file. If the final path is a symbolic link,
 * the new file replaces the link. */
const char *atomic_write_put_in_place(AtomicWrite *f) {
    WidePath goal, beside;
    const bool good = fflush(f->stream) == 0 && !ferror(f->stream) &&
                      (!f->beside || _commit(_fileno(f->stream)) == 0);
    const int error = errno;
    const bool closed = fclose(f->stream) == 0;
    f->stream = NULL;
    if (!good || !closed)
        return strerror(error ? error : EIO);
    return !f->beside || (wide_path(f->beside, &beside) && wide_path(f->goal, &goal) &&
                          MoveFileExW(beside.text, goal.text,
                                      MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
               ? NULL
               : strerror(EACCES);
}

void atomic_write_end(AtomicWrite *f, bool in_place) {
    if (f->stream)
        fclose(f->stream);
    if (!in_place && f->beside)
        regular_file_remove(f->beside);
    free(f->goal);
    free(f->beside);
    free(f);
}
