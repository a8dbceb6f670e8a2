#include "os/windows/wide.h"

#include <errno.h>
#include <windows.h>

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
