/* A text that grows as it is composed: what may be longer than a Text, such as JSON or a picture.
 */
#ifndef UCI_DOCUMENT_H
#define UCI_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Document {
    char *data; /* with a 0 at data[length]; NULL: empty */
    size_t length, room;
    bool short_of_memory; /* what was added since is missing */
} Document;

/* Adds to the end, as printf does. */
void document_add(Document *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Frees and empties it. */
void document_free(Document *d);

#endif
