#include "uci/input.h"

#include <stdio.h>
#include <stdlib.h>

/* Makes room for one more byte. */
static bool grow(Input *input) {
    enum { FIRST_SIZE = 4096 };
    if (input->length < input->size)
        return true;
    const size_t size = input->size ? 2 * input->size : FIRST_SIZE;
    char *line = realloc(input->line, size);
    if (!line)
        return false;
    input->line = line;
    input->size = size;
    return true;
}

bool input_line(Input *input) {
    input->length = 0;
    int c;
    while ((c = getc_unlocked(stdin)) != EOF && c != '\n')
        if (grow(input))
            input->line[input->length++] = (char)c;
    return c != EOF || input->length > 0;
}

void input_free(Input *input) {
    free(input->line);
    *input = (Input){0};
}
