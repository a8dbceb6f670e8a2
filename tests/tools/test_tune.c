/* The tuner's model equals the evaluation, and its gradient equals the measured slope of the loss. Games that are
 * packed and unpacked stay the same. */
#include "board/fen.h"
#include "board/make.h"
#include "eval/evaluate.h"
#include "eval/weights.h"
#include "lib/games.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/setup.h"
#include "tune/tune.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Samples set;

/* Collects positions of random games. Each fifth game is held out. */
BEFORE {
    Random r = {0x54554E45};
    for (int i = 0; i < scaled(1600); i++) {
        position_set(pos, FEN_START);
        random_walk(pos, &r, TASTE_ANY, 12 * (1 + i % 8));
        const PackedPosition p = position_pack(pos->state, random_below(&r, 600) - 300, i % 4, 0);
        if (!in_check(pos->state))
            samples_add(&set, &p, i % 5 == 0);
    }
}

/* With the engine's weights the model gives the evaluation's score for White, except for rounding. */
TEST(model_is_the_evaluation) {
    static Model m;
    static Trace t;
    Random r = {0x4D4F444C};
    int compared = 0;
    model_from_engine(&m);
    for (int i = 0; i < scaled(2000); i++) {
        Samples one = {0};
        position_set(pos, FEN_START);
        random_walk(pos, &r, i % TASTE_COUNT, 1 + random_below(&r, 100));
        evaluate_trace(pos, &t);
        if (in_check(pos->state) || t.ending || abs(t.score) >= EVAL_MAX)
            continue;
        const PackedPosition p = position_pack(pos->state, 77, 2, 0);
        samples_add(&one, &p, false);
        assert_int_equal(one.count, 1);
        assert_true(one.items[0].score == 77 && one.items[0].result == 2);
        const double score = model_score(&m, &one, &one.items[0]);
        const int white = pos->state->side == WHITE ? t.score : -t.score;
        if (fabs(score - white) > 4)
            fail_msg("%s: model %.2f, evaluation %d", fen_of(pos), score, white);
        samples_free(&one);
        compared++;
    }
    printf("  %d positions\n", compared);
    assert_true(compared > scaled(2000) / 2);
}

/* Each component of the gradient is the slope of the loss. */
TEST(gradient_is_the_slope) {
    static Model m, gradient;
    const Target target = {.slope = 0.006, .score_slope = 0.009, .lambda = 0.4};
    int checked = 0, knots = 0;
    Random r = {0x47524144};
    model_from_engine(&m);
    for (int n = 0; n < scaled(100); n++) {
        const Sample *s = &set.items[random_below(&r, (int)set.count)];
        memset(&gradient, 0, sizeof gradient);
        model_loss(&m, &set, s, &target, &gradient);
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            for (int h = MG; h <= EG; h++) {
                const double old = m.w[w][h], step = 1e-3;
                m.w[w][h] = old + step;
                const double up = model_loss(&m, &set, s, &target, NULL);
                m.w[w][h] = old - step;
                const double down = model_loss(&m, &set, s, &target, NULL);
                m.w[w][h] = old;
                const double here = model_loss(&m, &set, s, &target, NULL);
                const double slope = (up - down) / (2 * step), g = gradient.w[w][h];
                /* The loss bends within the step, so that no slope can be compared. */
                if (fabs(up + down - 2 * here) > 0.02 * fabs(up - down)) {
                    knots += g != 0;
                    continue;
                }
                if (fabs(slope - g) > 1e-7 + 0.02 * fabs(g))
                    fail_msg("sample %d, weight %d, half %d: gradient %g, slope %g", n, w, h, g,
                             slope);
                checked += g != 0;
            }
        }
    }
    printf("  %d slopes other than 0, %d at knots\n", checked, knots);
    assert_true(checked > scaled(100) * 20 && knots * 50 < checked);
}

static void random_game(Random *r, Game *g) {
    position_set(pos, FEN_START);
    random_walk(pos, r, TASTE_ANY, 8);
    fen_write(pos, g->fen);
    g->result = random_below(r, 3);
    for (g->plies = 0; g->plies < 200; g->plies++) {
        const Move m = random_move(pos, r, TASTE_ANY);
        if (m == MOVE_NONE)
            break;
        g->ply[g->plies] = (GamePly){m, (int16_t)(random_below(r, 60000) - 30000)};
        position_advance(pos, m);
    }
}

static int plies_seen;

static void see_ply(void *context, const Position *at, GamePly ply) {
    const Game *g = context;
    assert_int_equal(ply.move, g->ply[plies_seen].move);
    assert_int_equal(ply.score, g->ply[plies_seen].score);
    if (ply_is_quiet(at, ply))
        assert_false(in_check(at->state));
    plies_seen++;
}

TEST(games_come_back) {
    static Game game, back;
    static uint8_t data[GAME_BYTES];
    Random r = {0x47414D45};
    for (int i = 0; i < scaled(200); i++) {
        random_game(&r, &game);
        const size_t size = game_pack(&game, data);
        assert_int_equal(game_unpack(data, size, &back), size);
        assert_string_equal(back.fen, game.fen);
        assert_int_equal(back.result, game.result);
        assert_int_equal(back.plies, game.plies);
        plies_seen = 0;
        assert_true(game_replay(&back, pos, see_ply, &game));
        assert_int_equal(plies_seen, game.plies);
        assert_true(size <= 4 * (size_t)game.plies + FEN_SIZE);
        data[size - 1] ^= 1; /* changes a bit of the last score */
        assert_int_equal(game_unpack(data, size, &back), 0);
    }
}

AFTER {
    samples_free(&set);
}
