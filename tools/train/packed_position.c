#include "train/position_store.h"

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

bool position_is_sound(const PackedPosition *p) {
    int men[COLOR_COUNT] = {0}, kings[COLOR_COUNT] = {0}, count = popcount(p->occupied);
    if (count > 2 * BITS_PER_COLOR || p->side > BLACK || p->result > RESULT_UNKNOWN)
        return false;
    while (count-- > 0) {
        const int piece = piece_at(p, count);
        if (piece >> 1 > KING)
            return false;
        men[piece & 1]++;
        kings[piece & 1] += piece >> 1 == KING;
    }
    return men[WHITE] <= BITS_PER_COLOR && men[BLACK] <= BITS_PER_COLOR && kings[WHITE] == 1 &&
           kings[BLACK] == 1;
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

/* Adds the piece on `from` to the map's rows of `targets`: occupied squares that it attacks. */
static ALWAYS_INLINE void add_targets(State *s, Square from, Bitboard targets) {
    const uint32_t attacker = bit_mask(man_bit(s->man_on[from]));
    while (targets)
        s->map[pop_bit(&targets)] |= attacker;
}

/* Adds the attacks of all pieces of a type except pawns. The CPU predicts branches better type by
 * type. */
static ALWAYS_INLINE void add_attacks(State *s, PieceType type) {
    const Bitboard all = occupied(s);
    for (Bitboard left = s->by_type[type]; left;) {
        const Square from = pop_bit(&left);
        add_targets(s, from, piece_attacks(WHITE, type, from, all) & all);
    }
}

/* Adds the attacks of a colour's pawns, one direction after the other, since the direction and the
 * target give the square of the pawn. */
static void add_pawn_attacks(State *s, Color c) {
    const Bitboard all = occupied(s), pawns = men_of(s, c, PAWN);
    for (Bitboard left = pawn_west(c, pawns) & all; left;) {
        const Square to = pop_bit(&left);
        s->map[to] |= bit_mask(man_bit(s->man_on[to - pawn_push(c) + 1]));
    }
    for (Bitboard left = pawn_east(c, pawns) & all; left;) {
        const Square to = pop_bit(&left);
        s->map[to] |= bit_mask(man_bit(s->man_on[to - pawn_push(c) - 1]));
    }
}

void position_unpack(const PackedPosition *p, State *s) {
    *s = empty_state;
    s->side = p->side;
    put_pieces(p, s);
    add_pawn_attacks(s, WHITE);
    add_pawn_attacks(s, BLACK);
    add_attacks(s, KNIGHT);
    add_attacks(s, BISHOP);
    add_attacks(s, ROOK);
    add_attacks(s, QUEEN);
    add_attacks(s, KING);
}
