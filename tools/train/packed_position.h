/* A position to train on in 32 bytes: the pieces, who is to move, and what became of it. */
#ifndef PACKED_POSITION_H
#define PACKED_POSITION_H

#include "board/state.h"
#include "lib/games.h"

typedef struct PackedPosition {
    uint64_t occupied;
    uint8_t pieces[16]; /* two to a byte, the lower half first, by ascending square: man_piece */
    int16_t score;      /* in centipawns, for the side to move */
    uint8_t result;     /* for the side to move: 0 lost, 1 drawn, 2 won, or RESULT_UNKNOWN */
    uint8_t side;       /* to move */
    uint32_t game;      /* equal for positions of one game, and for few others */
} PackedPosition;

_Static_assert(sizeof(PackedPosition) == 32, "a packed position is 32 bytes");

/* `score` and `result` are White's. */
PackedPosition position_pack(const State *s, int score, int result, uint32_t game);

/* The pieces and the map of their attacks, as far as inputs are read from them: the map holds
 * occupied squares only, and lists, keys and castling rights are not there. Bits are given in the
 * order of squares. */
void position_unpack(const PackedPosition *p, State *s);

#endif
