#include "board/zobrist.h"

Zobrist zobrist;

/* SplitMix64 (Steele, Lea, Flood 2014): every seed gives a full-period, well-mixed sequence. */
static Key next_random(uint64_t *seed) {
    uint64_t z = *seed += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void zobrist_init(void) {
    if (zobrist.side)
        return;
    uint64_t seed = 0x50414E4F50544553u;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type <= KING; type++)
            for (Square sq = 0; sq < SQUARE_COUNT; sq++)
                zobrist.man[c][type][sq] = next_random(&seed);
    Key right[4];
    for (int i = 0; i < 4; i++)
        right[i] = next_random(&seed);
    for (int rights = 0; rights <= CASTLE_ALL; rights++)
        for (int i = 0; i < 4; i++)
            if (rights >> i & 1)
                zobrist.castling[rights] ^= right[i];
    for (int file = 0; file < 8; file++) {
        const Key k = next_random(&seed);
        for (int rank = 0; rank < 8; rank++)
            zobrist.ep[square_at(file, rank)] = k;
    }
    zobrist.side = next_random(&seed);
}

Keys keys_from_scratch(const State *s) {
    Keys keys = {0};
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Man man = s->man_on[sq];
        if (man == MAN_NONE)
            continue;
        const Color c = bit_color(man_bit(man));
        keys.part[key_part(c, man_type(man))] ^= zobrist.man[c][man_type(man)][sq];
    }
    keys.whole = keys.part[PART_PAWNS] ^ keys.part[PART_WHITE] ^ keys.part[PART_BLACK] ^
                 zobrist.castling[s->castling] ^ zobrist.ep[s->ep] ^
                 (s->side == BLACK ? zobrist.side : 0);
    return keys;
}
