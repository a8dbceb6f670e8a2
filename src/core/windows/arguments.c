#include "core/arguments.h"

#include "core/windows/wide.h"

#include <stdlib.h>
#include <windows.h>

#include <shellapi.h> /* behind the words that it is written with */

static UINT page_before; /* of the console, 0: there is none */

static void restore_page(void) {
    SetConsoleOutputCP(page_before);
}

static void show_utf8(void) {
    page_before = GetConsoleOutputCP();
    if (page_before && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_page);
}

/* A copy in UTF-8; NULL if memory is short. */
static char *copy_of(const wchar_t *wide) {
    const size_t size = 3 * wcslen(wide) + 1; /* a unit of UTF-16 takes three bytes at most */
    char *copy = malloc(size);
    if (copy)
        wide_to_utf8(wide, copy, size);
    return copy;
}

char **arguments_take(int *count, char **arguments) {
    int number = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &number);
    char **copies = wide ? calloc((size_t)number + 1, sizeof *copies) : NULL;
    int copied = 0;
    show_utf8();
    while (copies && copied < number && (copies[copied] = copy_of(wide[copied])))
        copied++;
    LocalFree(wide);
    if (!copies || copied < number)
        return arguments;
    *count = number;
    return copies;
}
