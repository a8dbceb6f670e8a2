/* Characters in UTF-8. */
#ifndef CORE_UTF8_H
#define CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

enum { UTF8_LONGEST = 4 }; /* bytes of a character */

/* The character at the beginning of a text that ends with a zero, and how many bytes it has. A byte
 * that begins none is one of Windows-1252, which has all of Latin-1; *length is 1 then, and *valid,
 * which else stays as it is, becomes false. */
unsigned utf8_read(const char *text, size_t *length, bool *valid);

/* Writes a character, 0 to 0x10FFFF; returns how many bytes it has. */
size_t utf8_write(unsigned character, char bytes[UTF8_LONGEST]);

#endif
