/* The printed terms of the evaluation add up to its score. The score stays the same in a mirrored position, and with
 * any order of the pieces in lists and bits. */
#include "eval/eval_internal.h"
#include "eval/evaluate.h"
#include "eval/wdl.h"
#include "inspect/inspect.h"
#include "moves/tactics.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/positions.h"
#include "support/setup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The positions that a test visits. In the debug build printed_sum_is_the_score visits fewer. */
enum { POSITIONS = 10000 };

static void want(const Position *at, const char *what, int got, int wanted) {
    if (got != wanted)
        fail_msg("%s\n  %s: got %d, want %d", fen_of(at), what, got, wanted);
}

static int endings_met, scaled_met;

/* The score in centipawns that the last line of the text shows. */
static int printed_score(const Position *at) {
    static Document text;
    int score = 0;
    text.length = 0;
    evaluation_text(&text, at, NULL);
    const char *line = strstr(text.data, "Evaluation: ");
    double pawns = 0;
    if (!line || sscanf(line, "Evaluation: %d units, %lf pawns", &score, &pawns) != 2)
        fail_msg("%s\n  no score printed", fen_of(at));
    const int shown = wdl_centipawns(EVALUATION_CLASSICAL, score, wdl_material(at->state));
    want(at, "printed by another model", (int)lround(100 * pawns), shown);
    return score;
}

/* The score that the printed rows give, blended by the printed phase and scale. */
static int score_from_rows(const Position *at) {
    static Document text;
    int mid = 0, end = 0, sum_mid = 0, sum_end = 0, unused, factor, scale, phase;
    text.length = 0;
    evaluation_text(&text, at, NULL);
    for (char *line = strtok(text.data, "\n"); line; line = strtok(NULL, "\n")) {
        int v[6];
        if (sscanf(line, "%*[A-Z]%*[a-z] %d %d %d %d %d %d", &v[0], &v[1], &v[2], &v[3], &v[4],
                   &v[5]) == 6) {
            sum_mid += v[0] - v[2];
            sum_end += v[1] - v[3];
            assert_int_equal(v[4], v[0] - v[2]);
            assert_int_equal(v[5], v[1] - v[3]);
        } else if (sscanf(line, "Sum %d %d", &mid, &end) == 2) {
            assert_int_equal(mid, sum_mid);
            assert_int_equal(end, sum_end);
        } else if (sscanf(line,
                          "Endgame: %d times %d/128 for complexity, times %d/64 for scale = %d",
                          &unused, &factor, &scale, &end) == 4) {
            assert_int_equal(end, sum_end * factor / 128 * scale / 64);
        } else if (sscanf(line, "Phase %d of", &phase) == 1) {
            const int white = (mid * phase + end * (24 - phase)) / 24;
            return at->state->side == WHITE ? white : -white;
        }
    }
    return printed_score(at); /* a known ending has a score, but no rows of terms */
}

static void check_sum(Position *at, Random *r) {
    static Trace trace;
    const int score = evaluate(at);
    evaluate_trace(at, &trace);
    const Breakdown b = breakdown_of(&trace, at->state->side);
    endings_met += trace.ending != NULL;
    scaled_met += trace.scale < 64;
    want(at, "trace", trace.score, score);
    for (int i = 0; i < trace.site_count; i++)
        trace.count[trace.sites[i].weight][trace.sites[i].color] -= trace.sites[i].count;
    for (int w = 0; w < WEIGHT_COUNT; w++)
        for (Color c = WHITE; c <= BLACK; c++)
            want(at, "counts without a site", trace.count[w][c], 0);
    want(at, "breakdown", at->state->side == WHITE ? b.score : -b.score, score);
    want(at, "printed", printed_score(at), score);
    if (abs(score) < EVAL_MAX)
        want(at, "sum of the printed rows", score_from_rows(at), score);
    want(at, "within the limit", abs(score) <= EVAL_MAX, true);
}

TEST(printed_sum_is_the_score) {
    const int visited = visit_positions(pos, scaled(POSITIONS), check_sum);
    printf("  %d positions, %d known endings, %d scaled\n", visited, endings_met, scaled_met);
    assert_true(endings_met > 0 && scaled_met > 0);
}

static void check_flips(Position *at, Random *r) {
    const int score = evaluate(at);
    const int flips[] = {56, 7, 63};
    for (int i = 0; i < 3; i++) {
        position_flip(other_pos, at, flips[i]);
        /* A score counts for the side to move, so an exchange of the colours keeps it. */
        want(at, i == 0 ? "colours" : i == 1 ? "files" : "both", evaluate(other_pos), score);
    }
}

TEST(flips_change_nothing) {
    visit_positions(pos, POSITIONS, check_flips);
}

static int out_of_order_met;

/* Checks that the evaluation does not depend on the order in which pieces are put on the board. Another order gives the
 * pieces other bits and cells. */
static void check_order(Position *at, Random *r) {
    const State *s = at->state;
    const int score = evaluate(at), step = 2 * random_below(r, 32) + 1;
    out_of_order_met += s->out_of_order != 0;
    position_clear(other_pos);
    for (int i = 0; i < SQUARE_COUNT; i++) {
        const Square sq = (i * step + 17) % SQUARE_COUNT;
        if (s->man_on[sq] != MAN_NONE)
            position_put(other_pos, sq, bit_color(man_bit(s->man_on[sq])), type_on(s, sq));
    }
    other_pos->state->side = s->side;
    position_finish(other_pos);
    want(at, "men in another order", evaluate(other_pos), score);
}

TEST(order_changes_nothing) {
    visit_positions(pos, POSITIONS, check_order);
    printf("  %d positions with bits out of order\n", out_of_order_met);
    assert_true(out_of_order_met > 10);
}

/* The pinned knight on e7 must not count as a guard of d5. */
TEST(pinned_pieces_guard_nothing) {
    enum { C3 = 18, D5 = 35, E7 = 52 };
    position_set(pos, "4k3/4n3/8/3p4/8/2N5/8/4R1K1 w - - 0 1");
    const State *s = pos->state;
    const Bit knight = man_bit(s->man_on[E7]);
    const PieceBits bits = {.minors = bit_mask(knight) | bit_mask(man_bit(s->man_on[C3])),
                            .rooks = bit_mask(man_bit(s->man_on[E1]))};
    assert_false(square_is_won(s, bits, WHITE, D5, 0));
    assert_true(square_is_won(s, bits, WHITE, D5, bit_mask(knight)));
}

TEST(wrong_entry_of_an_evaluation_table) {
    position_set(pos, MIDDLE);
    pawns_probe(pos->state)->score += 1000;
    assert_false(verify_evaluation(pos, other_pos, report));
    assert_non_null(strstr(report, "without tables"));
    pawns_probe(pos->state)->score -= 1000;
    assert_true(verify_evaluation(pos, other_pos, report));
}
