/* Positions of a file, EPD or FEN in each line: openings of games, and suites. */
#ifndef SPSA_BOOK_H
#define SPSA_BOOK_H

#include "board/fen.h"
#include "engine/epd.h"
#include "uci/lines.h"

#include <stdint.h>

typedef struct SpsaBook {
    Lines lines;
    size_t *good; /* the lines with a position in which a game can go on, shuffled if wanted */
    size_t count;
    uint64_t checksum; /* of all bytes of the file; never 0 */
} SpsaBook;

/* Reads a file. What is wrong with lines is told on stderr, and they are passed over. False, after
 * telling why, if the file cannot be read or has no position. To be freed in either case. With a seed
 * other than 0 the positions are in an order drawn from it. */
bool spsa_book_read(SpsaBook *book, const char *path, uint64_t seed);

void spsa_book_free(SpsaBook *book);

/* The line of a position; numbers beyond the last begin again. */
Token spsa_book_line(const SpsaBook *book, uint64_t number);

#endif
