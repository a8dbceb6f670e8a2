/* Names of code addresses, from the program's own symbol table: static functions and those in NASM
 * too, which the C library's backtrace_symbols cannot name. */
#ifndef UCI_SYMBOLS_H
#define UCI_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Maps the program's file. If it cannot be, or was stripped, nothing has a name. */
void symbols_init(void);

/* The function that an address lies in, as it stands in the file, and how far in; NULL if none.
 * Async-signal-safe. */
const char *symbols_find(uintptr_t address, uintptr_t *offset);

#endif
