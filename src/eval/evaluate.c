#include "eval/evaluate.h"

#include "eval/endings.h"
#include "eval/kpk.h"
#include "eval/material.h"
#include "eval/shelter.h"
#include "eval/square_control.h"
#include "eval/terms/kings.h"
#include "eval/terms/passers.h"
#include "eval/terms/pieces.h"
#include "eval/terms/scaling.h"
#include "eval/terms/space.h"
#include "eval/terms/threatened.h"
#include "moves/tactics.h"

#include <string.h>

/* What both sides' terms need of a colour before any of them is counted. */
static ALWAYS_INLINE void prepare(Eval *e, Color c) {
    const State *s = e->s;
    const Color them = opponent(c);
    e->men[c][PAWN] = men_of(s, c, PAWN);
    e->men[c][KNIGHT] = men_of(s, c, KNIGHT);
    e->men[c][BISHOP] = men_of(s, c, BISHOP);
    e->men[c][ROOK] = men_of(s, c, ROOK);
    e->men[c][QUEEN] = men_of(s, c, QUEEN);
    const Bitboard pawns = e->men[c][PAWN];
    const Bitboard west = pawn_west(c, pawns), east = pawn_east(c, pawns);
    const Square king = king_square(s, c);
    const Bitboard king_attacks = s->attacks[bit_make(c, BIT_KING)];
    e->king[c] = king;
    e->facing[c] = board_facing(king_square(s, them), c);
    e->pawn_attacks[c] = west | east;
    e->attacked[c] = west | east | king_attacks;
    e->twice[c] = (west & east) | ((west | east) & king_attacks);
    e->by[c][KING] = king_attacks;
    e->ring[c] = king_attacks | bb(king);
    e->outer[c] = two_away[king];
    e->pinned[c] = pinned_men(s, c);
    /* Own pawns that are blocked or at home count as in the way; others soon move. */
    const Bitboard stuck = pawns & (push_bb(them, occupied(s)) | ranks_bb(c, RANK_2, RANK_3));
    const Bitboard enemy_pawns = men_of(s, them, PAWN);
    e->area[c] = ~(stuck | bb(king) | e->men[c][QUEEN] | pawn_attacks_bb(them, enemy_pawns));
}

/* Interpolates between the halves, and looks from the side to move. */
static ALWAYS_INLINE int resolve(const Eval *e, Trace *t, Tapered total,
                                 const MaterialEntry *material) {
    const int mg = mg_of(total), phase = material->phase;
    int eg = eg_of(total);
    eg = eg * complexity(e, t) / COMPLEXITY_NORMAL;
    const int scale = scale_factor(e, material, eg);
    if (t) {
        t->phase = phase;
        t->scale = scale;
    }
    eg = eg * scale / SCALE_NORMAL;
    int score = (mg * phase + eg * (PHASE_FULL - phase)) / PHASE_FULL;
    score = clamp_int(score, -EVAL_MAX, EVAL_MAX);
    return e->s->side == WHITE ? score : -score;
}

/* All terms. `pawns`, `shelters` and `material` are those of the position. */
static ALWAYS_INLINE int sum_up(const Position *pos, const PawnEntry *pawns,
                                const Shelter shelters[COLOR_COUNT], const MaterialEntry *material,
                                Trace *t) {
    const State *s = pos->state;
    Eval e;
    e.pos = pos;
    e.s = s;
    e.pawns = pawns;
    prepare(&e, WHITE);
    prepare(&e, BLACK);
    e.bits = (PieceBits){0, 0, 0};
    e.pinned_bits = 0;
    e.pinned_attacks = 0;
    e.danger[WHITE] = shelters[WHITE].danger;
    e.danger[BLACK] = shelters[BLACK].danger;
    Tapered total = material->score + pawns->score + shelters[WHITE].score - shelters[BLACK].score;
    total += pieces(&e, t, WHITE);
    total -= pieces(&e, t, BLACK);
    total += threats(&e, t, WHITE);
    total -= threats(&e, t, BLACK);
    total += passers(&e, t, WHITE);
    total -= passers(&e, t, BLACK);
    total += king_safety(&e, t, WHITE);
    total -= king_safety(&e, t, BLACK);
    total += space(&e, t, WHITE);
    total -= space(&e, t, BLACK);
    total += s->side == WHITE ? term(t, WHITE, WEIGHT_TEMPO, 1) : -term(t, BLACK, WEIGHT_TEMPO, 1);
    return resolve(&e, t, total, material);
}

/* The value of an ending that is known, for the side to move. */
static int known_value(const Position *pos, const MaterialEntry *material) {
    const int value = ending_value(material->ending, pos, material->strong);
    return pos->state->side == material->strong ? value : -value;
}

int evaluate(const Position *pos) {
    const State *s = pos->state;
    const MaterialEntry *material = material_probe(s);
    if (UNLIKELY(material->ending != NULL))
        return known_value(pos, material);
    const Shelter shelters[COLOR_COUNT] = {shelter_probe(s, WHITE), shelter_probe(s, BLACK)};
    return sum_up(pos, pawns_probe(s), shelters, material, NULL);
}

bool evaluate_knows(const State *s) {
    return material_probe(s)->ending != NULL;
}

void evaluate_trace(const Position *pos, Trace *t) {
    const State *s = pos->state;
    PawnEntry pawns;
    MaterialEntry material;
    memset(t, 0, sizeof *t);
    pawns_trace(s, &pawns, t);
    material_trace(s, &material, t);
    const Shelter shelters[COLOR_COUNT] = {shelter_trace(s, WHITE, t), shelter_trace(s, BLACK, t)};
    t->score = sum_up(pos, &pawns, shelters, &material, t);
    if (material.ending) {
        t->ending = material.ending->pattern;
        t->score = known_value(pos, &material);
    }
}

void evaluate_init(void) {
    spans_init();
    square_control_init();
    kpk_init();
    endings_init();
}
