/* The shape of the network: what the engine, its kernels and the trainer are built for. Kernels in
 * NASM have it from asm/offsets.c.
 *
 * Another width is another NETWORK_HIDDEN, a multiple of 64, and everything built anew: `make` and
 * `make train`. The file inside the program does not fit then: the program reports it as damaged and
 * plays by the classical evaluation until it has another. The trainer takes a file with fewer neurons
 * and adds some; the scores are the same at first:
 *
 *     make train ARGS="run data/wide data/positions.pos --from src/network/panoptes.net"
 *     make train ARGS="export data/wide.best src/network/panoptes.net data/positions.pos"
 *
 * It takes none with more neurons: a narrower network is trained from nothing.
 */
#ifndef NETWORK_SHAPE_H
#define NETWORK_SHAPE_H

enum {
    NETWORK_HIDDEN = 256,     /* neurons: numbers of a row */
    NETWORK_HIDDEN_STEP = 64, /* that kernels go on by; rows begin on cache lines */
    KING_SETS = 4             /* of piece-squares */
};

_Static_assert(NETWORK_HIDDEN >= NETWORK_HIDDEN_STEP && NETWORK_HIDDEN % NETWORK_HIDDEN_STEP == 0,
               "a multiple of 64");
_Static_assert(NETWORK_HIDDEN <= 1024, "a file has 16 MB at most");

/* The set of each square of our king: ranks 1 to 8, files a to d of each, where it is seen. Set 0 is the
 * castled king's, 1 that of one in the middle. */
#define KING_SET_TABLE "0011 2222 3333 3333 3333 3333 3333 3333"

/* By which numbers files name these inputs. Other inputs had others: src/network/LAB.md. */
enum { FILE_PAIRS = 2, FILE_KINGS = 1 };

#endif
