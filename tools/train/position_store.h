/* A file of packed positions in random order, to train on: a header, the positions that are held out
 * for validation, then the others, and a checksum of all before it (hash_words, core/random.h). The
 * checksum is compared when a file is opened. */
#ifndef POSITION_STORE_H
#define POSITION_STORE_H

#include "train/packed_position.h"

/* --- writing --------------------------------------------------------------------------------- */

typedef struct StoreWriter StoreWriter;

/* Begins a file, by os/files.h. Positions are first dealt at random to files without a name
 * beside it, each of which is then shuffled in memory: so there may be more than memory holds. A
 * seed gives the same order again. NULL, with the reason in *reason, if that fails. */
StoreWriter *store_begin(const char *path, uint64_t seed, const char **reason);

/* Adds a position. False if it cannot be written: store_finish says why. */
bool store_add(StoreWriter *w, const PackedPosition *p, bool held_out);

/* Shuffles, puts the file in its place and frees. False, with the reason in *reason and the old file
 * as it was, if that fails. */
bool store_finish(StoreWriter *w, const char **reason);

/* Gives it up. NULL is allowed. */
void store_abandon(StoreWriter *w);

/* --- reading --------------------------------------------------------------------------------- */

typedef struct Store {
    int file;
    uint64_t held_out, trained; /* how many there are */
} Store;

/* Opens a file, which is read through. False, with the reason in *reason, if it is none, not whole,
 * damaged, or of a version without a checksum. */
bool store_open(Store *s, const char *path, const char **reason);
void store_close(Store *s);

/* Reads positions, by number: those held out come first. False, with the reason in *reason, if they
 * cannot be read. */
bool store_read(const Store *s, uint64_t first, size_t count, PackedPosition *out,
                const char **reason);

/* Puts positions in random order. */
void shuffle_positions(PackedPosition *p, size_t count, uint64_t *random);

#endif
