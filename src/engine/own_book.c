#include "engine/own_book.h"

/* The path counts from the folder of the Makefile, which compiles this file without link-time
 * optimisation, so that the book is read now and not when the program is linked. */
__asm__(".section .rodata\n"
        ".balign 16\n"
        ".global own_book, own_book_end\n"
        "own_book:\n"
        ".incbin \"src/engine/own_book.bin\"\n"
        "own_book_end:\n"
        ".previous\n");
