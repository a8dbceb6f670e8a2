#include "search/history_internal.h"

#include "search/params.h"

#include <stdlib.h>
#include <string.h>

void history_clear(History *h) {
    memset(h, 0, sizeof *h);
}

void history_fade(History *h) {
    int16_t *entries = &h->butterfly[0][0][0][0];
    for (size_t i = 0; i < sizeof h->butterfly / sizeof *entries; i++)
        entries[i] = (int16_t)(entries[i] * HISTORY_KEPT / 16);
}

/* True if all entries lie within +-limit. The loop has no branch, so that compilers vectorise it. */
static bool are_within(const int16_t *from, const void *end, int limit) {
    int beyond = 0;
    for (const int16_t *to = end; from < to; from++)
        beyond |= *from > limit || *from < -limit;
    return !beyond;
}

bool history_holds(const History *h) {
    return are_within(&h->butterfly[0][0][0][0], h->nothing, HISTORY_MAX) &&
           are_within(&h->nothing[0][0], h->correction, 0) &&
           are_within(&h->correction[0][0][0], h + 1, CORRECTION_MAX);
}

/* Adds a bonus to an entry. The nearer the entry is to its limit, the less a bonus of the same sign
 * changes it. */
static void add_bonus(int16_t *entry, int bonus, int limit) {
    assert(abs(*entry) <= limit && abs(bonus) <= limit);
    *entry = (int16_t)(*entry + bonus - *entry * abs(bonus) / limit);
}

void history_add_evaluated(History *h, const State *s, Move m, int bonus) {
    add_bonus(history_butterfly(h, s, m), bonus, HISTORY_MAX);
    PieceTo *pawns = history_pawn_row(h, s);
    add_bonus(&(*pawns)[piece_index(s, move_from(m))][move_to(m)], bonus / 2, HISTORY_MAX);
}

void history_add_quiet(History *h, const HistoryView *v, const State *s, Move m, int bonus) {
    const int piece = piece_index(s, move_from(m)), to = move_to(m);
    add_bonus(history_butterfly(h, s, m), bonus, HISTORY_MAX);
    add_bonus(&(*v->pawns)[piece][to], bonus, HISTORY_MAX);
    for (int i = 0; i < CONTINUATION_COUNT; i++)
        if (v->continuation[i] != &h->nothing)
            add_bonus(&(*v->continuation[i])[piece][to], bonus, HISTORY_MAX);
}

void history_add_capture(History *h, const State *s, Move m, int bonus) {
    add_bonus(history_capture(h, s, m), bonus, HISTORY_MAX);
}

/* --- corrections --------------------------------------------------------------------------- */

/* Hashes two sets of squares to an index, by multiplication (Knuth, TAOCP 6.4). */
static unsigned mix(Bitboard a, Bitboard b) {
    const uint64_t x = a * 0x9E3779B97F4A7C15u ^ (b ^ b >> 29) * 0xBF58476D1CE4E5B9u;
    return (unsigned)((x ^ x >> 31) * 0x94D049BB133111EBu >> 50); /* 14 bits: CORRECTION_SIZE */
}

_Static_assert(CORRECTION_SIZE == 1 << 14, "mix gives 14 bits");

/* Sets the index of the position's entry in each kind of correction. */
static void correction_indices(const State *s, unsigned index[CORRECTION_KINDS]) {
    const Bitboard minors = s->by_type[KNIGHT] | s->by_type[BISHOP];
    const Bitboard white = s->by_color[WHITE], black = s->by_color[BLACK];
    index[CORRECTION_BY_PAWNS] = s->part_key[PART_PAWNS] % CORRECTION_SIZE;
    index[CORRECTION_BY_WHITE] = s->part_key[PART_WHITE] % CORRECTION_SIZE;
    index[CORRECTION_BY_BLACK] = s->part_key[PART_BLACK] % CORRECTION_SIZE;
    index[CORRECTION_BY_MINORS] =
        mix((minors & white) | s->by_type[KING], (minors & black) ^ s->by_type[BISHOP] << 1);
    index[CORRECTION_BY_THREATS] =
        mix(attacked_squares(s, BLACK) & white, attacked_squares(s, WHITE) & black);
}

/* Returns the correction entry for the last two moves. Returns NULL if one of the two moves is
 * not known. Returns NULL if the target of the last move is empty, as after castling, whose
 * target is the rook's old square. */
static int16_t *continuation_entry(const History *h, const State *s, Move last, PieceTo *row) {
    if (last == MOVE_NONE || last == MOVE_NULL || row == &h->nothing ||
        s->man_on[move_to(last)] == MAN_NONE)
        return NULL;
    return &(*row)[piece_index(s, move_to(last))][move_to(last)];
}

void history_find_corrections(History *h, const State *s, Move last, PieceTo *row, Corrections *c) {
    unsigned index[CORRECTION_KINDS];
    correction_indices(s, index);
    for (int kind = 0; kind < CORRECTION_KINDS; kind++) {
        c->by_key[kind] = &h->correction[kind][index[kind]][s->side];
        prefetch(c->by_key[kind]);
    }
    c->by_moves = continuation_entry(h, s, last, row);
    prefetch(c->by_moves);
}

int history_correction(const Corrections *c) {
    const int sum =
        CORRECTION_PAWN * *c->by_key[CORRECTION_BY_PAWNS] +
        CORRECTION_NON_PAWN * (*c->by_key[CORRECTION_BY_WHITE] + *c->by_key[CORRECTION_BY_BLACK]) +
        CORRECTION_MINOR * *c->by_key[CORRECTION_BY_MINORS] +
        CORRECTION_THREATS * *c->by_key[CORRECTION_BY_THREATS] +
        (c->by_moves ? CORRECTION_CONTINUATION * *c->by_moves : 0);
    return sum / (128 * 32);
}

void history_learn_correction(const Corrections *c, int error, int depth) {
    const int most = CORRECTION_MAX / 4, bonus = clamp_int(error * depth / 3, -most, most);
    for (int kind = 0; kind < CORRECTION_KINDS; kind++)
        add_bonus(c->by_key[kind], bonus, CORRECTION_MAX);
    if (c->by_moves)
        add_bonus(c->by_moves, bonus, CORRECTION_MAX);
}
