/* The rules written a second time: silent on good positions of all kinds, and each part of the state of
 * a game that is changed in a good position is noticed. */
#include "board/make.h"
#include "board/position.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char report[DIFFERENCE_SIZE];

/* --- good positions -------------------------------------------------------------------------- */

static void is_silent_here(Position *at, Random *r) {
    if (!verify_rules(at, report))
        fail_msg("%s", report);
    if (in_check(at->state) || plies_left(at) < 2)
        return;
    make_null(at);
    const bool passed = verify_rules(at, report);
    const Move m = random_move(at, r, TASTE_ANY);
    bool moved = true;
    if (m != MOVE_NONE) {
        make_move(at, m);
        moved = verify_rules(at, report);
        unmake_move(at);
    }
    unmake_move(at);
    if (!passed || !moved)
        fail_msg("%s", report);
}

TEST(silent_on_good_positions) {
    printf("  %d positions\n", visit_positions(pos, scaled(10000), is_silent_here));
}

/* --- where rules were broken once --------------------------------------------------------------- */

TEST(crossed_castling_is_a_quiet_ply) {
    pos->chess960 = true;
    position_set(pos, "4k3/8/8/8/8/8/8/1RK5 w B - 10 20");
    position_play(pos, "c1b1");
    pos->chess960 = false;
    assert_int_equal(pos->state->rule50, 11);
    assert_int_equal(pos->state->plies_from_null, 1);
    assert_true(verify_rules(pos, report));
}

TEST(second_taker_makes_the_ep_square) {
    position_set(pos, "4k2r/6p1/8/5P1P/8/8/8/7K b - - 0 1");
    position_play(pos, "g7g5"); /* h5xg6 uncovers a check by the rook */
    assert_int_equal(pos->state->ep, 46);
    assert_true(verify_rules(pos, report));
}

/* --- planted faults -------------------------------------------------------------------------- */

static void assert_noticed(const char *want) {
    if (verify_rules(pos, report))
        fail_msg("not noticed; wanted \"%s\"", want);
    if (!strstr(report, want))
        fail_msg("wanted \"%s\" in the report:\n%s", want, report);
}

/* Sets a position up and plays; what is planted then belongs to the last state, or to one before. */
static State *played(const char *fen, const char *moves) {
    position_set(pos, fen);
    position_play(pos, moves);
    assert_true(verify_rules(pos, report));
    return pos->state;
}

TEST(notices_rights) {
    for (int right = 0; right < 4; right++) {
        played(MIDDLE, "e2a6 b4c3")->castling ^= (uint8_t)(1 << right);
        assert_noticed("castling rights");
        played(MIDDLE, "e2a6 b4c3")[-1].castling ^= (uint8_t)(1 << right);
        assert_noticed("castling rights");
    }
    played("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "");
    pos->castle_rook[2 * BLACK + WING_LONG] = 57;
    assert_noticed("a castling right's rook");
}

TEST(notices_ep_squares) {
    played("4k2r/6p1/8/5P1P/8/8/8/7K b - - 0 1", "g7g5")->ep = SQUARE_NONE;
    assert_noticed("e.p. square after 1 moves from the root: --, want g6");
    played("4k2r/6p1/8/5P1P/8/8/8/7K b - - 0 1", "g7g5 h1g1")[-1].ep = SQUARE_NONE;
    assert_noticed("e.p. square after 1 moves");
    played(START, "e2e4")->ep = 20; /* nobody can take there */
    assert_noticed("e3, want --");
}

TEST(notices_counters) {
    played(MIDDLE, "e1c1 b4b3 c1b1")->rule50++;
    assert_noticed("plies since a capture or a pawn's move: 2, want 1");
    played(MIDDLE, "e1c1 b4b3 c1b1")[-2].rule50--;
    assert_noticed("plies since a capture");
    played(MIDDLE, "e1c1")->plies_from_null = 0;
    assert_noticed("plies since a null move: 0, want 1");
}

TEST(notices_moves) {
    played(MIDDLE, "");
    pos->castle_free[2 * WHITE + WING_LONG] |= bb(36); /* e5, where a knight stands */
    assert_noticed("legal moves lack e1a1");
    played("rn2k3/8/8/8/8/8/8/4K3 b q - 0 1", "");
    pos->castle_free[2 * BLACK + WING_LONG] = 0;
    assert_noticed("legal moves should not have e8a8");
    played(MIDDLE, "");
    pos->state->attacks[man_bit(pos->state->man_on[36])] ^= bb(37); /* quiet: f5 */
    assert_noticed("f5");
}

TEST(notices_repetitions) {
    played(START, "g1f3 g8f6 f3g1 f6g8")[-4].key ^= 1;
    assert_noticed("repetitions: 0, want 1");
    played(START, "g1f3 g8f6 f3g1 f6g8 g1f3")->key = pos->states[1].key ^ 1;
    assert_noticed("repetitions: 0, want 1");
    /* Before the root there are only keys. */
    played(START, "g1f3 g8f6 f3g1");
    position_reroot(pos);
    position_play(pos, "f6g8");
    assert_int_equal(repetitions(pos, 3), 1);
    assert_true(verify_rules(pos, report));
    pos->past_keys[0] ^= 1;
    pos->past_keys[1] = pos->state->key; /* three plies back, where the other side was to move */
    assert_noticed("repetitions: 0, want 1");
}

/* A board that the moves do not lead to. */
TEST(notices_boards) {
    State *s = played(START, "e2e4 e7e5");
    s->man_on[12] = s->man_on[28];
    s->man_on[28] = MAN_NONE;
    assert_noticed("rules: board: e2 has P, the moves bring .");
    played(START, "e2e4 e7e5");
    pos->states[0].man_on[E1] = MAN_NONE;
    assert_noticed("a king is missing");
}
