/* Files that are known to be whole, so that large ones need not be read again at each start.
 *
 * They are known by device, inode, size and the times of their last changes. The list is kept in
 * `panoptes/tables` below $XDG_CACHE_HOME, or ~/.cache: a text that may be removed at any time.
 * What is written there by somebody else counts for nothing worse than a file that is not checked.
 */
#ifndef TABLEBASE_KNOWN_FILES_H
#define TABLEBASE_KNOWN_FILES_H

#include <stdbool.h>
#include <sys/stat.h>

/* More than there are tables of 3 to 7 pieces. */
enum { KNOWN_FILES_MAX = 4096 };

/* What distinguishes one file from another, and from itself before it was changed. */
typedef struct KnownFile {
    unsigned long long device, inode, size, modified, changed; /* times in ns */
} KnownFile;

typedef struct KnownFiles {
    int count;
    bool is_new; /* holds a file that the list on disk does not */
    KnownFile files[KNOWN_FILES_MAX];
} KnownFiles;

/* Reads the list on disk. One that is missing, no regular file or damaged is taken as empty. */
void known_files_read(KnownFiles *known);

/* True if a file is known. */
bool known_files_has(const KnownFiles *known, const struct stat *status);

/* Adds a file. A full list stays as it is. */
void known_files_add(KnownFiles *known, const struct stat *status);

/* Writes the list to disk if it has grown, by os/atomic_write.h: what is no regular file is left alone.
 * If that fails, the files are checked again next time. */
void known_files_write(const KnownFiles *known);

#endif
