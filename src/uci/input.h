/* Lines of any length from stdin, with any bytes in them, and a way to interrupt waiting for them.
 */
#ifndef UCI_INPUT_H
#define UCI_INPUT_H

#include "uci/input_source.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Input {
    char *line; /* without its end of line; it may contain zeros, and none ends it */
    size_t length;
    char *buffer; /* what was read; lines up to `start` are taken, and `end` is its end */
    size_t size, start, end;
    bool begun; /* a line was taken */
    InputSource *source;
    bool ended;
} Input;

typedef enum InputEvent { INPUT_LINE, INPUT_WOKEN, INPUT_END } InputEvent;

/* Makes *input ready. Returns false if memory is short or there is no source. */
bool input_init(Input *input);

/* Waits for a line, the first without a byte order mark, which is then in *input until the next call, for input_wake, or for the end of
 * input. Lines come first. The last line need not have an end of line. A line that is too long for
 * the memory loses its end. */
InputEvent input_next(Input *input);

/* Makes input_next return INPUT_WOKEN, in this call or in the next. Any thread may call it. */
void input_wake(Input *input);

void input_free(Input *input);

#endif
