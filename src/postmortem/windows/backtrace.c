#include "postmortem/postmortem_internal.h"

#include <windows.h>

/* Windows has no unwinder that knows the frames of kernels, and the program has no symbol table.
 * Therefore the post-mortem has addresses only. */
void backtrace_init(void) {
}

static void write_register(RawOutput *out, const char *name, uint64_t value, const char *behind) {
    raw_text(out, "  ");
    raw_text(out, name);
    raw_text(out, " ");
    raw_hex(out, value, 16);
    raw_text(out, behind);
}

void backtrace_registers(RawOutput *out, const void *context) {
    const CONTEXT *machine = context;
    raw_text(out, "registers, as the system's handler gives them:\n");
    write_register(out, "rip", machine->Rip, "");
    write_register(out, "rsp", machine->Rsp, "");
    write_register(out, "rbp", machine->Rbp, "\n");
    raw_text(out, "the program begins at:\n");
    write_register(out, "   ", (uintptr_t)GetModuleHandleW(NULL), "\n");
}

void backtrace_write(RawOutput *out, const void *context) {
    raw_text(out, "backtrace: not on Windows\n");
}

void backtrace_escape(void) {
}

/* --- build id -------------------------------------------------------------------------------- */

/* Programs for Windows have no build id. */
const uint8_t *build_id(size_t *size) {
    *size = 0;
    return NULL;
}
