#include "inspect/document.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` bytes and a 0; returns false if memory is short. */
static bool make_room(Document *d, size_t more) {
    size_t room = d->room ? d->room : 4096;
    while (room <= d->length + more)
        room *= 2;
    if (room == d->room)
        return true;
    char *data = realloc(d->data, room);
    d->out_of_memory |= !data;
    if (!data)
        return false;
    d->data = data;
    d->room = room;
    return true;
}

void document_add(Document *d, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0 && !d->out_of_memory && make_room(d, (size_t)length)) {
        vsnprintf(d->data + d->length, (size_t)length + 1, format, again);
        d->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void document_add_bytes(Document *d, const char *bytes, size_t length) {
    if (d->out_of_memory || !make_room(d, length))
        return;
    memcpy(d->data + d->length, bytes, length);
    d->length += length;
    d->data[d->length] = '\0';
}

void document_add_text(Document *d, const char *text) {
    document_add_bytes(d, text, strlen(text));
}

void document_free(Document *d) {
    free(d->data);
    *d = (Document){0};
}
