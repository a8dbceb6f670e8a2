/* The shape of the network: what the engine, its kernels and the trainer are built for. Kernels in
 * NASM have it from asm/offsets.c.
 *
 * Another width is another NETWORK_HIDDEN, and everything built anew: `make` and `make train`. The
 * file inside the program has the old width then: the program reports that, and plays by the
 * hand-written evaluation. The trainer takes a file with fewer neurons and adds some, at first with
 * the same scores:
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

/* The set that each square of our king chooses: files a to d, since it is seen there, of ranks 1 to 8.
 * Set 0 is the castled king's, 1 that of one still in the middle. */
#define KING_SET_TABLE                                                                             \
    {                                                                                              \
        0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3,  \
            3, 3                                                                                   \
    }

/* By which numbers files name these inputs. Other inputs had others: src/network/LAB.md. */
enum { FILE_PAIRS = 2, FILE_KINGS = 1 };

#endif
