/* What pieces and pairs contribute to the network's score, against sums from which they are really
 * left out, and against boards without the piece. */
#include "board/fen.h"
#include "core/text.h"
#include "network/accumulator.h"
#include "network/contributions.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>

static Network net;
static Contributions found, turned_found;
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

/* --- the greatest come first ------------------------------------------------------------------- */

static void visit_order(Position *at, Random *r) {
    (void)r;
    contributions_find(&net, at->state, &found);
    for (int i = 1; i < found.pair_count; i++) {
        const PairContribution *a = &found.pairs[i - 1], *b = &found.pairs[i];
        assert_true(abs(a->value) >= abs(b->value));
        if (abs(a->value) != abs(b->value))
            continue;
        assert_true(a->pair.from < b->pair.from ||
                    (a->pair.from == b->pair.from && a->pair.to < b->pair.to));
        seen++;
    }
}

TEST(greatest_first) {
    seen = 0;
    for_each_network(1000, visit_order);
    printf("  %ld of equal size\n", seen);
    assert_true(seen > scaled(100));
}

/* --- boards without the piece ----------------------------------------------------------------- */

/* Writes the FEN of what stands on a board, without one square (or SQUARE_NONE), with the colours
 * exchanged or not, and the squares XORed. */
static void board_fen(const State *s, Square without, Color swap, Square flip, char *fen) {
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        int empty = 0;
        for (int file = FILE_A; file <= FILE_H; file++) {
            const Square sq = square_at(file, rank) ^ flip;
            const Man man = s->man_on[sq];
            const bool stands = man != MAN_NONE && sq != without;
            if (stands && empty)
                *fen++ = (char)('0' + empty);
            empty = stands ? 0 : empty + 1;
            if (stands)
                *fen++ = piece_letter(bit_color(man_bit(man)) ^ swap, man_type(man));
        }
        if (empty)
            *fen++ = (char)('0' + empty);
        *fen++ = rank == RANK_1 ? ' ' : '/';
    }
    snprintf(fen, sizeof "w - - 0 1", "%c - - 0 1", (s->side ^ swap) == WHITE ? 'w' : 'b');
}

/* A piece between no others, and without which the output bucket is the same, contributes what the
 * board without it lacks. */
static void visit_removed(Position *at, Random *r) {
    const State *s = at->state;
    const int pieces = popcount(occupied(s));
    char fen[FEN_SIZE], error[FEN_ERROR_SIZE];
    StateDifference difference;
    contributions_find(&net, s, &found);
    const PieceContribution *c = &found.pieces[random_below(r, found.piece_count)];
    if (c->placed.piece >> 1 == KING || output_bucket(pieces) != output_bucket(pieces - 1))
        return;
    board_fen(s, c->placed.square, 0, 0, fen);
    if (!fen_parse(other_pos, fen, error, sizeof error)) /* the king may be in check now */
        return;
    state_difference(&empty_state, s, &difference);
    const int before = difference.added.pair_count;
    int own = 0;
    for (int i = 0; i < before; i++)
        own += difference.added.pairs[i].from == c->placed.square ||
               difference.added.pairs[i].to == c->placed.square;
    state_difference(&empty_state, other_pos->state, &difference);
    if (difference.added.pair_count != before - own) /* a line has opened */
        return;
    seen++;
    assert_int_equal(c->whole,
                     found.score - for_white(s, network_evaluate(&net, other_pos->state)));
}

TEST(as_on_a_board_without) {
    seen = 0;
    for_each_network(1000, visit_removed);
    printf("  %ld pieces taken off the board\n", seen);
    assert_true(seen > scaled(500));
}

/* --- other colours, other wing --------------------------------------------------------------- */

static const PairContribution *pair_of(const Contributions *all, Square from, Square to) {
    for (int i = 0; i < all->pair_count; i++) {
        const PairContribution *c = &all->pairs[i];
        if (c->pair.from == from && c->pair.to == to)
            return c;
    }
    fail_msg("no pair from %d to %d", from, to);
    return NULL;
}

static const PieceContribution *piece_of(const Contributions *all, Square sq) {
    for (int i = 0; i < all->piece_count; i++)
        if (all->pieces[i].placed.square == sq)
            return &all->pieces[i];
    fail_msg("no piece on %d", sq);
    return NULL;
}

static void compare_turned(const State *s, Color swap, Square flip) {
    char fen[FEN_SIZE];
    const int sign = swap ? -1 : 1;
    board_fen(s, SQUARE_NONE, swap, flip, fen);
    position_set(other_pos, fen);
    contributions_find(&net, other_pos->state, &turned_found);
    assert_int_equal(turned_found.score, sign * found.score);
    assert_int_equal(turned_found.piece_count, found.piece_count);
    assert_int_equal(turned_found.pair_count, found.pair_count);
    for (int i = 0; i < found.piece_count; i++) {
        const PieceContribution *c = &found.pieces[i];
        const PieceContribution *t = piece_of(&turned_found, c->placed.square ^ flip);
        assert_int_equal(t->placed.piece, c->placed.piece ^ swap);
        assert_int_equal(t->whole, sign * c->whole);
        assert_int_equal(t->square, sign * c->square);
    }
    for (int i = 0; i < found.pair_count; i++) {
        const PairContribution *c = &found.pairs[i];
        const PairContribution *t = pair_of(&turned_found, c->pair.from ^ flip, c->pair.to ^ flip);
        assert_int_equal(t->value, sign * c->value);
        seen++;
    }
}

static void visit_turned(Position *at, Random *r) {
    (void)r;
    contributions_find(&net, at->state, &found);
    compare_turned(at->state, 1, 56);
    compare_turned(at->state, 0, 7);
}

TEST(turned_boards_agree) {
    seen = 0;
    for_each_network(1000, visit_turned);
    printf("  %ld pairs\n", seen);
    assert_true(seen > scaled(20000));
}
