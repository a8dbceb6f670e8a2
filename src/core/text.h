/* A text of bounded size to compose output in. It needs no heap; what does not fit is cut. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* Room for the longest output that is written in one piece: the list of commands. */
enum { TEXT_SIZE = 8192 };

typedef struct Text {
    size_t length;
    char data[TEXT_SIZE]; /* with a 0 at data[length] */
} Text;

void text_clear(Text *text);

/* Appends, as printf does. */
void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(Text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#endif
