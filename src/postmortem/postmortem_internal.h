/* How a post-mortem is written by a process that may be broken: async-signal-safe output, names of
 * addresses, backtraces and positions. */
#ifndef POSTMORTEM_POSTMORTEM_INTERNAL_H
#define POSTMORTEM_POSTMORTEM_INTERNAL_H

#include "board/position.h"

/* Writing to a file descriptor with async-signal-safe calls only, for signal handlers, which must
 * not use stdio. */

typedef struct RawOutput {
    int descriptor;
    bool failed; /* something could not be written */
    size_t used;
    char buffer[1024];
} RawOutput;

/* Begins to write to a descriptor, which stays the caller's. */
RawOutput raw_begin(int descriptor);

/* Add a text; a number in decimal; a number in hexadecimal with at least `digits` digits. */
void raw_text(RawOutput *out, const char *text);
void raw_number(RawOutput *out, int64_t number);
void raw_hex(RawOutput *out, uint64_t number, int digits);

/* Writes the rest of the buffer. If that fails, the rest is lost and `failed` is set. */
void raw_flush(RawOutput *out);

/* Names of code addresses, from the symbol table of the program's own file. Unlike
 * backtrace_symbols it knows static functions and those in assembly. */

/* Maps the program's file. If that fails, or the file is stripped, no address has a name. */
void symbols_init(void);

/* The name of the function that contains an address, and the address's offset in it; NULL if
 * there is none. Async-signal-safe. */
const char *symbols_find(uintptr_t address, uintptr_t *offset);

/* --- which build of the program this is ------------------------------------------------------ */

/* The build id that the linker wrote, a note among the program's headers, and its size; NULL if there
 * is none. */
const uint8_t *build_id(size_t *size);

/* Writing down where the program was: registers, backtrace, and return addresses on the stack.
 * Async-signal-safe, apart from backtrace_init. */

/* Loads what the functions below need. Call it once, before them. */
void backtrace_init(void);

/* `context` is what the system gives a handler of the registers at the fault: a ucontext_t. */
void backtrace_registers(RawOutput *out, const void *context);

/* Writes the backtrace of the calling thread. `context`, if not NULL, is that of the fault it is
 * handling: if the backtrace does not lead past the fault, what looks like return addresses on the
 * stack is added. The same happens with musl, a C library without an unwinder. */
void backtrace_write(RawOutput *out, const void *context);

/* To be called first in a crash handler. If it was backtrace_write that crashed, makes it go on
 * without the backtrace and does not return. */
void backtrace_escape(void);

/* --- writing down the positions that the threads were working on. Async-signal-safe ---------- */

/* Writes all searches under way, each with its root, its line and the position reached, and the
 * position of the worker's job, if it is not NULL. Other threads may be changing them meanwhile. */
void dump_work(RawOutput *out, const Position *job);

/* The nodes of that search under way which has most; 0 without one. */
int64_t dump_most_nodes(void);

#endif
