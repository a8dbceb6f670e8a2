/* Random numbers for the position keys, the same in every run. */
#ifndef BOARD_ZOBRIST_H
#define BOARD_ZOBRIST_H

#include "board/state.h"

typedef struct Zobrist {
    Key man[COLOR_COUNT][TYPE_COUNT][SQUARE_COUNT];
    Key castling[CASTLE_ALL + 1]; /* by set of rights */
    Key ep[SQUARE_COUNT + 1];     /* by e.p. square; 0 for SQUARE_NONE */
    Key side;                     /* Black to move */
} Zobrist;

/* Filled by zobrist_init; read-only afterwards. */
extern Zobrist zobrist;

/* Fills the table. Call once before any position is set up; further calls change nothing. */
void zobrist_init(void);

/* All keys of a position from its board alone; what make keeps up must equal them. */
typedef struct Keys {
    Key whole;
    Key part[PART_COUNT];
} Keys;

Keys keys_from_scratch(const State *s);

/* The part that a piece belongs to; a constant if its arguments are. */
#define KEY_PART(c, type) ((type) == PAWN ? PART_PAWNS : PART_WHITE + (c))

static ALWAYS_INLINE int key_part(Color c, PieceType type) {
    return KEY_PART(c, type);
}

#endif
