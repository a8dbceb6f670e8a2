/* Tables of test cases: files of tests/data with one case a line and tabs between the cells. Lines
 * that begin with # and empty lines are skipped. \n, \\, \xXX and \uXXXX are escapes. */
#ifndef SUPPORT_ROWS_H
#define SUPPORT_ROWS_H

#include <stddef.h>

enum { ROW_CELLS = 8 };

/* Replaces the escapes in a text; returns its size. */
size_t unescape(char *text);

/* Calls a visitor for each row whose first cell is `kind`, with the cells after it. If `kind` is
 * NULL, calls the visitor for every row, with all cells. Missing cells are "". Fails the test if no
 * row fits. Returns the number of rows. */
int each_row(const char *file, const char *kind, void (*visit)(char **cells));

#endif
