/* In WebAssembly a crash is a trap, which ends the module and which the host reports. No handler
 * runs, so there are no registers, no backtrace and no file. */
#include "postmortem/postmortem.h"
#include "postmortem/postmortem_internal.h"

#include <stdio.h>

void crash_init(const char *prefix) {
}

void crash_caught(uintptr_t thread) {
}

void backtrace_init(void) {
}

void backtrace_registers(RawOutput *out, const void *context) {
}

void backtrace_write(RawOutput *out, const void *context) {
    raw_text(out, "backtrace: not in WebAssembly\n");
}

void backtrace_escape(void) {
}

const uint8_t *build_id(size_t *size) {
    *size = 0;
    return NULL;
}

ReplayResult replay_file(const char *path, const ReplayHost *host, char *error, size_t error_size) {
    snprintf(error, error_size, "replay: WebAssembly has no files; use Panoptes on Linux");
    return REPLAY_UNUSABLE;
}
