/* The training of a network is right: gradients, averages of weights, and schedules. */
#include "support/setup.h"
#include "support/trainer.h"
#include "train/train_run.h"

#include <math.h>
#include <string.h>

static double loss_with(FloatNet *net, TrainBatch *batch, size_t parameter, float value) {
    const float before = net->parameter[parameter];
    net->parameter[parameter] = value;
    net_sum_rows(net, 0, 1);
    const double loss = batch_loss(batch, samples, (size_t)sample_count, false);
    net->parameter[parameter] = before;
    return loss;
}

/* The parameter with the steepest gradient among 2000 from a random place in a range. */
static size_t pick(const FloatNet *net, size_t begin, size_t end, Random *r) {
    size_t best = begin + (size_t)random_below(r, (int)(end - begin));
    for (size_t i = best; i < end && i < best + 2000; i++)
        if (fabsf(net->gradient[i]) > fabsf(net->gradient[best]))
            best = i;
    return best;
}

static void check_range(FloatNet *net, TrainBatch *batch, size_t begin, size_t end, Random *r) {
    int seen = 0;
    for (int i = 0; i < 12; i++) {
        const size_t p = pick(net, begin, end, r);
        const float w = net->parameter[p], step = 1e-3f;
        const double slope =
            (loss_with(net, batch, p, w + step) - loss_with(net, batch, p, w - step)) / (2 * step);
        const double want = net->gradient[p];
        if (fabs(slope - want) > 0.02 * fabs(want) + 4e-3)
            fail_msg("parameter %zu: slope %g, gradient %g", p, slope, want);
        seen += fabs(want) > 1e-2;
    }
    assert_true(seen > 0);
}

TEST(gradients_are_slopes) {
    Random r = {77};
    FloatNet *net = random_net();
    Workers *workers = workers_create(1);
    TrainBatch *batch = batch_create(net, workers, TARGET);
    memset(net->gradient, 0, NET_COUNT * sizeof *net->gradient);
    batch_loss(batch, samples, (size_t)sample_count, true);
    net_spread_gradient(net, 0, 1);
    static const size_t ENDS[] = {PIECE_SQUARES, NET_PAIRS,  NET_INPUTS, NET_KINDS,
                                  NET_BIAS,      NET_OUTPUT, NET_ROWS};
    size_t begin = 0;
    for (size_t k = 0; k < sizeof ENDS / sizeof *ENDS; begin = row_numbers(ENDS[k++]))
        check_range(net, batch, begin, row_numbers(ENDS[k]), &r);
    check_range(net, batch, begin, NET_COUNT, &r);
    batch_free(batch);
    workers_free(workers);
    net_free(net);
}

/* With asymmetry, an error weighs more if the network's score is above the target. */
TEST(hope_weighs_more) {
    static const float WANT[2] = {1.5f, 1};
    FloatNet *net = random_net();
    Workers *workers = workers_create(1);
    for (int high = 0; high < 2; high++) {
        PackedPosition p = samples[0];
        TrainTarget target = {.scale = 200, .score_share = 1, .exponent = 2};
        double loss[2];
        p.score = high ? 3000 : -3000;
        for (int i = 0; i < 2; i++) {
            target.asymmetry = (float)i / 2;
            TrainBatch *batch = batch_create(net, workers, target);
            loss[i] = batch_loss(batch, &p, 1, false);
            batch_free(batch);
        }
        assert_float_equal((float)(loss[1] / loss[0]), WANT[high], 1e-6);
    }
    workers_free(workers);
    net_free(net);
}

/* A piece-square shares a row in all sets of piece-squares. Threat pairs of one kind share a row on all squares. */
TEST(inputs_share_rows) {
    static const Perspective PLAIN = {0};
    FloatNet *net = net_create(1);
    memset(net->parameter, 0, NET_COUNT * sizeof *net->parameter);
    for (size_t i = 0; i < PIECE_SQUARES; i++)
        net->parameter[row_numbers(NET_SHARED + i)] = (float)i;
    for (size_t i = 0; i < THREAT_KINDS; i++)
        net->parameter[row_numbers(NET_KINDS + i)] = (float)i / 2048;
    net_sum_rows(net, 0, 1);
    for (int i = 0; i < PIECE_INPUTS; i++)
        assert_true(net->row[row_numbers((size_t)i)] == (float)(i % PIECE_SQUARES));
    for (int attacker = 0; attacker < TARGET_KINDS; attacker++)
        for (int target = 0; target < TARGET_KINDS; target++)
            for (Square to = 0; to < SQUARE_COUNT; to++) {
                const ThreatPair p = {(uint8_t)attacker, 0, (uint8_t)target, (uint8_t)to};
                const size_t row = NET_PAIRS + (size_t)pair_input(p, PLAIN);
                assert_true(net->row[row_numbers(row)] ==
                            (float)(attacker * TARGET_KINDS + target) / 2048);
            }
    net_free(net);
}

TEST(weights_are_averaged) {
    FloatNet *net = net_create(1);
    assert_true(net_begin_average(net));
    for (int step = 1; step <= 3; step++) {
        for (size_t i = 0; i < NET_COUNT; i++)
            net->parameter[i] = (float)step / 10 + (float)(i % 7) / 100;
        net->averaged = step;
        for (int part = 0; part < 3; part++)
            net_average(net, part, 3);
    }
    net_swap_average(net);
    for (size_t i = 0; i < NET_COUNT; i++)
        assert_float_equal(net->parameter[i], 0.2f + (float)(i % 7) / 100, 1e-6);
    assert_float_equal(net->row[5], net->parameter[5] + net->parameter[row_numbers(NET_SHARED) + 5],
                       1e-6);
    assert_float_equal(net->average[0], 0.3f, 1e-6);
    net_free(net);
}

/* The learning rate rises, stays and falls. The share of the search score goes from `share` to `share_end`. */
TEST(schedules_are_kept) {
    const TrainSchedule s = {.rate = 0.01,
                             .rate_end = 0.1,
                             .warm_up = 0.1,
                             .flat = 0.5,
                             .share = 1,
                             .share_end = 0.6,
                             .mean = 0.1};
    static const double WANT[][2] = {{0, 0},      {0.05, 0.005}, {0.1, 0.01}, {0.35, 0.01},
                                     {0.6, 0.01}, {0.8, 0.0055}, {1, 0.001}};
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++)
        assert_float_equal(schedule_rate(&s, WANT[i][0]), WANT[i][1], 1e-9);
    assert_float_equal(schedule_share(&s, 0), 1, 1e-9);
    assert_float_equal(schedule_share(&s, 0.25), 0.9, 1e-9);
    assert_float_equal(schedule_share(&s, 1), 0.6, 1e-9);
    assert_false(schedule_averages(&s, 0.899));
    assert_true(schedule_averages(&s, 0.901));
    /* A schedule with the defaults, and one whose rate never falls. */
    const TrainSchedule plain = {.rate = 1, .rate_end = 0.01}, flat = {.rate = 1, .flat = 1};
    assert_float_equal(schedule_rate(&plain, 0), 1, 1e-9);
    assert_float_equal(schedule_rate(&plain, 0.5), 0.505, 1e-9);
    assert_float_equal(schedule_rate(&flat, 1), 1, 1e-9);
    assert_false(schedule_averages(&plain, 1));
}

BEFORE {
    keep_samples();
}
