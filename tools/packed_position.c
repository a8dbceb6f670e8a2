#include "packed_position.h"

#include "board/state_difference.h"

#include <string.h>

PackedPosition position_pack(const State *s, int score, int result, uint32_t game) {
    PackedPosition p = {.occupied = occupied(s), .side = s->side, .game = game};
    Bitboard squares = p.occupied;
    for (int i = 0; squares; i++)
        p.pieces[i / 2] |= (uint8_t)(man_piece(s->man_on[pop_bit(&squares)]) << i % 2 * 4);
    p.score = (int16_t)(s->side == WHITE ? score : -score);
    p.result = (uint8_t)(s->side == WHITE || result == RESULT_UNKNOWN ? result : 2 - result);
    return p;
}

static int piece_at(const PackedPosition *p, int i) {
    return p->pieces[i / 2] >> i % 2 * 4 & 15;
}

bool packed_position_is_sound(const PackedPosition *p) {
    int kings[COLOR_COUNT] = {0}, all[COLOR_COUNT] = {0};
    if (popcount(p->occupied) > 2 * BITS_PER_COLOR || p->result > RESULT_UNKNOWN || p->side > BLACK)
        return false;
    Bitboard squares = p->occupied;
    for (int i = 0; squares; i++) {
        const int piece = piece_at(p, i), rank = rank_of(pop_bit(&squares));
        if (piece >> 1 > KING || (piece >> 1 == PAWN && (rank == RANK_1 || rank == RANK_8)))
            return false;
        kings[piece & 1] += piece >> 1 == KING;
        all[piece & 1]++;
    }
    return kings[WHITE] == 1 && kings[BLACK] == 1 && all[WHITE] <= BITS_PER_COLOR &&
           all[BLACK] <= BITS_PER_COLOR;
}

static void put_pieces(const PackedPosition *p, State *s) {
    Bit next[COLOR_COUNT] = {bit_make(WHITE, 0), bit_make(BLACK, 0)};
    Bitboard squares = p->occupied;
    for (int i = 0; squares; i++) {
        const int piece = piece_at(p, i);
        const Color c = piece & 1;
        const Square sq = pop_bit(&squares);
        const Bit bit = piece >> 1 == KING ? bit_make(c, BIT_KING) : next[c]++;
        s->man_on[sq] = (uint8_t)man_make(piece >> 1, bit);
        s->square_of[bit] = (uint8_t)sq;
        s->alive |= bit_mask(bit);
        s->by_color[c] |= bb(sq);
        s->by_type[piece >> 1] |= bb(sq);
    }
}

void position_unpack(const PackedPosition *p, State *s) {
    *s = empty_state;
    s->side = p->side;
    put_pieces(p, s);
    for (uint32_t bits = s->alive; bits;) {
        const Bit bit = pop_bit32(&bits);
        const Square from = s->square_of[bit];
        const Bitboard targets =
            piece_attacks(bit_color(bit), type_on(s, from), from, p->occupied) & p->occupied;
        for (Bitboard left = targets; left;)
            s->map[pop_bit(&left)] |= bit_mask(bit);
    }
}
