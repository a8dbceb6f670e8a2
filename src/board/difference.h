/* The report of a check that failed: what is wrong and where, then the position. */
#ifndef BOARD_DIFFERENCE_H
#define BOARD_DIFFERENCE_H

#include "board/position.h"

enum { DIFFERENCE_SIZE = 4096 };

typedef struct Difference {
    char *text; /* DIFFERENCE_SIZE bytes */
    size_t used;
} Difference;

/* Begins a text in `text`, of DIFFERENCE_SIZE bytes: "comparator: difference after EVENT". */
Difference difference_begin(char *text, const char *event);

/* Adds to the end, as printf does. What does not fit is cut. */
void difference_say(Difference *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a piece by name: "White Knight on f3 (bit 9)". */
void difference_man(Difference *d, const State *s, Bit bit);

/* Adds a blank and a move's squares. */
void difference_move(Difference *d, Move m);

/* Adds where it was found, two lines: the root and the moves made on top of it. */
void difference_position(Difference *d, const Position *pos);

#endif
