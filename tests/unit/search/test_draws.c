/* Draws are recognised: repetitions, past and upcoming; the fifty-move rule; material that cannot mate. */
#include "board/fen.h"
#include "board/make.h"
#include "board/position.h"
#include "engine/match.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/rows.h"
#include "support/setup.h"

#include <stdio.h>
#include <string.h>

TEST(counts_repetitions) {
    position_set(pos, FEN_START);
    position_play(pos, "g1f3 g8f6 f3g1");
    assert_int_equal(repetitions(pos, 9), 0);
    position_play(pos, "f6g8");
    assert_int_equal(repetitions(pos, 9), 1);
    assert_true(is_repetition(pos, 5));  /* repeats a position after the root: a draw */
    assert_false(is_repetition(pos, 4)); /* repeats the root: not yet a draw */
    position_play(pos, "g1f3 g8f6 f3g1 f6g8");
    assert_int_equal(repetitions(pos, 9), 2);
    assert_int_equal(repetitions(pos, 1), 1);
    assert_true(is_repetition(pos, 0));
    position_reroot(pos);
    assert_int_equal(repetitions(pos, 9), 2); /* position_reroot keeps the keys of past positions */
    position_play(pos, "e2e4");
    assert_int_equal(repetitions(pos, 9), 0);
}

/* Two positions with the same board differ if only one has a right to castle or to capture en passant. */
TEST(rights_make_positions_differ) {
    position_set(pos, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    position_play(pos, "a1b1 a8b8 b1a1 b8a8");
    assert_int_equal(repetitions(pos, 9), 0);
    position_play(pos, "h1g1 h8g8 g1h1 g8h8");
    assert_int_equal(repetitions(pos, 9), 0);
    position_play(pos, "h1g1 h8g8 g1h1 g8h8");
    assert_int_equal(repetitions(pos, 9), 1);
    position_set(pos, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    position_play(pos, "e2e4 e8d8 e1d1 d8e8 d1e1");
    assert_int_equal(repetitions(pos, 9), 0); /* the first time Black could take en passant */
    position_play(pos, "e8d8 e1d1 d8e8 d1e1");
    assert_int_equal(repetitions(pos, 9), 1);
}

/* True if some legal piece move leads back to a position of the line; found by making all moves. */
static bool can_repeat(int plies) {
    const MoveList legal = legal_list(pos);
    for (int i = 0; i < legal.count; i++) {
        make_move(pos, legal.moves[i]);
        const bool again = is_repetition(pos, plies + 2);
        unmake_move(pos);
        if (again)
            return true;
    }
    return false;
}

/* Random walks of few pieces often repeat positions. If a repetition is possible, upcoming_repetition must say yes. It
 * may also say yes if the move is illegal by a pin. */
TEST(sees_repetitions_coming) {
    static const char *const FENS[] = {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                                       "1n2k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
                                       "3qk3/p7/8/8/8/8/P7/3QK3 b - - 0 1"};
    Random r = {11};
    int foreseen_count = 0, brute = 0, walked = 0;
    for (int walk = 0; walk < scaled(600); walk++) {
        position_set(pos, FENS[walk % 3]);
        for (int plies = 0; plies < 24; plies++) {
            const MoveList legal = legal_list(pos);
            if (!legal.count || is_rule_draw(pos->state))
                break;
            const bool foreseen = upcoming_repetition(pos, plies + 1);
            const bool possible = can_repeat(plies);
            if (possible && !foreseen)
                fail_msg("walk %d, ply %d: a repetition is not seen", walk, plies);
            foreseen_count += foreseen;
            brute += possible;
            walked++;
            /* Half of the moves undo the side's previous move. */
            Move m = legal.moves[random_below(&r, legal.count)];
            if (plies >= 2 && random_below(&r, 2)) {
                const Move mine = pos->state[-1].move;
                const Move back = move_make(move_to(mine), move_from(mine));
                m = move_is_legal(pos, back) ? back : m;
            }
            make_move(pos, m);
        }
    }
    printf("  %d positions, %d with a repetition ahead, %d foreseen\n", walked, brute,
           foreseen_count);
    assert_true(brute > walked / 20 && foreseen_count < brute * 101 / 100);
    /* The bishop is between the rook and its former square, so the rook cannot return in one move. */
    position_set(pos, "R2b4/8/8/8/7k/8/8/1K6 w - - 0 1");
    position_play(pos, "a8a7 h4h3 a7e7 h3h4 e7e8");
    assert_false(upcoming_repetition(pos, 6));
    position_set(pos, "R7/8/8/8/7k/8/8/1K6 w - - 0 1");
    position_play(pos, "a8a7 h4h3 a7e7 h3h4 e7e8");
    assert_false(upcoming_repetition(pos, 6)); /* the rook could return, but Black is to move */
    position_set(pos, "R7/8/8/8/7k/8/8/1K6 w - - 0 1");
    position_play(pos, "b1b2 h4h3 a8a7 h3g3 a7e7 g3h3 e7e8 h3h4");
    assert_true(upcoming_repetition(pos, 8));
    assert_false(upcoming_repetition(pos, 7)); /* the repeated position is older than the root */
}

TEST(null_move_ends_repetitions) {
    position_set(pos, FEN_START);
    position_play(pos, "g1f3 g8f6 f3g1 f6g8");
    make_null(pos);
    assert_int_equal(repetitions(pos, 9), 0);
    unmake_move(pos);
    assert_int_equal(repetitions(pos, 9), 1);
    /* After a null move of each side the board is the same again, but this is not a repetition. */
    make_null(pos);
    position_play(pos, "g8f6 g1f3");
    make_null(pos);
    position_play(pos, "f3g1 f6g8");
    assert_int_equal(repetitions(pos, 9), 0);
}

TEST(fifty_moves) {
    position_set(pos, "4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80");
    assert_false(is_rule_draw(pos->state));
    position_play(pos, "a1a2");
    assert_int_equal(pos->state->rule50, 99);
    assert_false(is_rule_draw(pos->state));
    position_play(pos, "e8d8");
    assert_true(is_rule_draw(pos->state));
    unmake_move(pos);
    assert_false(is_rule_draw(pos->state));
    position_play(pos, "e8d8 e2e3");
    assert_int_equal(pos->state->rule50, 0);
    position_set(pos, "4k3/8/8/8/8/8/p7/R3K2R w KQ - 99 80");
    position_play(pos, "e1g1"); /* castling counts as a quiet move */
    assert_int_equal(pos->state->rule50, 100);
    unmake_move(pos);
    position_play(pos, "a1a2");
    assert_int_equal(pos->state->rule50, 0);
}

static void material(char **cells) {
    position_set(pos, cells[0]);
    if (insufficient_material(pos->state) != (strcmp(cells[1], "dead") == 0))
        fail_msg("%s: material should be %s", cells[0], cells[1]);
}

TEST(insufficient) {
    each_row("game_state.tsv", "material", material);
}

/* A game ends with the third occurrence of a position, not with the second. */
TEST(the_third_occurrence_ends_a_game) {
    position_set(pos, FEN_START);
    position_play(pos, "g1f3 g8f6 f3g1 f6g8");
    assert_int_equal(game_end_by_rules(pos), GAME_GOES_ON);
    position_play(pos, "g1f3 g8f6 f3g1 f6g8");
    assert_int_equal(game_end_by_rules(pos), GAME_REPETITION);
}
