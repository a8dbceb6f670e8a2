/* The random numbers that the keys of the Polyglot book format are made of. */
#ifndef ENGINE_BOOK_RANDOMS_H
#define ENGINE_BOOK_RANDOMS_H

#include "core/types.h"

/* What each part of the table is for. */
enum {
    BOOK_RANDOM_PIECES = 0,     /* 64 for each kind of piece: 2 * type, + 1 for White */
    BOOK_RANDOM_CASTLING = 768, /* one for each right, in the order of our CASTLE_ bits */
    BOOK_RANDOM_EP = 772,       /* one for each file */
    BOOK_RANDOM_WHITE = 780,    /* White to move */
    BOOK_RANDOM_COUNT = 781
};

extern const Key book_randoms[BOOK_RANDOM_COUNT];

#endif
