/* The Syzygy tables beside the repository, and a folder for tables that a test makes. */
#ifndef SUPPORT_TABLES_H
#define SUPPORT_TABLES_H

#include "board/position.h"
#include "tablebase/tablebase.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#define TABLE_DATA "../shared/data/syzygy"
#define TABLES     TABLE_DATA "/345"

/* --- the tables ----------------------------------------------------------------------------- */

/* False if the tables are not there: most tests are then skipped. */
bool have_tables(void);

/* Opens paths, which must be good. */
TablebaseCount opened(const char *paths);

/* Opens the shared tables, all of 3 to 5 men; skips the test without them. */
void open_all(void);

/* Closes whatever is open. */
void close_tables(void);

/* The distance to zeroing, INT_MIN if it is not known. */
int dtz_of(const Position *pos);

/* -1, 0 or 1. */
static inline int sign(int number) {
    return (number > 0) - (number < 0);
}

/* Calls a visitor for each line of an EPD file, set up in `pos`, with what follows the position.
 * Returns how many. */
int each_line(const char *name, Position *pos, void (*visit)(const char *operations));

/* What main returns: `failed`, or, without the tables, that tests were skipped. */
int tables_status(int failed);

/* --- a folder of one's own ------------------------------------------------------------------ */

/* Its name has blanks. */
extern char table_folder[];

/* Creates it, empty; false if that fails. */
bool table_folder_create(void);

/* Removes what lies in it. */
void remove_files(void);

/* Removes it; 0, or -1 if that fails. */
int table_folder_remove(void);

/* The path of a file in it. */
void file_path(char path[PATH_MAX], const char *name);

/* Writes a file in it. */
void write_file(const char *name, const void *bytes, size_t size);

/* Reads one of the shared tables; the caller frees it. */
unsigned char *read_table(const char *name, size_t *size);

/* Copies one of the shared tables to the folder. */
void copy_table(const char *name);

#endif
