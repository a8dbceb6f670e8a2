/* The update of the attack matrix by a move.
 *
 * A *delta* is (bit b, squares d = old ^ new attacks of the bit's owner). A move applies a delta by
 * attacks[b] ^= d, and by map[s] ^= 1 << b for every square s of d: a rank-1 update of the 64 x 32
 * matrix. Deltas commute and cancel, since XOR does. So a move may apply its deltas in any order,
 * but must compute each delta from the right occupancy.
 *
 * MapRows is the map while a move is being made: four 512-bit registers with AVX-512, else memory.
 */
#ifndef BOARD_MATRIX_INTERNAL_H
#define BOARD_MATRIX_INTERNAL_H

#include "board/state.h"

#if defined(__AVX512F__)
#include <immintrin.h>

typedef struct MapRows {
    __m512i rows[4];
} MapRows;

static ALWAYS_INLINE MapRows rows_load(const uint32_t *from, uint32_t *to) {
    MapRows r;
    for (int i = 0; i < 4; i++)
        r.rows[i] = _mm512_load_si512(from + 16 * i);
    return r;
}

static ALWAYS_INLINE void rows_store(const MapRows *r, uint32_t *to) {
    for (int i = 0; i < 4; i++)
        _mm512_store_si512(to + 16 * i, r->rows[i]);
}

/* Flips a bit in the row of each square of d. With AVX-512 the squares are write masks for 16 rows
 * at a time. */
static ALWAYS_INLINE void rows_toggle(MapRows *r, Bit bit, Bitboard d) {
    const __m512i b = _mm512_set1_epi32((int)bit_mask(bit));
    for (int i = 0; i < 4; i++)
        r->rows[i] = _mm512_mask_xor_epi32(r->rows[i], (__mmask16)(d >> 16 * i), r->rows[i], b);
}

/* Clears a bit in every row. `d` is the column of the bit; only the version without AVX-512 reads
 * `d`. */
static ALWAYS_INLINE void rows_clear(MapRows *r, Bit bit, Bitboard d) {
    const __m512i b = _mm512_set1_epi32((int)bit_mask(bit));
    for (int i = 0; i < 4; i++)
        r->rows[i] = _mm512_andnot_si512(b, r->rows[i]);
}
#else
typedef struct MapRows {
    uint32_t *map;
} MapRows;

static ALWAYS_INLINE MapRows rows_load(const uint32_t *from, uint32_t *to) {
    __builtin_memcpy(to, from, SQUARE_COUNT * sizeof *to);
    return (MapRows){to};
}

static ALWAYS_INLINE void rows_store(const MapRows *r, uint32_t *to) {
}

static ALWAYS_INLINE void rows_toggle(MapRows *r, Bit bit, Bitboard d) {
    while (d)
        r->map[pop_bit(&d)] ^= bit_mask(bit);
}

static ALWAYS_INLINE void rows_clear(MapRows *r, Bit bit, Bitboard d) {
    rows_toggle(r, bit, d);
}
#endif

/* Applies a delta to a state in memory. */
static inline void matrix_toggle(State *s, Bit bit, Bitboard d) {
    s->attacks[bit] ^= d;
    while (d)
        s->map[pop_bit(&d)] ^= bit_mask(bit);
}

/* For every slider that attacks sq, flips the squares beyond sq. If the piece on sq has just left,
 * the flip opens the sliders' lines. If a piece is about to enter sq, the flip closes the lines.
 * `occ` is the occupancy, in which the bit of sq does not matter. */
static inline void matrix_flip_lines(State *s, Square sq, Bitboard occ) {
    const Bitboard lines = queen_attacks(sq, occ);
    uint32_t set = s->map[sq] & s->sliders;
    while (set) {
        const Bit bit = pop_bit32(&set);
        matrix_toggle(s, bit, geometry.beyond[sq][s->square_of[bit]] & lines);
    }
}

#endif
