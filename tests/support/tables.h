/* Syzygy tables: the repository's tables, and tables that a test makes. */
#ifndef SUPPORT_TABLES_H
#define SUPPORT_TABLES_H

#include "board/position.h"
#include "support/files.h"
#include "tablebase/tablebase.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The tables of the repository: WDL and DTZ of all endings of three men, WDL of KBNvK. */
#define TABLES TEST_DATA_DIR "/syzygy"
enum { TABLES_WDL = 6, TABLES_DTZ = 5, TABLES_MEN = 4 };

/* A file of the folder that SUITES names (tests/data/README.md), in a static buffer; skips the test
 * if SUITES is not set. "syzygy/345" has all tables of 3 and 4 men, and WDL of KBNvKN. */
const char *suite_path(const char *name);

/* Opens the tables in `paths`; fails the test if they are refused. */
TablebaseCount opened(const char *paths);

/* Opens the tables of SUITES and returns true if SUITES is set. Otherwise opens the tables of the
 * repository and returns false. */
bool open_tables(void);

/* Closes all open tables. */
void close_tables(void);

/* The distance to zeroing of a position, INT_MIN if it is unknown. */
int dtz_of(const Position *at);

/* The sign of a number: -1, 0 or 1. */
static inline int sign(int number) {
    return (number > 0) - (number < 0);
}

/* Calls a visitor for each line of an EPD file: the position is set up in `pos`, `operations` is
 * the rest of the line. Returns the number of lines. */
int each_line(const char *name, void (*visit)(const char *operations));

/* Writes a file in the folder of support/files.h. */
void write_file(const char *name, const void *bytes, size_t size);

/* Reads one of the tables of the repository; the caller frees it. */
unsigned char *read_table(const char *name, size_t *size);

/* Copies one of the tables of the repository to the folder. */
void copy_table(const char *name);

#endif
