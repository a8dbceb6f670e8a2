#include "core/rerun.h"

#include "core/windows/wide.h"

#include <windows.h>

/* The system's command processor takes the outermost quotes off. */
FILE *rerun_open(const char *variable, const char *value, const char *const *arguments) {
    WidePath name, text, argument;
    wchar_t program[MAX_PATH], command[WIDE_SIZE];
    const DWORD length = GetModuleFileNameW(NULL, program, MAX_PATH);
    if (!length || length == MAX_PATH || !wide_path(variable, &name) || !wide_path(value, &text))
        return NULL;
    int used = _snwprintf(command, WIDE_SIZE, L"\"\"%ls\"", program);
    for (; used > 0 && *arguments; arguments++)
        if (wide_path(*arguments, &argument))
            used +=
                _snwprintf(command + used, (size_t)(WIDE_SIZE - used), L" \"%ls\"", argument.text);
    if (used <= 0 || used + 2 > WIDE_SIZE || !SetEnvironmentVariableW(name.text, text.text))
        return NULL;
    wcscpy(command + used, L"\"");
    FILE *output = _wpopen(command, L"rb");
    SetEnvironmentVariableW(name.text, NULL);
    return output;
}

int rerun_close(FILE *output) {
    return _pclose(output);
}
