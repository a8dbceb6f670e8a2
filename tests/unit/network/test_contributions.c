/* The network's score equals a plain sum over all inputs. An input's contribution equals the score minus the score
 * without this input. This file computes both anew, by the definitions in the headers and with attacks from scratch. */
#include "network/accumulator.h"
#include "network/network.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>

static Network net;
static Contributions found;
static long seen, unlike;

/* The inputs to omit: a piece-square, the pairs of a square, or the pair from one square to another. */
typedef struct Left {
    Square piece, pairs_of, from, to;
} Left;

static const Left NOTHING = {SQUARE_NONE, SQUARE_NONE, SQUARE_NONE, SQUARE_NONE};

static bool pair_left(const Left *left, Square from, Square to) {
    return from == left->pairs_of || to == left->pairs_of || (from == left->from && to == left->to);
}

/* The set of piece-squares for a king's square, as the king's own side sees the board. */
static int plain_set(Square king) {
    return king >= 16 ? 3 : king >= 8 ? 2 : king >= 2 ? 1 : 0;
}

/* Computes the accumulator of side `c` without the inputs that `left` names. */
static void plain_sums(const State *s, Color c, const Left *left, int *sums) {
    ScratchMatrix matrix;
    scratch_build(s, &matrix);
    const Square king = king_square(s, c);
    const int flip = (c == BLACK ? 56 : 0) ^ (file_of(king) >= FILE_E ? 7 : 0);
    const int set = plain_set(king ^ flip), size = NETWORK_HIDDEN;
    for (int h = 0; h < size; h++)
        sums[h] = net.bias[h];
    for (Square to = 0; to < SQUARE_COUNT; to++) {
        if (s->man_on[to] == MAN_NONE)
            continue;
        const int target = man_type(s->man_on[to]), theirs = bit_color(man_bit(s->man_on[to])) != c;
        const int piece = set * 768 + (2 * target + theirs) * 64 + (to ^ flip);
        for (int h = 0; h < size && to != left->piece; h++)
            sums[h] += net.pieces[piece * size + h];
        for (Bit bit = 0; bit < BIT_COUNT; bit++) {
            if (!(matrix.map[to] >> bit & 1) || target == KING || type_of_bit(s, bit) == KING ||
                pair_left(left, s->square_of[bit], to))
                continue;
            const int attacker = 2 * type_of_bit(s, bit) + (bit_color(bit) != c);
            const int pair = (attacker * 10 + 2 * target + theirs) * 64 + (to ^ flip);
            for (int h = 0; h < size; h++)
                sums[h] += net.pairs[pair * size + h];
        }
    }
}

/* The score for White. */
static int plain_score(const State *s, Left left) {
    const int size = NETWORK_HIDDEN, bucket = (popcount(occupied(s)) - 2) / 4;
    int64_t total = net.output_bias[bucket];
    for (int side = 0; side < 2; side++) {
        int sums[NETWORK_HIDDEN];
        plain_sums(s, side == 0 ? s->side : opponent(s->side), &left, sums);
        for (int h = 0; h < size; h++) {
            const int clipped = sums[h] < 0 ? 0 : sums[h] > 1024 ? 1024 : sums[h];
            total += clipped * clipped / 64 * net.output[(2 * bucket + side) * size + h];
        }
    }
    return for_white(s, (int)(total * net.scale / (16384 * 512)));
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
        assert_int_equal(c->square, found.score - plain_score(s, left));
        left.pairs_of = sq;
        assert_int_equal(c->whole, found.score - plain_score(s, left));
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
        assert_int_equal(c->value, found.score - plain_score(s, left));
        seen++;
    }
}

static void visit_left_out(Position *at, Random *r) {
    const State *s = at->state;
    StateDifference all;
    contributions_find(&net, s, &found);
    state_difference(&empty_state, s, &all);
    assert_int_equal(found.score, for_white(s, network_evaluate(&net, s)));
    assert_int_equal(found.score, plain_score(s, NOTHING));
    check_pieces(s);
    assert_int_equal(found.pair_count, all.added.pair_count);
    check_pairs(s);
}

TEST(as_if_left_out) {
    seen = unlike = 0;
    visit_with_networks(7, &net, pos, 400, visit_left_out);
    printf("  %ld pieces and pairs, %ld pieces whose pairs count\n", seen, unlike);
    assert_true(seen > scaled(20000) && unlike > scaled(4000));
}
