/* The contributions of pieces and pairs to the network's score, against sums without them. */
#include "network/accumulator.h"
#include "network/network.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>

static Network net;
static Contributions found;
static long seen, unlike;

static void for_each_network(int positions, Visit *visit) {
    for (uint64_t seed = 7; seed < 9; seed++) {
        void *bytes = random_network(seed, &net);
        visit_positions(pos, scaled(positions), visit);
        free(bytes);
    }
}

static int for_white(const State *s, int score) {
    return s->side == WHITE ? score : -score;
}

/* --- inputs left out ------------------------------------------------------------------------- */

/* What is left out: a piece-square, the pairs of a square, or the pair from one square to another. */
typedef struct Left {
    Square piece, pairs_of, from, to;
} Left;

static const Left NOTHING = {SQUARE_NONE, SQUARE_NONE, SQUARE_NONE, SQUARE_NONE};

static bool pair_left(const Left *left, Square from, Square to) {
    return from == left->pairs_of || to == left->pairs_of || (from == left->from && to == left->to);
}

static void add_piece(const State *s, Square sq, Perspective view, uint16_t *sums) {
    const PlacedPiece p = {(uint8_t)man_piece(s->man_on[sq]), (uint8_t)sq};
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        sums[h] = (uint16_t)(sums[h] + net.pieces[piece_input(p, view) * NETWORK_HIDDEN + h]);
}

static void add_pair(const State *s, Square from, Square to, Perspective view, uint16_t *sums) {
    const ThreatPair p = {(uint8_t)man_piece(s->man_on[from]), (uint8_t)from,
                          (uint8_t)man_piece(s->man_on[to]), (uint8_t)to};
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        sums[h] = (uint16_t)(sums[h] + net.pairs[pair_input(p, view) * NETWORK_HIDDEN + h]);
}

/* Sums of a side without what is left out. Attacks are found anew, from the board alone. */
static void slow_sums(const State *s, Color c, const Left *left, uint16_t *sums) {
    const Perspective view = perspective_of(s, c);
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        sums[h] = (uint16_t)net.bias[h];
    for (Bitboard men = occupied(s); men;) {
        const Square from = pop_bit(&men);
        const Man man = s->man_on[from];
        if (from != left->piece)
            add_piece(s, from, view, sums);
        if (man_type(man) == KING)
            continue;
        Bitboard targets =
            piece_attacks(bit_color(man_bit(man)), man_type(man), from, occupied(s)) & occupied(s) &
            ~s->by_type[KING];
        while (targets) {
            const Square to = pop_bit(&targets);
            if (!pair_left(left, from, to))
                add_pair(s, from, to, view, sums);
        }
    }
}

/* The score for White. */
static int slow_score(const State *s, Left left) {
    uint16_t sums[COLOR_COUNT][NETWORK_HIDDEN] __attribute__((aligned(CACHE_LINE)));
    const int bucket = output_bucket(popcount(occupied(s)));
    slow_sums(s, s->side, &left, sums[0]);
    slow_sums(s, opponent(s->side), &left, sums[1]);
    const uint32_t total = output_both(sums[0], sums[1], net.output + 2 * bucket * NETWORK_HIDDEN);
    return for_white(s, network_score(&net, bucket, total));
}

static void check_pieces(const State *s) {
    assert_int_equal(found.piece_count, popcount(occupied(s)));
    Bitboard men = occupied(s);
    for (int i = 0; i < found.piece_count; i++) {
        const PieceContribution *c = &found.pieces[i];
        const Square sq = pop_bit(&men);
        Left left = NOTHING;
        assert_int_equal(c->placed.square, sq);
        assert_int_equal(c->placed.piece, man_piece(s->man_on[sq]));
        left.piece = sq;
        assert_int_equal(c->square, found.score - slow_score(s, left));
        left.pairs_of = sq;
        assert_int_equal(c->whole, found.score - slow_score(s, left));
        seen++;
        unlike += c->whole != c->square;
    }
}

static void check_pairs(const State *s) {
    for (int i = 0; i < found.pair_count; i++) {
        const PairContribution *c = &found.pairs[i];
        const ThreatPair p = c->pair;
        Left left = NOTHING;
        assert_true(i == 0 || abs(c->value) <= abs(c[-1].value));
        left.from = p.from;
        left.to = p.to;
        assert_int_equal(p.attacker, man_piece(s->man_on[p.from]));
        assert_int_equal(p.target, man_piece(s->man_on[p.to]));
        assert_int_equal(c->value, found.score - slow_score(s, left));
        seen++;
    }
}

static void visit_left_out(Position *at, Random *r) {
    (void)r;
    const State *s = at->state;
    StateDifference all;
    contributions_find(&net, s, &found);
    state_difference(&empty_state, s, &all);
    assert_int_equal(found.score, for_white(s, network_evaluate(&net, s)));
    assert_int_equal(found.score, slow_score(s, NOTHING));
    check_pieces(s);
    assert_int_equal(found.pair_count, all.added.pair_count);
    check_pairs(s);
}

TEST(as_if_left_out) {
    seen = unlike = 0;
    for_each_network(400, visit_left_out);
    printf("  %ld pieces and pairs, %ld pieces whose pairs count\n", seen, unlike);
    assert_true(seen > scaled(20000) && unlike > scaled(4000));
}
