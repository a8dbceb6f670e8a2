#include "postmortem/postmortem.h"

#include "os/thread.h"
#include "selfcheck/verify.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static const struct {
    DWORD number;
    const char *what;
} EXCEPTIONS[] = {{EXCEPTION_ACCESS_VIOLATION, "exception C0000005 (access violation)"},
                  {EXCEPTION_STACK_OVERFLOW, "exception C00000FD (stack overflow)"},
                  {EXCEPTION_ILLEGAL_INSTRUCTION, "exception C000001D (illegal instruction)"},
                  {EXCEPTION_PRIV_INSTRUCTION, "exception C0000096 (privileged instruction)"},
                  {EXCEPTION_INT_DIVIDE_BY_ZERO, "exception C0000094 (division by zero)"},
                  {EXCEPTION_IN_PAGE_ERROR, "exception C0000006 (page that cannot be read)"}};
enum { EXCEPTION_COUNT = sizeof EXCEPTIONS / sizeof *EXCEPTIONS };

/* the words before the report on stdout, such as "info string error: " */
static const char *front_end_prefix;
static atomic_flag dying = ATOMIC_FLAG_INIT;

/* Writes a post-mortem and reports the file, once. If two threads crash at once, the second thread
 * waits for the end of the program. */
static void report(const Cause *cause) {
    static char path[POST_MORTEM_PATH_SIZE];
    static atomic_ulong first;
    if (atomic_flag_test_and_set(&dying)) {
        while (first != GetCurrentThreadId())
            Sleep(1000);
        return; /* the handler itself has crashed */
    }
    first = GetCurrentThreadId();
    post_mortem_write(cause, path);
    post_mortem_announce(1, front_end_prefix, cause, path);
}

/* Handles an exception. Afterwards the system ends the program with the exception's number as
 * status.
 */
static LONG WINAPI on_exception(EXCEPTION_POINTERS *exception) {
    const EXCEPTION_RECORD *record = exception->ExceptionRecord;
    Cause cause = {
        .what = "an exception", .report = verify_failure(), .machine = exception->ContextRecord};
    for (int i = 0; i < EXCEPTION_COUNT; i++)
        if (EXCEPTIONS[i].number == record->ExceptionCode)
            cause.what = EXCEPTIONS[i].what;
    if (record->ExceptionCode == EXCEPTION_ACCESS_VIOLATION)
        cause.address = record->ExceptionInformation[1];
    report(&cause);
    return EXCEPTION_EXECUTE_HANDLER;
}

static void on_abort(int number) {
    report(&(Cause){.what = "abort", .report = verify_failure()});
    _exit(3); /* as abort does */
}

/* On Windows the post-mortem lacks the registers of the thread. */
void crash_caught(uintptr_t thread) {
    report(&(Cause){.what = CRASH_CAUGHT, .report = verify_failure()});
    _exit(3);
}

void crash_init(const char *prefix) {
    static AltStack stack; /* the calling thread uses the stack until the program ends */
    front_end_prefix = prefix;
    alt_stack_enter(&stack);
    /* Suppresses the system's dialog windows: no user may be present to close them. */
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
    SetUnhandledExceptionFilter(on_exception);
    signal(SIGABRT, on_abort);
}

/* --- replay ---------------------------------------------------------------------------------- */

ReplayResult replay_file(const char *path, const ReplayHost *host, char *error, size_t error_size) {
    snprintf(error, error_size,
             "replay: '%.200s' is not replayed: on Windows no process can be split off for it; "
             "replay it with Panoptes on Linux",
             path);
    return REPLAY_UNUSABLE;
}
