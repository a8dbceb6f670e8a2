/* Names of code addresses, from the symbol table of the program's own file. Unlike
 * backtrace_symbols it knows static functions and those in assembly. */
#ifndef POSTMORTEM_SYMBOLS_H
#define POSTMORTEM_SYMBOLS_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The program's headers in memory, *count of them. */
const Elf64_Phdr *program_headers(int *count);

/* What an address in the program's file lacks to one in memory: the program is loaded anywhere. */
uintptr_t load_offset(void);

/* Maps the program's file. If that fails, or the file is stripped, no address has a name. */
void symbols_init(void);

/* The name of the function that contains an address, and the address's offset in it; NULL if
 * there is none. Async-signal-safe. */
const char *symbols_find(uintptr_t address, uintptr_t *offset);

#endif
