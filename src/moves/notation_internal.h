/* Moves in standard algebraic notation, taken apart. */
#ifndef MOVES_NOTATION_INTERNAL_H
#define MOVES_NOTATION_INTERNAL_H

#include "core/types.h"

/* What a text in SAN says of a move. */
typedef struct San {
    PieceType type, promotion; /* promotion: TYPE_NONE for none */
    int file, rank;            /* where the piece comes from; -1: not said */
    Square to;
    int castling; /* WING_SHORT or WING_LONG; -1: no castling */
} San;

/* Reads "Nbd2", "exd5", "e8=Q+" and the like, two squares where the first is the origin included, and
 * castling. Returns false if the text is no SAN. */
bool san_parse(const char *text, San *san);

#endif
