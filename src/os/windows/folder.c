#include "os/folder.h"

#include "os/regular_file.h"
#include "os/windows/wide.h"

#include <io.h>
#include <windows.h>

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
