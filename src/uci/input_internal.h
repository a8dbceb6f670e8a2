/* Standard input as bytes, and a bell that other threads ring: one place to wait for both. */
#ifndef UCI_INPUT_INTERNAL_H
#define UCI_INPUT_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct InputSource InputSource;

enum { INLET_END = 0, INLET_WOKEN = -1 };

/* Returns NULL if memory is short or the system gives no pipe or thread. */
InputSource *input_source_open(void);

/* Waits. Returns how many bytes were read, `size` at most, or INLET_END, or INLET_WOKEN if the bell
 * was rung and there is nothing to read. */
ssize_t input_source_read(InputSource *source, char *bytes, size_t size);

/* Makes input_source_read return, in this call or in the next. Any thread may call it. */
void input_source_wake(InputSource *source);

/* NULL is allowed. */
void input_source_close(InputSource *source);

/* Lines of any length from stdin, with any bytes in them, and a way to interrupt waiting for them.
 */

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
