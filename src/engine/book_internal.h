/* The book inside the program: the bytes of own_book.bin, a Polyglot book (engine/book.h). How it
 * was made: tools/LAB.md. */
#ifndef ENGINE_BOOK_INTERNAL_H
#define ENGINE_BOOK_INTERNAL_H

#include "core/types.h"

extern const unsigned char own_book[], own_book_end[];

/* --- the random numbers of the keys of Polyglot books ---------------------------------------- */

/* The parts of the table. */
enum {
    BOOK_RANDOM_PIECES = 0,     /* 64 for each kind of piece: 2 * type, + 1 for White */
    BOOK_RANDOM_CASTLING = 768, /* one for each right, in the order of our CASTLE_ bits */
    BOOK_RANDOM_EP = 772,       /* one for each file */
    BOOK_RANDOM_WHITE = 780,    /* White to move */
    BOOK_RANDOM_COUNT = 781
};

extern Key book_randoms[BOOK_RANDOM_COUNT]; /* filled by book_init */

#endif
