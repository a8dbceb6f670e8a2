#include "os/process.h"

#include "os/files_internal.h"
#include "os/memory.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <windows.h>

#include <shellapi.h> /* must stand after windows.h, whose types shellapi.h needs */

/* the code page of the console before the start; 0 if there is no console */
static UINT page_before;

static void restore_page(void) {
    SetConsoleOutputCP(page_before);
}

static void show_utf8(void) {
    page_before = GetConsoleOutputCP();
    if (page_before && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_page);
}

/* Converts a text to UTF-8, in new memory. Returns NULL if memory is short. */
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

/* Does not use isatty, which would also accept the device NUL. */
bool terminal_is_input(void) {
    DWORD mode;
    return GetConsoleMode(GetStdHandle(STD_INPUT_HANDLE), &mode);
}

/* Makes the console interpret escape sequences. Consoles before Windows 10 cannot do this. */
bool terminal_is_output(void) {
    const HANDLE console = GetStdHandle(STD_OUTPUT_HANDLE);
    DWORD mode;
    return GetConsoleMode(console, &mode) &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

/* Puts quotes around the whole command, since the command processor removes the outermost quotes. */
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

const char *filter_open(Filter *filter, const char *const *arguments, int input) {
    filter->output = NULL;
    return "on Windows no other program is started";
}

bool filter_close(Filter *filter) {
    return true;
}

/* --- memory ---------------------------------------------------------------------------------- */

/* Reserves addresses for one more huge page, and commits memory for the aligned part alone. Does not use large pages,
 * since users do not have the right to use large pages. */
void *memory_map(size_t size) {
    const size_t whole = memory_whole_pages(size);
    char *reserved = VirtualAlloc(NULL, whole + HUGE_PAGE, MEM_RESERVE, PAGE_READWRITE);
    if (!reserved)
        return NULL;
    char *start = reserved + (HUGE_PAGE - (uintptr_t)reserved % HUGE_PAGE) % HUGE_PAGE;
    if (VirtualAlloc(start, whole, MEM_COMMIT, PAGE_READWRITE))
        return start;
    VirtualFree(reserved, 0, MEM_RELEASE);
    return NULL;
}

void memory_unmap(void *memory, size_t size) {
    MEMORY_BASIC_INFORMATION block;
    if (memory && VirtualQuery(memory, &block, sizeof block))
        VirtualFree(block.AllocationBase, 0, MEM_RELEASE);
}

size_t memory_limit(size_t held) {
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    if (!GlobalMemoryStatusEx(&status))
        return SIZE_MAX / 8 * 7;
    const uint64_t room = status.ullAvailPhys < status.ullAvailPageFile ? status.ullAvailPhys
                                                                        : status.ullAvailPageFile;
    return (size_t)(room + held) / 8 * 7;
}

void *aligned_new(size_t size) {
    return _aligned_malloc(size, CACHE_LINE);
}

void aligned_free(void *memory) {
    _aligned_free(memory);
}

/* --- interrupt ------------------------------------------------------------------------------- */

static void (*asked)(void *context);
static void *asked_for; /* the argument of `ask` */
static atomic_bool armed;

/* Windows calls this function on a thread of its own. A second request goes to the previous handler, which
 * ends the process. */
static BOOL WINAPI on_event(DWORD event) {
    if (!atomic_exchange(&armed, false))
        return FALSE;
    asked(asked_for);
    return TRUE;
}

void interrupt_catch(void (*ask)(void *context), void *context) {
    asked = ask;
    asked_for = context;
    armed = true;
    SetConsoleCtrlHandler(on_event, TRUE);
}

void interrupt_release(void) {
    armed = false;
    SetConsoleCtrlHandler(on_event, FALSE);
}
