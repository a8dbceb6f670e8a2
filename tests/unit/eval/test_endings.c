/* The evaluation knows the results of endings: king and pawn against king by published counts, other endings in
 * positions whose result is known or comes from a tablebase. */
#include "eval/evaluate.h"
#include "eval/material.h"
#include "eval/wdl.h"
#include "support/cmocka_test.h"
#include "support/rows.h"
#include "support/setup.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- king and pawn against king --------------------------------------------------------------- */

/* The literature gives 331,352 legal positions. White, who has the pawn, wins 124,960 of them with White to move, and
 * 97,604 with Black to move. */
TEST(kpk_counts_are_known) {
    int legal = 0, won[COLOR_COUNT] = {0, 0};
    for (int i = 0; i < 2 * 48 * 64 * 64; i++) {
        const Color side = i & 1;
        const Square king = i >> 1 & 63, weak = i >> 7 & 63, pawn = 8 + (i >> 13);
        if (king == pawn || weak == pawn || king == weak ||
            (geometry.leaper[WHITE][KING][king] & bb(weak)) ||
            (side == WHITE && (geometry.leaper[WHITE][PAWN][pawn] & bb(weak))))
            continue;
        legal++;
        won[side] += kpk_wins(WHITE, king, pawn, weak, side);
    }
    assert_int_equal(legal, 331352);
    assert_int_equal(won[WHITE], 124960);
    assert_int_equal(won[BLACK], 97604);
}

/* --- known positions -------------------------------------------------------------------------- */

static int wrong;

/* Checks that a draw scores less than a win. A draw need not score 0: only the endgame's share is scaled down. */
static void check_known(char **cells) {
    position_set(pos, cells[1]);
    const int score = abs(evaluate(pos));
    const bool good = strcmp(cells[0], "drawn") == 0 ? score <= 125 : score >= 150;
    if (!good)
        printf("  %s: %s is %s, evaluated as %d\n", cells[2], cells[1], cells[0], score);
    wrong += !good;
}

TEST(known_positions) {
    wrong = 0;
    each_row("endings.tsv", "known", check_known);
    assert_int_equal(wrong, 0);
}

/* --- tablebases ------------------------------------------------------------------------------- */

/* The numbers of draws and wins that the evaluation claims, and of wrong claims. */
typedef struct Claims {
    int drawn, drawn_wrong, won, won_wrong;
} Claims;

static void check_claim(Claims *all, int wdl) {
    const int score = evaluate(pos);
    if (score == 0) {
        all->drawn++;
        all->drawn_wrong += wdl == 2 || wdl == -2;
    } else if (abs(score) >= KNOWN_WIN - 1000) {
        all->won++;
        all->won_wrong += score > 0 ? wdl != 2 : wdl != -2;
    }
}

/* A score of exactly 0 claims a draw, a score of a known win claims a win. All claims about king and pawn against king
 * must be right. A few other claims may be wrong, where a move or two of tactics changes the result. */
TEST(tablebases_agree) {
    Suite suite;
    Claims all = {0}, kpk = {0};
    assert_true(suite_open(&suite, TEST_DATA_DIR "/endings_small.epd"));
    while (suite_next(&suite)) {
        char name[16];
        int wdl;
        assert_int_equal(sscanf(suite.fields, "%15s %d", name, &wdl), 2);
        position_set(pos, suite.line);
        if (in_check(pos->state))
            continue;
        check_claim(&all, wdl);
        if (strcmp(name, "KP-K") == 0)
            check_claim(&kpk, wdl);
    }
    printf("  draws claimed: %d, %d wrong; wins claimed: %d, %d wrong\n", all.drawn,
           all.drawn_wrong, all.won, all.won_wrong);
    printf("  of them KPK: %d draws, %d wins\n", kpk.drawn, kpk.won);
    assert_true(kpk.drawn > 10 && kpk.won > 10);
    assert_int_equal(kpk.drawn_wrong + kpk.won_wrong, 0);
    assert_true(all.drawn_wrong * 100 <= 3 * all.drawn);
    assert_true(all.won_wrong * 100 <= 3 * all.won);
}

/* --- positions solved ------------------------------------------------------------------------- */

/* The least number of 40 positions of each ending that must be judged rightly. The evaluation goes by rules of thumb,
 * whose errors src/eval/LAB.md states. */
static struct {
    const char *name;
    int least, right, all;
} solved[] = {
    {"KBB-KN", 38, 0, 0}, {"KQ-KR", 39, 0, 0},  {"KQ-KBB", 37, 0, 0}, {"KQ-KBN", 37, 0, 0},
    {"KQ-KNN", 37, 0, 0}, {"KQ-KRN", 21, 0, 0}, {"KQ-KRB", 22, 0, 0}, {"KQN-KQ", 34, 0, 0},
    {"KQB-KQ", 35, 0, 0}, {"KPP-K", 38, 0, 0},  {"KNP-K", 39, 0, 0},  {"KBP-K", 39, 0, 0},
    {"KN-KP", 36, 0, 0},  {"KB-KP", 39, 0, 0},  {"KR-KP", 36, 0, 0},  {"KNN-KP", 33, 0, 0},
    {"KBB-KP", 37, 0, 0}, {"KBN-KP", 35, 0, 0}, {"KNP-KN", 37, 0, 0}, {"KNP-KB", 37, 0, 0},
    {"KBP-KB", 37, 0, 0}, {"KBP-KN", 36, 0, 0}, {"KRP-KN", 34, 0, 0}, {"KRP-KB", 35, 0, 0},
    {"KRP-KR", 30, 0, 0}, {"KQP-KQ", 26, 0, 0}};
enum { SOLVED_COUNT = sizeof solved / sizeof *solved, SOLVED_EACH = 40 };

/* The evaluation for White: 1 (won) if the reported score is at least +1.00, at which half of the games are won; -1
 * (lost) if it is at most -1.00; otherwise 0 (drawn). */
static int verdict(void) {
    const int score = evaluate(pos), white = pos->state->side == WHITE ? score : -score;
    const int shown = wdl_centipawns(EVALUATION_CLASSICAL, white, wdl_material(pos->state));
    return shown >= 100 ? 1 : shown <= -100 ? -1 : 0;
}

TEST(solved_positions_are_judged) {
    Suite suite;
    assert_true(suite_open(&suite, TEST_DATA_DIR "/endings.epd"));
    while (suite_next(&suite)) {
        char name[16];
        int truth, i = 0;
        assert_int_equal(sscanf(suite.fields, "%15s %d", name, &truth), 2);
        while (i < SOLVED_COUNT && strcmp(solved[i].name, name) != 0)
            i++;
        assert_true(i < SOLVED_COUNT);
        position_set(pos, suite.line);
        solved[i].all++;
        solved[i].right += verdict() == truth;
    }
    int failed = 0;
    for (int i = 0; i < SOLVED_COUNT; i++) {
        assert_int_equal(solved[i].all, SOLVED_EACH);
        if (solved[i].right < solved[i].least) {
            printf("  %s: %d of %d right, not %d\n", solved[i].name, solved[i].right, SOLVED_EACH,
                   solved[i].least);
            failed++;
        }
    }
    assert_int_equal(failed, 0);
}

/* --- patterns --------------------------------------------------------------------------------- */

static void pattern(char **cells) {
    position_set(pos, cells[0]);
    const Ending *value = ending_with_value(pos->state->material, WHITE);
    const Ending *scale = ending_with_scale(pos->state->material, WHITE);
    assert_string_equal(value ? value->pattern : "-", cells[1]);
    assert_string_equal(scale ? scale->pattern : "-", cells[2]);
}

TEST(patterns_fit_what_they_say) {
    each_row("endings.tsv", "pattern", pattern);
}
