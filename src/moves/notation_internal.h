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

/* Reads what san_read reads, in any position. A move that has both squares and no piece's letter has
 * the type PAWN. Returns false if the text is no move. */
bool san_parse(const char *text, San *san);

#endif
