#include "board/state.h"

#include "core/random.h"

bool insufficient_material(const State *s) {
    if (s->by_type[PAWN] | s->by_type[ROOK] | s->by_type[QUEEN])
        return false;
    const Bitboard bishops = s->by_type[BISHOP], minors = bishops | s->by_type[KNIGHT];
    return !several(minors) || (!s->by_type[KNIGHT] &&
                                ((bishops & DARK_SQUARES) == 0 || (bishops & ~DARK_SQUARES) == 0));
}

bool is_rule_draw(const State *s) {
    return s->rule50 >= 100 || insufficient_material(s);
}

/* --- zobrist --------------------------------------------------------------------------------- */

Zobrist zobrist;

void zobrist_init(void) {
    if (zobrist.side)
        return;
    uint64_t seed = 0x50414E4F50544553u;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = PAWN; type <= KING; type++)
            for (Square sq = 0; sq < SQUARE_COUNT; sq++)
                zobrist.man[c][type][sq] = random_next(&seed);
    Key right[4];
    for (int i = 0; i < 4; i++)
        right[i] = random_next(&seed);
    for (int rights = 0; rights <= CASTLE_ALL; rights++)
        for (int i = 0; i < 4; i++)
            if (rights >> i & 1)
                zobrist.castling[rights] ^= right[i];
    for (int file = 0; file < 8; file++) {
        const Key k = random_next(&seed);
        for (int rank = 0; rank < 8; rank++)
            zobrist.ep[square_at(file, rank)] = k;
    }
    zobrist.side = random_next(&seed);
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
