/* Suites: files with one FEN a line, followed by fields after semicolons, such as ";D3 8902". */
#ifndef SUPPORT_SUITE_H
#define SUPPORT_SUITE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { SUITE_LINE = 1024 };

typedef struct Suite {
    FILE *file;
    int number;            /* the number of the current line, from 1 */
    char line[SUITE_LINE]; /* the FEN, without the fields */
    const char *fields;    /* the text after the first semicolon, "" if there is none */
} Suite;

/* A count in a suite: the perft of a kind ('D' all moves, 'C' captures) to a depth. */
typedef struct SuiteCount {
    char kind;
    int depth;
    uint64_t leaves;
} SuiteCount;

/* Opens a file. Returns false if that fails. */
bool suite_open(Suite *suite, const char *path);

/* Reads the next line with a FEN. Skips empty lines and lines that begin with '#'. At the end
 * closes the file and returns false. */
bool suite_next(Suite *suite);

/* Reads the count at *fields and moves *fields past it. Returns false if no count is left. */
bool suite_count(const char **fields, SuiteCount *count);

#endif
