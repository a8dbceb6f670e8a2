#include "tablebase/tablebase_internal.h"

#include "board/geometry.h"

/* xorshift64 (Marsaglia 2003): a square, by the high bits. */
static Square random_square(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (Square)(*state >> 58);
}

static void place(Placement *p, Color c, PieceType type, uint64_t *state) {
    static const Bitboard PAWN_SQUARES = 0x00ffffffffffff00u;
    const Bitboard taken = p->by_color[WHITE] | p->by_color[BLACK];
    const Bitboard open = (type == PAWN ? PAWN_SQUARES : ~(Bitboard)0) & ~taken;
    Square sq;
    do
        sq = random_square(state);
    while (!(open >> sq & 1));
    p->by_color[c] |= bb(sq);
    p->by_type[type] |= bb(sq);
}

/* All squares that a side attacks. */
static Bitboard attacks_of(const Placement *p, Color c) {
    const Bitboard occupied = p->by_color[WHITE] | p->by_color[BLACK];
    Bitboard attacks = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        for (Bitboard men = p->by_color[c] & p->by_type[type]; men; men = reset_lowest(men))
            attacks |= piece_attacks(c, type, lowest_bit(men), occupied);
    return attacks;
}

bool placement_without_captures(const TableName *name, Placement *p) {
    enum { TRIES = 100000 }; /* the worst name of 7 men takes hundreds */
    uint64_t state = 0x9e3779b97f4a7c15u;
    for (int i = 0; i < TRIES; i++) {
        *p = (Placement){0};
        for (Color c = WHITE; c <= BLACK; c++)
            for (PieceType type = PAWN; type <= KING; type++)
                for (int man = 0; man < name->count[c][type]; man++)
                    place(p, c, type, &state);
        if (!(attacks_of(p, BLACK) & p->by_color[WHITE]))
            return true;
    }
    return false;
}
