/* A training position in 32 bytes: the pieces, the side to move, the score and the result of the
 * game. */
#ifndef PACKED_POSITION_H
#define PACKED_POSITION_H

#include "board/state.h"
#include "lib/games.h"

typedef struct PackedPosition {
    uint64_t occupied;
    uint8_t pieces[16]; /* by ascending square, two a byte, lower half first: man_piece */
    int16_t score;      /* in centipawns, for the side to move */
    uint8_t result;     /* for the side to move: 0 lost, 1 drawn, 2 won, or RESULT_UNKNOWN */
    uint8_t side;       /* the side to move */
    uint32_t game;      /* a hash of the game: equal for its positions, rarely for others */
} PackedPosition;

_Static_assert(sizeof(PackedPosition) == 32, "a packed position is 32 bytes");

/* Packs a position. `score` and `result` are for White. */
PackedPosition position_pack(const State *s, int score, int result, uint32_t game);

/* Unpacks the pieces and the map of their attacks. The network's inputs need occupied squares only,
 * so the map has no others. Lists, keys and castling rights are missing. Bits are assigned in the
 * order of squares. */
void position_unpack(const PackedPosition *p, State *s);

#endif
