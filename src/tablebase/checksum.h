/* The checksum at the end of a Syzygy table file.
 *
 * The generator (Ronald de Man, github.com/syzygy1/tb) cuts what comes before the checksum into
 * chunks of 16 MB, takes a digest of 256 bits of each (CityHashCrc256), and takes the hash of 128
 * bits of all digests (CityHashCrc128). Both functions are those of CityHash 1.0.3 (Geoff Pike and
 * Jyrki Alakuijala). It finds damage, not forgery: whoever makes a table can make its checksum.
 */
#ifndef TABLEBASE_CHECKSUM_H
#define TABLEBASE_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHECKSUM_SIZE = 16, CHECKSUM_CHUNK = 1 << 24 };

typedef struct Checksum {
    uint64_t low, high;
} Checksum;

/* A checksum in the making. To be freed once it has begun. */
typedef struct Checksummer {
    size_t room, count; /* in digests */
    uint64_t (*digests)[4];
} Checksummer;

/* Begins the checksum of so many chunks, at least one. Returns false if memory is short. */
bool checksum_begin(Checksummer *c, size_t chunks);

/* Adds the next chunk: CHECKSUM_CHUNK bytes; the last one is what is left, at least one byte. */
void checksum_add(Checksummer *c, const uint8_t *bytes, size_t size);

/* Returns the checksum of all chunks, which must have been added. */
Checksum checksum_value(const Checksummer *c);

/* Frees what checksum_begin took, at any time. */
void checksum_free(Checksummer *c);

#endif
