/* A text of bounded size to compose output in. What does not fit is cut. */
#ifndef UCI_TEXT_H
#define UCI_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/* Room for the longest thing printed in one piece: the list of commands or a board. */
enum { TEXT_SIZE = 8192 };

typedef struct Text {
    size_t length;
    char data[TEXT_SIZE]; /* with a 0 at data[length] */
} Text;

void text_clear(Text *text);

/* Adds to the end, as printf does. */
void text_add(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_add_list(Text *text, const char *format, va_list arguments)
    __attribute__((format(printf, 2, 0)));

#endif
