/* Positions of a file, EPD or FEN in each line: openings of games, and suites. */
#ifndef POSITION_LIST_H
#define POSITION_LIST_H

#include "board/fen.h"
#include "engine/positions.h"
#include "uci/lines.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct PositionList {
    Lines lines;
    size_t *good; /* the lines with a position in which a game can go on, shuffled if wanted */
    size_t count;
    uint64_t checksum; /* of all bytes of the file; never 0 */
} PositionList;

/* Reads a file. What is wrong with lines is reported on stderr, and they are passed over; messages begin with the name of
 * the tool. False, after reporting why, if the file cannot be read or has no position: the list is then empty. With a
 * seed other than 0 the positions are in an order drawn from it. */
bool position_list_read(PositionList *list, const char *tool, const char *path, uint64_t seed);

void position_list_free(PositionList *list);

/* The line of a position; numbers beyond the last begin again. */
Token position_list_line(const PositionList *list, uint64_t number);

/* The opening of a pair of games by its number: of the list, or, without one (NULL), random and balanced, drawn from the
 * seed. False if *stop was set or memory is short. */
bool opening_of(const PositionList *list, uint64_t seed, uint64_t number, const atomic_bool *stop,
                char fen[FEN_SIZE]);

#endif
