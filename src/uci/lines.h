/* A text file in memory, by its lines. */
#ifndef UCI_LINES_H
#define UCI_LINES_H

#include "core/text.h"

/* {0} has no lines. */
typedef struct Lines {
    char *text; /* without a 0 at its end */
    size_t size;
    size_t *begins; /* where each line begins */
    size_t count;
} Lines;

/* Reads a file of at most 1 GB, which must be a regular one with at least a line. Returns NULL, or
 * what is wrong with it; the lines must be freed in either case. */
const char *lines_read(Lines *lines, const char *path);

/* A line, its end included. The last one need not have an end. */
Token lines_at(const Lines *lines, size_t index);

/* The number of a line in the file, from 1, also if the lines were put in another order. */
size_t lines_number(const Lines *lines, size_t index);

void lines_free(Lines *lines);

#endif
