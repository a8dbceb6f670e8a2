/* Writing down where the program was: registers, backtrace, and return addresses on the stack.
 * Async-signal-safe, apart from backtrace_init. */
#ifndef POSTMORTEM_BACKTRACE_H
#define POSTMORTEM_BACKTRACE_H

#include "postmortem/raw_output.h"

/* Loads what the functions below need. Call it once, before them. */
void backtrace_init(void);

/* `context` is what the system gives a handler of the registers at the fault: a ucontext_t. */
void backtrace_registers(RawOutput *out, const void *context);

/* Writes the backtrace of the calling thread. `context`, if not NULL, is that of the fault it is
 * handling: if the backtrace does not lead past the fault, what looks like return addresses on the
 * stack is added. So it is where no backtrace can be had: musl, a C library, has no unwinder. */
void backtrace_write(RawOutput *out, const void *context);

/* To be called first in a crash handler. If it was backtrace_write that crashed, makes it go on
 * without the backtrace and does not return. */
void backtrace_escape(void);

#endif
