#include "core/terminal.h"

#include <windows.h>

/* isatty would take NUL for one, too. */
bool terminal_is_input(void) {
    DWORD mode;
    return GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode);
}

/* Asks the console to obey escape sequences; those before Windows 10 do not. */
bool terminal_is_output(void) {
    const HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;
    return GetConsoleMode(console, &mode) &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}
