/* Tables of cases: files of tests/data with a case a line and tabs between the cells. Lines that begin with # and empty
 * ones are left out. \n, \\, \xXX and \uXXXX are escapes. */
#ifndef SUPPORT_ROWS_H
#define SUPPORT_ROWS_H

enum { ROW_CELLS = 8 };

/* Calls a visitor for each row whose first cell is `kind` (NULL: every row), with the cells behind it (from the first
 * on); cells that are missing are "". Fails the test if there is none. Returns how many. */
int each_row(const char *file, const char *kind, void (*visit)(char **cells));

#endif
