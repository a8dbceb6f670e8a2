#include "support/sealed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a of all before it, written a second time, so that a change of the tools' shows. */
void seal(char *text, size_t size) {
    uint64_t hash = 14695981039346656037u;
    const size_t body = size - strlen("checksum 0123456789abcdef\n");
    for (size_t i = 0; i < body; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    char line[40];
    snprintf(line, sizeof line, "checksum %016" PRIx64 "\n", hash);
    memcpy(text + body, line, size - body);
}

char *sealed_with(const char *text, size_t *size, const char *from, const char *to) {
    const char *at = strstr(text, from);
    if (!at)
        return NULL;
    const size_t before = (size_t)(at - text), rest = *size - before - strlen(from);
    char *other = malloc(*size + strlen(to) + 1);
    if (!other)
        abort();
    memcpy(other, text, before);
    memcpy(other + before, to, strlen(to));
    memcpy(other + before + strlen(to), at + strlen(from), rest);
    *size = before + strlen(to) + rest;
    seal(other, *size);
    return other;
}
