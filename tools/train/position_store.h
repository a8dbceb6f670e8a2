/* A file of packed training positions in random order. It has a header, the positions held out for
 * validation, and the others. At the end is a checksum of all bytes before it (hash_words,
 * core/bits.h), which store_open compares. */
#ifndef POSITION_STORE_H
#define POSITION_STORE_H

#include "train/packed_position.h"

/* --- writing --------------------------------------------------------------------------------- */

typedef struct StoreWriter StoreWriter;

/* Begins a file. store_add distributes the positions at random over temporary files beside it.
 * store_finish shuffles each of these in memory, so that there may be more positions than memory
 * holds. The order depends on the seed alone. Returns NULL, with the reason in *reason, if that
 * fails. */
StoreWriter *store_begin(const char *path, uint64_t seed, const char **reason);

/* Adds a position. Returns false if it cannot be written; store_finish gives the reason. */
bool store_add(StoreWriter *w, const PackedPosition *p, bool held_out);

/* Shuffles the positions, moves the file to its place, and frees the writer. Returns false, with
 * the reason in *reason and the old file unchanged, if that fails. */
bool store_finish(StoreWriter *w, const char **reason);

/* Removes the unfinished file and frees the writer; NULL is allowed. */
void store_abandon(StoreWriter *w);

/* --- reading --------------------------------------------------------------------------------- */

typedef struct Store {
    int file;
    uint64_t held_out, trained; /* numbers of positions */
} Store;

/* Opens a file and reads it through. Returns false, with the reason in *reason, if it is of another
 * kind, cut off, damaged, or of a version without a checksum. */
bool store_open(Store *s, const char *path, const char **reason);
void store_close(Store *s);

/* Reads positions by number; those held out come first. Returns false, with the reason in *reason,
 * if they cannot be read. */
bool store_read(const Store *s, uint64_t first, size_t count, PackedPosition *out,
                const char **reason);

/* Puts positions in random order. */
void shuffle_positions(PackedPosition *p, size_t count, uint64_t *random);

#endif
