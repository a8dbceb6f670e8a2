/* A Syzygy table file: whether it is whole, before the probing library is let near it.
 *
 * The library maps files and trusts what it finds there: a short or foreign file would take the
 * program down. So the header is read first, with bounds, and must account for every byte of the
 * file. What the compressed blocks hold is not looked at: that would mean to read all of the file,
 * and the large ones have a hundred gigabytes.
 */
#ifndef TABLEBASE_TABLE_FILE_H
#define TABLEBASE_TABLE_FILE_H

#include "core/types.h"

enum { TABLE_MEN_MAX = 7 };

typedef enum TableKind { TABLE_WDL, TABLE_DTZ } TableKind;

/* What a file's name tells: KRPvKR.rtbw */
typedef struct TableName {
    TableKind kind;
    int men;
    int count[COLOR_COUNT][TYPE_COUNT]; /* of the stronger side as WHITE, Kings included */
} TableName;

/* Reads a name as the generator writes it: the side with more men first, of two alike the one with
 * the better men, each side's in falling value. False for any other name. */
bool table_name_read(const char *text, TableName *name);

/* What is known of a good file. */
typedef struct TableFile {
    uint64_t size; /* in bytes */
    bool wide;     /* a DTZ table with distances of 256 and more */
} TableFile;

/* What keeps a file from being the whole table that its name promises, NULL if nothing: then *facts
 * is filled. */
const char *table_file_fault(const char *path, const TableName *name, TableFile *facts);

#endif
