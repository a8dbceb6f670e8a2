/* What folders hold of Syzygy tables, found before the probing library is let near them. */
#ifndef TABLEBASE_SURVEY_H
#define TABLEBASE_SURVEY_H

#include "tablebase/table_file.h"
#include "tablebase/tablebase.h"

typedef struct Survey {
    TablebaseCount count;
    TableName *wdl, *wide; /* the WDL tables; the DTZ tables that are wide (see table_file.h) */
    int wide_count;
    uint64_t file_bytes;       /* size of all tables */
    uint64_t bytes, dtz_bytes; /* address space that all tables take, and those with distances */
} Survey;

/* Looks at the header of every table in some folders, separated by single ':'. Returns false, with
 * the reason in `error`, cut to error_size, if a folder cannot be read, a table is damaged, or there
 * is no WDL table. The survey is to be freed in any case. A table that lies in several folders
 * counts several times. */
bool survey_folders(Survey *survey, const char *folders, char *error, size_t error_size);

/* Verifies the checksums of all tables of a survey, which means to read everything. Large files that
 * were whole before and have not changed are not read again. Returns false, with the reason, if one
 * is damaged or cannot be read. */
bool survey_verify(Survey *survey, const char *folders, const TablebaseProgress *progress,
                   char *error, size_t error_size);

void survey_free(Survey *survey);

#endif
