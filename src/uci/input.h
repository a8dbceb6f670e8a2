/* Lines of any length from stdin, with any bytes in them; and a way to wake who waits for them. */
#ifndef UCI_INPUT_H
#define UCI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Input {
    char *line; /* without its end of line; not a string: it may hold zeros and ends with none */
    size_t length;
    char *buffer; /* what was read; taken up to `start`, there up to `end` */
    size_t size, start, end;
    int wake[2]; /* a pipe: a byte in it wakes input_next */
    bool ended;
} Input;

typedef enum InputEvent { INPUT_LINE, INPUT_WOKEN, INPUT_END } InputEvent;

/* Makes *input ready; false if there is no pipe to be had. */
bool input_init(Input *input);

/* Waits for a line, which is then in *input until the next call, for a wake-up call, or for the end
 * of input. Lines come first. The last one need not have an end. One that memory does not suffice
 * for loses its end. */
InputEvent input_next(Input *input);

/* Makes input_next return INPUT_WOKEN, now or when it is called next. Any thread may call it. */
void input_wake(Input *input);

void input_free(Input *input);

#endif
