/* A Syzygy table file: whether it is whole, before the probing library is let near it.
 *
 * The library maps files and trusts what it finds there: a short, damaged or foreign file may crash
 * the program. So the header is read first, with bounds, and must account for every byte of the
 * file; then all of the file is read, and the checksum at its end must be right.
 */
#ifndef TABLEBASE_TABLE_FILE_H
#define TABLEBASE_TABLE_FILE_H

#include "core/types.h"

enum { TABLE_MEN_MAX = 7 };

typedef enum TableKind { TABLE_WDL, TABLE_DTZ } TableKind;

/* What a file's name says: KRPvKR.rtbw */
typedef struct TableName {
    TableKind kind;
    int men;
    int count[COLOR_COUNT][TYPE_COUNT]; /* of the stronger side as WHITE, kings included */
} TableName;

/* Reads a name as the generator writes it: the side with more pieces first, of two alike the one
 * with the better pieces, each side's in descending value. Returns false for any other name. */
bool table_name_read(const char *text, TableName *name);

/* What is known of a good file. */
typedef struct TableFile {
    uint64_t size; /* in bytes */
    bool wide;     /* a DTZ table with distances of 256 and more */
} TableFile;

/* Returns what keeps a file's header from being that of the table that its name promises, and of a
 * file of this size; NULL if nothing does: then *facts is filled. */
const char *table_file_fault(const char *path, const TableName *name, TableFile *facts);

/* Is called with the number of bytes that have been read since the last call. */
typedef struct TableReading {
    void (*add)(void *context, uint64_t bytes);
    void *context;
} TableReading;

/* Returns what is wrong with the content of a file whose header is right; NULL if its checksum
 * agrees. Reads all of it. */
const char *table_file_content_fault(const char *path, const TableReading *reading);

#endif
