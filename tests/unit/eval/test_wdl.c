/* A win model's chances add up to 1000 and rise with the score; the opposite score exchanges win and loss. A score of
 * +100 centipawns wins half of the games. A fit to games that follow a known model finds this model. */
#include "board/fen.h"
#include "eval/wdl.h"
#include "eval/wdl_classical.h"
#include "eval/wdl_network.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/setup.h"
#include "wdl/wdl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Checks the models of both evaluations. */
TEST(chances_are_chances) {
    for (Evaluation e = 0; e < EVALUATIONS; e++) {
        for (int m = WDL_MATERIAL_MIN; m <= WDL_MATERIAL_MAX; m++) {
            WinChances last = {0, 0, 1000};
            for (int score = -4000; score <= 4000; score++) {
                const WinChances wdl = wdl_of(e, score, m), other = wdl_of(e, -score, m);
                assert_int_equal(wdl.win + wdl.draw + wdl.loss, 1000);
                assert_true(wdl.win >= 0 && wdl.draw >= 0 && wdl.loss >= 0);
                assert_true(wdl.win >= last.win && wdl.loss <= last.loss);
                assert_int_equal(wdl.win, other.loss);
                assert_int_equal(wdl.draw, other.draw);
                last = wdl;
            }
            assert_true(last.win > 990);
        }
    }
}

TEST(hundred_is_half_of_the_games) {
    for (Evaluation e = 0; e < EVALUATIONS; e++) {
        for (int m = WDL_MATERIAL_MIN; m <= WDL_MATERIAL_MAX; m++) {
            const int half = (int)lround(wdl_score(e, 100, m));
            assert_in_range(wdl_centipawns(e, half, m), 99, 101);
            assert_in_range(wdl_of(e, half, m).win, 490, 510);
            assert_int_equal(wdl_centipawns(e, -half, m), -wdl_centipawns(e, half, m));
            assert_int_equal(wdl_centipawns(e, 0, m), 0);
            for (int score = -2000; score < 2000; score++)
                assert_true(wdl_centipawns(e, score, m) <= wdl_centipawns(e, score + 1, m));
        }
    }
}

/* Each evaluation has its own model. A score of +100 centipawns, which wins half of the games, is the model's `a`. */
TEST(models_are_their_own) {
    static const int MATERIALS[] = {WDL_MATERIAL_MAX, WDL_MATERIAL_MAX / 2, WDL_MATERIAL_MIN};
    static const WinModel *const MODELS[EVALUATIONS] = {
        [EVALUATION_CLASSICAL] = &WDL_CLASSICAL, [EVALUATION_NETWORK] = &WDL_NETWORK};
    for (Evaluation e = 0; e < EVALUATIONS; e++)
        for (int i = 0; i < 3; i++)
            assert_true(fabs(wdl_score(e, 100, MATERIALS[i]) -
                             wdl_value(MODELS[e]->a, MATERIALS[i])) < 1e-9);
    assert_true(fabs(wdl_score(EVALUATION_NETWORK, 100, WDL_MATERIAL_MIN) -
                     wdl_score(EVALUATION_CLASSICAL, 100, WDL_MATERIAL_MIN)) > 5);
}

TEST(mates_are_certain) {
    for (Evaluation e = 0; e < EVALUATIONS; e++) {
        for (int ply = 0; ply < MAX_PLY; ply++) {
            assert_int_equal(wdl_of(e, SCORE_MATE - ply, 40).win, 1000);
            assert_int_equal(wdl_of(e, mated_in(ply), 40).loss, 1000);
        }
    }
}

TEST(material_is_counted) {
    static const struct {
        const char *fen;
        int points;
    } CASES[] = {{FEN_START, 78},
                 {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", WDL_MATERIAL_MIN},
                 {"4k3/pppp4/8/8/8/8/8/QQ2K3 b - - 0 1", 22},
                 {"1nbrk3/8/8/8/8/8/8/1NBRK3 b - - 0 1", 22},
                 {"4k3/8/8/8/8/8/QQQQQ3/QQQQK3 b - - 0 1", WDL_MATERIAL_MAX}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        position_set(pos, CASES[i].fen);
        assert_int_equal(wdl_material(pos->state), CASES[i].points);
    }
}

static const WinModel KNOWN = {.a = {120, 90, -20}, .b = {40, 35, 5}};

/* Chooses the outcome of a game at random, at a score, by the known model. */
static Outcome draw_outcome(Random *r, int material, double score) {
    const double a = wdl_value(KNOWN.a, material), b = wdl_value(KNOWN.b, material);
    const double lot = (double)(random_word(r) >> 11) / 9007199254740992.0;
    const double win = 1 / (1 + exp((a - score) / b)), loss = 1 / (1 + exp((a + score) / b));
    return lot < win ? OUTCOME_WIN : lot < win + loss ? OUTCOME_LOSS : OUTCOME_DRAW;
}

TEST(the_fit_finds_a_known_model) {
    static FitCounts counts;
    WinModel model;
    Random r = {20261121};
    for (int i = 0; i < 40000; i++) {
        const int material = WDL_MATERIAL_MIN + random_below(&r, FIT_MATERIALS);
        const double score = random_below(&r, 801) - 400;
        fit_count(&counts, material, score, draw_outcome(&r, material, score));
    }
    assert_true(fit_model(&counts, &model));
    for (int m = 12; m <= WDL_MATERIAL_MAX; m += 6) {
        assert_true(fabs(wdl_value(model.a, m) - wdl_value(KNOWN.a, m)) < 8);
        assert_true(fabs(wdl_value(model.b, m) - wdl_value(KNOWN.b, m)) < 8);
    }
}

static void games_are_read_in_san(Evaluation evaluation) {
    static const char PGN[] =
        "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {book} e5 {nan/9 1s} 2. Nf3 {+0.50/8 0.1s} Nc6 "
        "{-0.40/8 0.1s} 3. Bb5 {+M3/8 0.1s} a6 {-0.30/7 0.2s}\n4. Bxc6 {+0.20/7} dxc6 {0.00/8} 5. "
        "O-O {+0.10/3} Bg4 {-1.00/4 1s, White mates} 1-0\n\n"
        "[Event \"b\"]\n[Result \"1/2-1/2\"]\n\n1. e4 {+0.1/2} Ke5 {0.0/2} 1/2-1/2\n\n"
        "[Event \"c\"]\n[Result \"*\"]\n\n1. d4 {+0.1/2} *\n";
    static FitCounts counts;
    memset(&counts, 0, sizeof counts);
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs(PGN, file);
    rewind(file);
    const PgnRead read = pgn_count(file, evaluation, &counts);
    fclose(file);
    assert_int_equal(read.games, 1);
    assert_int_equal(read.unread, 2);
    assert_non_null(strstr(read.why, "Ke5"));
    assert_int_equal(counts.positions, 7);
    int wins = 0, losses = 0;
    for (int m = 0; m < FIT_MATERIALS; m++)
        for (int bin = 0; bin < FIT_BINS; bin++) {
            wins += counts.counts[m][bin][OUTCOME_WIN];
            losses += counts.counts[m][bin][OUTCOME_LOSS];
        }
    assert_int_equal(wins, 3);
    assert_int_equal(losses, 4);
    const int bin = (int)lround(wdl_score(evaluation, 50, 78) / FIT_BIN) + FIT_SCORE_MAX / FIT_BIN;
    assert_int_equal(counts.counts[78 - WDL_MATERIAL_MIN][bin][OUTCOME_WIN], 1);
}

TEST(games_are_read_by_each_model) {
    for (Evaluation e = 0; e < EVALUATIONS; e++)
        games_are_read_in_san(e);
}
