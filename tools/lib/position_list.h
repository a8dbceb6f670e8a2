/* Positions of a file with an EPD or a FEN in each line, such as openings and suites. */
#ifndef POSITION_LIST_H
#define POSITION_LIST_H

#include "board/fen.h"
#include "engine/positions.h"
#include "uci/files.h"

#include <stdatomic.h>
#include <stdint.h>

typedef struct PositionList {
    Lines lines;
    size_t *good; /* the numbers of the lines with a position from which a game can go on */
    size_t count;
    uint64_t checksum; /* of all bytes of the file; never 0 */
} PositionList;

/* Reads a file. Skips bad lines and reports them on stderr; messages begin with the name of the
 * tool. With a seed other than 0, shuffles the positions. Returns false, with a message and an
 * empty list, if the file cannot be read or has no position. */
bool position_list_read(PositionList *list, const char *tool, const char *path, uint64_t seed);

void position_list_free(PositionList *list);

/* The text line of position `number` modulo the number of positions in the list. */
Token position_list_line(const PositionList *list, uint64_t number);

/* Writes the opening of pair number `number`: the list's position of this number or, without a
 * list, a random balanced position, by `seed`. Returns false if *stop was set or memory is short.
 */
bool opening_of(const PositionList *list, uint64_t seed, uint64_t number, const atomic_bool *stop,
                char fen[FEN_SIZE]);

#endif
