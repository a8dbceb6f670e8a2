/* Texts of the program, in UTF-8, and of the system's calls for wide characters, in UTF-16. */
#ifndef OS_WINDOWS_WIDE_INTERNAL_H
#define OS_WINDOWS_WIDE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

enum { WIDE_SIZE = 4096 };

/* A path as the system wants it. */
typedef struct WidePath {
    wchar_t text[WIDE_SIZE];
} WidePath;

/* Converts a path. False, with errno, if it is no UTF-8 or too long. */
bool wide_path(const char *path, WidePath *wide);

/* Converts a text to UTF-8. False if `size` bytes are too few; then it is empty. */
bool wide_to_utf8(const wchar_t *wide, char *text, size_t size);

#endif
