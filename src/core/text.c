#include "core/text.h"

#include <stdio.h>

void text_clear(Text *text) {
    text->length = 0;
    text->data[0] = '\0';
}

void text_add_list(Text *text, const char *format, va_list arguments) {
    const size_t room = TEXT_SIZE - text->length;
    const int length = vsnprintf(text->data + text->length, room, format, arguments);
    if (length > 0)
        text->length += (size_t)length < room ? (size_t)length : room - 1;
}

void text_add(Text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_add_list(text, format, arguments);
    va_end(arguments);
}
