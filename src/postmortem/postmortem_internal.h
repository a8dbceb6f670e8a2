/* The parts of a post-mortem that a broken process can write: async-signal-safe output, names of
 * addresses, backtraces and positions. */
#ifndef POSTMORTEM_POSTMORTEM_INTERNAL_H
#define POSTMORTEM_POSTMORTEM_INTERNAL_H

#include "board/position.h"

/* Output to a file descriptor by async-signal-safe calls only. Signal handlers must not use
 * stdio. */

typedef struct RawOutput {
    int descriptor; /* set by the caller, who closes it */
    bool failed;    /* a write has failed */
    size_t used;
    char buffer[1024];
} RawOutput;

/* Adds a text. */
void raw_text(RawOutput *out, const char *text);

/* Adds a number in decimal. */
void raw_number(RawOutput *out, int64_t number);

/* Adds a number in hexadecimal, with at least `digits` digits. */
void raw_hex(RawOutput *out, uint64_t number, int digits);

/* Writes the rest of the buffer. If a write fails, drops the text and sets `failed`. */
void raw_flush(RawOutput *out);

/* Names of code addresses, from the symbol table of the program's own file. Unlike
 * backtrace_symbols, this table also names static functions and routines in assembly. */

/* Maps the program's file. If the mapping fails, or the file is stripped, no address has a name. */
void symbols_init(void);

/* Returns the name of the function that contains an address, and sets *offset to the address's
 * offset in the function. Returns NULL if no function contains the address. Async-signal-safe. */
const char *symbols_find(uintptr_t address, uintptr_t *offset);

/* --- the build id ---------------------------------------------------------------------------- */

/* Returns the build id, which the linker writes as a note into the program, and sets *size. Returns
 * NULL if the program has no build id. */
const uint8_t *build_id(size_t *size);

/* The place of a fault: registers, backtrace, and return addresses on the stack. All functions
 * except backtrace_init are async-signal-safe. */

/* Loads the unwinder. Call backtrace_init once, before the other functions of backtrace.c. */
void backtrace_init(void);

/* Writes the registers at a fault. `context` is the ucontext_t that the system passes to a
 * handler. */
void backtrace_registers(RawOutput *out, const void *context);

/* Writes the backtrace of the calling thread. `context` is the ucontext_t of the fault that the thread handles, or
 * NULL. If the backtrace ends before the caller of the function with the fault, adds all words on the stack that look
 * like return addresses. Adds these words also with musl, a C library without an unwinder. */
void backtrace_write(RawOutput *out, const void *context);

/* Call backtrace_escape first in a crash handler. If the crash happened in the unwinder, which backtrace_write calls,
 * backtrace_escape does not return: it jumps back to backtrace_write, which continues without a backtrace. */
void backtrace_escape(void);

/* --- the positions of the threads ------------------------------------------------------------ */

/* Writes each running search with its root, its line of moves and its current position. Then writes
 * the line of moves and the position of the worker's job, unless `job` is NULL. Other threads may
 * be changing these positions. Async-signal-safe. */
void dump_work(RawOutput *out, const Position *job);

/* The nodes of all running searches together; 0 if no search runs. Async-signal-safe. */
int64_t dump_nodes(void);

#endif
