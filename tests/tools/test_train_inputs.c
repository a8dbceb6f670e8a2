/* What the trainer learns from: inputs and packed positions. */
#include "board/fen.h"
#include "network/inputs.h"
#include "support/setup.h"
#include "support/trainer.h"
#include "support/two_positions.h"

#include <stdlib.h>
#include <string.h>

static StateDifference difference;

static const StatePart *parts_of(const State *s) {
    state_difference(&empty_state, s, &difference);
    return &difference.added;
}

/* --- inputs ---------------------------------------------------------------------------------- */

/* Each pair that there can be on a board has a number of its own, but for the attacker's square. */
TEST(pairs_are_numbered_once) {
    static const Perspective PLAIN = {0};
    static uint8_t seen[PAIR_INPUTS];
    int found = 0;
    for (int attacker = 0; attacker < TARGET_KINDS; attacker++) {
        for (int target = 0; target < TARGET_KINDS; target++) {
            for (Square to = 0; to < SQUARE_COUNT; to++) {
                const ThreatPair a1 = {(uint8_t)attacker, 0, (uint8_t)target, (uint8_t)to};
                const ThreatPair h8 = {(uint8_t)attacker, 63, (uint8_t)target, (uint8_t)to};
                const int n = pair_input(a1, PLAIN);
                assert_in_range(n, 0, PAIR_INPUTS - 1);
                assert_int_equal(pair_input(h8, PLAIN), n);
                assert_int_equal(seen[n]++, 0);
                found++;
            }
        }
    }
    assert_int_equal(found, PAIR_INPUTS);
}

/* So has each piece-square in each set. */
TEST(piece_squares_are_numbered_once) {
    static uint8_t seen[PIECE_INPUTS];
    for (int set = 0; set < KING_SETS; set++)
        for (int piece = 0; piece < PIECE_KINDS; piece++)
            for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
                const PlacedPiece p = {(uint8_t)piece, (uint8_t)sq};
                const int n = piece_input(p, (Perspective){.set = (uint8_t)set});
                assert_in_range(n, 0, PIECE_INPUTS - 1);
                assert_int_equal(seen[n]++, 0);
            }
}

/* Perspectives of one number are of one colour, turned alike, with one set; and no others. */
TEST(perspectives_are_numbered_once) {
    Perspective numbered[PERSPECTIVES];
    bool seen[PERSPECTIVES] = {false};
    int count = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        for (Square king = 0; king < SQUARE_COUNT; king++) {
            const Perspective view = perspectives[c][king];
            assert_int_equal(view.color, c);
            assert_true(file_of(king ^ view.flip) <= FILE_D);
            assert_int_equal(rank_of(king ^ view.flip),
                             c == WHITE ? rank_of(king) : RANK_8 - rank_of(king));
            assert_in_range(view.set, 0, KING_SETS - 1);
            assert_in_range(view.number, 0, PERSPECTIVES - 1);
            count += !seen[view.number];
            if (seen[view.number])
                assert_memory_equal(&numbered[view.number], &view, sizeof view);
            seen[view.number] = true;
            numbered[view.number] = view;
        }
    }
    assert_int_equal(count, PERSPECTIVES);
}

/* Which set the square of a king chooses. */
TEST(kings_choose_sets) {
    enum { B1 = 1, F1 = 5, G1 = 6, E2 = 12, E4 = 28, D8 = 59, G8 = 62 };
    static const struct {
        Color color;
        Square king;
        int set;
    } want[] = {{WHITE, B1, 0}, {WHITE, G1, 0}, {WHITE, H1, 0}, {WHITE, E1, 1},
                {WHITE, F1, 1}, {WHITE, E2, 2}, {WHITE, E4, 3}, {WHITE, G8, 3},
                {BLACK, G8, 0}, {BLACK, D8, 1}, {BLACK, E4, 3}, {BLACK, E1, 3}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_int_equal(perspectives[want[i].color][want[i].king].set, want[i].set);
}

typedef struct Sum {
    uint64_t pieces, pairs;
} Sum;

static uint64_t mix(int number) {
    return hashed((uint64_t)number);
}

/* A number that the inputs of a perspective give, in whatever order. */
static Sum sum_inputs(const State *s, Color c) {
    const StatePart *all = parts_of(s);
    const Perspective view = perspective_of(s, c);
    Sum sum = {0};
    for (int i = 0; i < all->placed_count; i++)
        sum.pieces += mix(piece_input(all->placed[i], view));
    for (int i = 0; i < all->pair_count; i++)
        sum.pairs += mix(pair_input(all->pairs[i], view));
    return sum;
}

/* A perspective does not see which colour it has, nor on which wing. */
static void visit_perspectives(Position *at, Random *r) {
    (void)r;
    const State *s = at->state;
    const State other = turned(s, 1, 56), mirror = turned(s, 0, 7);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Sum plain = sum_inputs(s, c), swapped = sum_inputs(&other, c ^ 1);
        const Sum mirrored = sum_inputs(&mirror, c);
        assert_memory_equal(&plain, &swapped, sizeof plain);
        assert_memory_equal(&plain, &mirrored, sizeof plain);
    }
}

TEST(perspectives_agree) {
    visit_positions(pos, scaled(2000), visit_perspectives);
}

/* --- packed positions ------------------------------------------------------------------------ */

static void visit_packed(Position *at, Random *r) {
    const int score = random_below(r, 2001) - 1000, result = random_below(r, 3);
    const PackedPosition p = position_pack(at->state, score, result, 7);
    const int sign = at->state->side == WHITE ? 1 : -1;
    State s;
    assert_true(packed_position_is_sound(&p));
    position_unpack(&p, &s);
    assert_int_equal(p.score, sign * score);
    assert_int_equal(p.result - 1, sign * (result - 1));
    assert_int_equal(s.side, at->state->side);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Sum packed = sum_inputs(&s, c), original = sum_inputs(at->state, c);
        assert_memory_equal(&packed, &original, sizeof packed);
    }
}

TEST(packed_positions_keep_their_inputs) {
    visit_positions(pos, scaled(4000), visit_packed);
}

static void set_piece(PackedPosition *p, int i, int piece) {
    p->pieces[i / 2] = (uint8_t)((p->pieces[i / 2] & (i % 2 ? 0x0F : 0xF0)) | piece << i % 2 * 4);
}

/* The start position with its i-th piece, by squares, replaced. */
static bool sound_with(int i, int piece) {
    position_set(pos, FEN_START);
    PackedPosition p = position_pack(pos->state, 0, 1, 0);
    set_piece(&p, i, piece);
    return packed_position_is_sound(&p);
}

TEST(impossible_positions_are_refused) {
    enum { ON_A1 = 0, ON_E1 = 4, ON_A2 = 8, ON_A7 = 16, ON_A8 = 24 };
    assert_true(sound_with(ON_A2, 2 * QUEEN + WHITE));
    assert_false(sound_with(ON_E1, 2 * QUEEN + WHITE)); /* no king */
    assert_false(sound_with(ON_A2, 2 * KING + WHITE));  /* two */
    assert_false(sound_with(ON_A7, 2 * PAWN + WHITE));  /* seventeen pieces of a side */
    assert_false(sound_with(ON_A1, 2 * PAWN + WHITE));
    assert_false(sound_with(ON_A8, 2 * PAWN + BLACK));
    assert_false(sound_with(ON_A2, 2 * TYPE_COUNT));
}
