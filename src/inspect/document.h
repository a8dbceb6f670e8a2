/* A text that grows as it is written, for answers of any length such as JSON or a picture. */
#ifndef INSPECT_DOCUMENT_H
#define INSPECT_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

/* {0} is an empty document. */
typedef struct Document {
    char *data; /* with a 0 at data[length]; NULL if empty */
    size_t length, room;
    bool out_of_memory; /* something could not be added; nothing is added after that */
} Document;

/* Appends, as printf does. */
void document_add(Document *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends bytes as they are; zeros, too. */
void document_add_bytes(Document *d, const char *bytes, size_t length);

/* Appends a text as it is. */
void document_add_text(Document *d, const char *text);

/* Frees and empties it. */
void document_free(Document *d);

#endif
