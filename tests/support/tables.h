/* Syzygy tables: the repository's tables, and tables that a test makes. */
#ifndef SUPPORT_TABLES_H
#define SUPPORT_TABLES_H

#include "board/position.h"
#include "support/files.h"
#include "tablebase/tablebase.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The repository's Syzygy tables: WDL and DTZ of all endings with three pieces, WDL of KBNvK. */
#define TABLES TEST_DATA_DIR "/syzygy"
enum { TABLES_WDL = 6, TABLES_DTZ = 5, TABLES_MEN = 4 };

/* Returns, in a static buffer, the path of a file in the folder $SUITES (tests/data/README.md). Skips the test if SUITES
 * is not set. "syzygy/345" has all tables of 3 and 4 pieces, and WDL of KBNvKN. */
const char *suite_path(const char *name);

/* Opens the tables in the folders `paths`. Fails the test if tablebase_open refuses them. */
TablebaseCount opened(const char *paths);

/* If the environment variable SUITES is set, opens its tables and returns true. Otherwise opens the repository's tables
 * and returns false. */
bool open_tables(void);

/* Closes all open tables. */
void close_tables(void);

/* Returns the distance to zeroing (DTZ) of a position, or INT_MIN if the tables do not have it. */
int dtz_of(const Position *at);

/* The sign of a number: -1, 0 or 1. */
static inline int sign(int number) {
    return (number > 0) - (number < 0);
}

/* Sets `pos` up as placement number `n` of the men of a name such as KQvK. Bit 0 of `n` is the side to move, six bits a
 * man are its square. Men before the v have the colour `c`. Returns false if the position is illegal. */
bool place_men(const char *name, uint64_t n, Color c);

/* For each line of an EPD file sets `pos` up, and calls a visitor with the line's text after the position. Returns the
 * number of lines. */
int each_line(const char *name, void (*visit)(const char *operations));

/* Writes a file in the folder of support/files.h. */
void write_file(const char *name, const void *bytes, size_t size);

/* Reads one of the repository's tables into a buffer, which the caller frees. */
unsigned char *read_table(const char *name, size_t *size);

/* Copies one of the repository's tables to the folder of support/files.h. */
void copy_table(const char *name);

#endif
