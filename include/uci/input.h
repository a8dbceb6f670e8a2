/* Lines of any length from stdin, with any bytes in them. */
#ifndef UCI_INPUT_H
#define UCI_INPUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Input {
    char *line; /* without its end of line; not a string: it may hold zeros and ends with none */
    size_t length;
    size_t size; /* bytes that `line` has room for */
} Input;

/* Reads the next line; the last one need not have an end. Returns false at the end of input. A line
 * that memory does not suffice for is cut. *input starts as {0}. */
bool input_line(Input *input);

void input_free(Input *input);

#endif
