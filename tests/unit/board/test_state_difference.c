/* The difference between two states, against all pieces and pairs of both, listed from scratch. */
#include "board/fen.h"
#include "board/make.h"
#include "board/state_difference.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>

/* --- everything that a state has ------------------------------------------------------------- */

/* How often each piece stands on each square and each pair exists, and which were looked at. */
enum { PIECE_COUNT = 12, KEY_COUNT = PIECE_COUNT * SQUARE_COUNT, TOUCHED_LIMIT = 2000 };

static int8_t placed_count[KEY_COUNT];
static int8_t pair_count[KEY_COUNT][KEY_COUNT];
static int8_t *touched[TOUCHED_LIMIT];
static int touched_count;

static int8_t *touch(int8_t *count) {
    assert_in_range(touched_count, 0, TOUCHED_LIMIT - 1);
    touched[touched_count++] = count;
    return count;
}

static int8_t *placed_at(int piece, Square sq) {
    return touch(&placed_count[piece * SQUARE_COUNT + sq]);
}

static int8_t *pair_at(int attacker, Square from, int target, Square to) {
    return touch(&pair_count[attacker * SQUARE_COUNT + from][target * SQUARE_COUNT + to]);
}

static bool is_king(int piece) {
    return piece / COLOR_COUNT == KING;
}

static int piece_on(const State *s, Square sq) {
    return s->man_on[sq] == MAN_NONE ? -1 : man_piece(s->man_on[sq]);
}

/* Adds `by` for all that a state has. Reads nothing but the board. Returns the number of pairs. */
static int count_all(const State *s, int by) {
    ScratchMatrix scratch;
    int pairs = 0;
    scratch_build(s, &scratch);
    for (Square from = 0; from < SQUARE_COUNT; from++) {
        const int attacker = piece_on(s, from);
        if (attacker < 0)
            continue;
        *placed_at(attacker, from) += (int8_t)by;
        for (Square to = 0; to < SQUARE_COUNT && !is_king(attacker); to++) {
            const int target = piece_on(s, to);
            if (target < 0 || is_king(target) ||
                !(scratch.attacks[man_bit(s->man_on[from])] & bb(to)))
                continue;
            *pair_at(attacker, from, target, to) += (int8_t)by;
            pairs++;
        }
    }
    return pairs;
}

static void add_part(const StatePart *part, int by) {
    assert_in_range(part->placed_count, 0, PLACED_LIMIT);
    assert_in_range(part->pair_count, 0, PAIR_LIMIT);
    for (int i = 0; i < part->placed_count; i++)
        *placed_at(part->placed[i].piece, part->placed[i].square) += (int8_t)by;
    for (int i = 0; i < part->pair_count; i++) {
        const ThreatPair p = part->pairs[i];
        *pair_at(p.attacker, p.from, p.target, p.to) += (int8_t)by;
    }
}

/* Of what a part names, each must count `expected` now. */
static void assert_part(const StatePart *part, int expected) {
    for (int i = 0; i < part->placed_count; i++)
        assert_int_equal(*placed_at(part->placed[i].piece, part->placed[i].square), expected);
    for (int i = 0; i < part->pair_count; i++) {
        const ThreatPair p = part->pairs[i];
        assert_int_equal(*pair_at(p.attacker, p.from, p.target, p.to), expected);
    }
}

/* --- comparing --------------------------------------------------------------------------------- */

typedef struct Tally {
    long compared, removed, added, most;
} Tally;

static Tally tally;
static StateDifference difference;

/* `line`: one of the states was reached from the other, so nothing is in both parts. */
static void check(const State *from, const State *to, bool line) {
    state_difference(from, to, &difference);
    count_all(from, 1);
    assert_part(&difference.removed, 1);
    add_part(&difference.removed, -1);
    if (line)
        assert_part(&difference.added, 0);
    add_part(&difference.added, 1);
    count_all(to, -1);
    while (touched_count > 0)
        assert_int_equal(*touched[--touched_count], 0);
    tally.removed += difference.removed.pair_count;
    tally.added += difference.added.pair_count;
}

/* --- cases ------------------------------------------------------------------------------------- */

/* A state compared with its parent, a grandparent, itself, and with none. */
static void check_ancestors(Position *at) {
    for (int back = 0; back <= 12 && at->state - back >= at->states; back++)
        check(at->state - back, at->state, true);
    check(&empty_state, at->state, true);
    check(at->state, &empty_state, true);
}

TEST(random_games) {
    static const char *const ROOTS[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    };
    enum { ROOT_COUNT = sizeof ROOTS / sizeof *ROOTS, PLIES = 80 };
    Random r = {18};
    for (int game = 0; game < scaled(400); game++) {
        position_set(pos, ROOTS[game % ROOT_COUNT]);
        for (int ply = 0; ply < PLIES && plies_left(pos) > 0; ply++) {
            const Move m = random_move(pos, &r, (Taste)(game % TASTE_COUNT));
            if (m == MOVE_NONE)
                break;
            make_move(pos, m);
            check_ancestors(pos);
        }
    }
    assert_true(tally.removed > 0 && tally.added > 0);
}

static State latest;

/* States that have nothing to do with each other: what a cache holds. */
static void check_stranger(Position *at, Random *r) {
    (void)r;
    check(&latest, at->state, false);
    check(at->state, &latest, false);
    latest = *at->state;
}

TEST(strangers) {
    latest = empty_state;
    visit_positions(pos, scaled(4000), check_stranger);
}

/* The same bit on the same square, of another type: the rook on e8 is taken and a pawn promotes
 * there, on the bit that has become free. */
TEST(same_bit_of_another_type) {
    State rook, queen;
    position_set(pos, "4R3/8/8/1p6/8/k7/4p3/7K w - - 0 1");
    rook = *pos->state;
    position_set(pos, "4Q3/8/8/1p6/8/k7/4p3/7K w - - 0 1");
    queen = *pos->state;
    const Bit bit = man_bit(rook.man_on[E8]), old = man_bit(queen.man_on[E8]);
    /* The queen on the rook's bit, in the matrix too. */
    queen.man_on[E8] = (uint8_t)man_make(QUEEN, bit);
    queen.square_of[bit] = E8;
    queen.square_of[old] = SQUARE_NONE;
    queen.attacks[bit] = queen.attacks[old];
    queen.attacks[old] = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        queen.map[sq] = (queen.map[sq] & ~(bit_mask(bit) | bit_mask(old))) |
                        (has_bit(queen.attacks[bit], sq) ? bit_mask(bit) : 0);
    check(&rook, &queen, true);
    check(&queen, &rook, true);
}

/* A move's pairs, by hand: 1. e4 in front of the king opens the queen's and the bishop's lines; no
 * piece stands on them, so nothing but the pawn's own pairs differs. */
TEST(first_move) {
    position_set(pos, FEN_START);
    make_move(pos, move_make(12, 28));
    check(pos->state - 1, pos->state, true);
    assert_int_equal(difference.removed.placed_count, 1);
    assert_int_equal(difference.added.placed_count, 1);
    assert_int_equal(difference.removed.placed[0].piece, 2 * PAWN + WHITE);
    assert_int_equal(difference.removed.placed[0].square, 12);
    assert_int_equal(difference.added.placed[0].square, 28);
    /* Queen, bishop and the knight of g1 defended the pawn on e2. */
    assert_int_equal(difference.removed.pair_count, 3);
    assert_int_equal(difference.added.pair_count, 0);
    for (int i = 0; i < 3; i++)
        assert_int_equal(difference.removed.pairs[i].to, 12);
}
