/* The network in integers, as it plays.
 *
 * Each perspective (network/inputs.h) adds up the rows of its inputs and a bias: NETWORK_HIDDEN numbers
 * of 16 bits that are ACCUMULATOR_ONE times the real ones. These are clipped to 0..ACCUMULATOR_ONE,
 * squared, and shifted right to 0..SQUARE_ONE, so that they fit into 16 bits again. The side to move's
 * and the opponent's, one after the other, times the weights of an output bucket (WEIGHT_ONE times the real
 * ones) are added up. The sums are modulo 2^16 and 2^32, so that every CPU gets the same in whatever
 * order it adds.
 *
 * ACCUMULATOR_ONE is as large as the rows of pairs allow, which have 8 bits: some 75 of them are added up,
 * and each is rounded. With 255 in place of 1024 the score was off by 9.5 centipawns.
 */
#ifndef NETWORK_NETWORK_H
#define NETWORK_NETWORK_H

#include "network/inputs.h"

enum {
    OUTPUT_BUCKETS = 8,
    ACCUMULATOR_ONE = 1024,
    SQUARE_SHIFT = 6,
    SQUARE_ONE = ACCUMULATOR_ONE * ACCUMULATOR_ONE >> SQUARE_SHIFT,
    WEIGHT_ONE = 512
};

/* Rows of NETWORK_HIDDEN numbers, inside the bytes of its file. */
typedef struct Network {
    int scale;                  /* centipawns of one unit of output */
    const int16_t *bias;        /* one row */
    const int16_t *pieces;      /* PIECE_INPUTS rows */
    const int8_t *pairs;        /* PAIR_INPUTS rows */
    const int16_t *output;      /* by bucket: a row for the side to move, one for the opponent */
    const int32_t *output_bias; /* by bucket, SQUARE_ONE * WEIGHT_ONE times the real one */
    uint64_t checksum;          /* of its file */
} Network;

/* The output bucket of a number of pieces, 2 to 32. */
static inline int output_bucket(int pieces) {
    return (pieces - 2) / (32 / OUTPUT_BUCKETS);
}

/* --- files ----------------------------------------------------------------------------------- */

#define NETWORK_MAGIC "Panoptes network 1\n"

/* A file: this, then the arrays of Network in their order, little-endian, without gaps. */
typedef struct NetworkHeader {
    char magic[24];    /* NETWORK_MAGIC */
    uint32_t pairs;    /* FILE_PAIRS */
    uint32_t hidden;   /* neurons */
    uint32_t scale;    /* centipawns */
    uint32_t kings;    /* FILE_KINGS */
    uint64_t size;     /* bytes of all */
    uint64_t checksum; /* network_checksum */
    uint64_t unused;   /* 0 */
} NetworkHeader;

enum { FILE_HIDDEN_STEP = 16 /* neurons of files are a multiple of it */ };

/* The bytes of a file with so many neurons. */
size_t network_size(int hidden);

/* NULL, or how a shape differs from this program's, which may have `least` to NETWORK_HIDDEN neurons, in
 * words that stay until the thread's next call. */
const char *network_shape_fault(uint32_t pairs, uint32_t kings, uint32_t hidden, int least);

/* Of a file of `size` bytes, a multiple of 4: hash_words (core/random.h) of all but the checksum
 * itself. */
uint64_t network_checksum(const void *bytes, size_t size);

/* Finds the network in the bytes of a file, which must be aligned to CACHE_LINE and outlive it.
 * Returns NULL, or why it is refused, until the thread's next call: files are hostile. *net is then as
 * it was. */
const char *network_find(Network *net, const void *bytes, size_t size);

/* The same of a file with NETWORK_HIDDEN neurons or fewer, as it says in *hidden: its rows have so many
 * numbers. For the trainer alone, which makes them wider. */
const char *network_find_narrow(Network *net, int *hidden, const void *bytes, size_t size);

/* --- scores ---------------------------------------------------------------------------------- */

/* The sums of a position from a side's perspective, from nothing: the reference for all that is kept
 * from move to move. */
void network_accumulator(const Network *net, const State *s, Color c,
                         uint16_t sums[NETWORK_HIDDEN]);

/* The sums of a perspective, read as signed, clipped to 0..ACCUMULATOR_ONE, squared to 0..SQUARE_ONE,
 * times their weights, added up modulo 2^32. */
uint32_t output_layer(const uint16_t *sums, const int16_t *weights);

/* The score of a bucket's squares, weighted and added up modulo 2^32, in centipawns. */
int network_score(const Network *net, int bucket, uint32_t total);

/* The score of a position for the side to move, in centipawns, by the sums of its perspective and of
 * its opponent's. */
int network_judge(const Network *net, const State *s, const uint16_t *mover, const uint16_t *other);

/* The same from nothing. */
int network_evaluate(const Network *net, const State *s);

/* --- where networks come from: a file, or the one inside the program ------------------------- */

enum { NETWORK_SIZE_MAX = 16 << 20 /* bytes of a file */ };

/* A network and the bytes in which it lies. */
typedef struct NetworkFile NetworkFile;

/* Reads a file. Returns NULL, with the reason in *reason, if it cannot be read or is refused: files
 * are hostile. */
NetworkFile *network_open(const char *path, const char **reason);

/* The same of a file with NETWORK_HIDDEN neurons or fewer (network_find_narrow). */
NetworkFile *network_open_narrow(const char *path, int *hidden, const char **reason);

/* Frees it; NULL is allowed. */
void network_close(NetworkFile *file);

/* Its network, valid until it is closed. */
const Network *network_of(const NetworkFile *file);

/* Finds the network inside the program: the bytes of src/network/panoptes.net. Call once, after
 * inputs_init. */
void network_file_init(void);

/* That network; NULL if it is refused. */
const Network *network_embedded(void);

/* Why it is refused: its bytes are damaged, or of another shape than the program. NULL if it is not. */
const char *network_embedded_fault(void);

#endif
