/* Texts that end with a checksum (tools/lib/state_text.h), as an attacker changes them. */
#ifndef SUPPORT_SEALED_H
#define SUPPORT_SEALED_H

#include <stddef.h>

/* Writes the checksum of a text of `size` bytes anew. */
void seal(char *text, size_t size);

/* A copy of a text of *size bytes with the first `from` replaced by `to`, and a right checksum. The
 * caller frees it; *size is then its size. NULL if there is no `from`. The text
 * given ends with 0, the copy need not. */
char *sealed_with(const char *text, size_t *size, const char *from, const char *to);

#endif
