/* Helpers for tests of the trainer: samples, and a network of random weights. */
#ifndef SUPPORT_TRAINER_H
#define SUPPORT_TRAINER_H

#include "support/cmocka_test.h"
#include "support/positions.h"
#include "train/float_net.h"
#include "train/position_store.h"
#include "train/train_batch.h"

enum { POSITIONS = 300 };

static PackedPosition samples[POSITIONS];
static int sample_count;

static inline void keep_sample(Position *at, Random *r) {
    if (sample_count < POSITIONS)
        samples[sample_count++] =
            position_pack(at->state, random_below(r, 1001) - 500, random_below(r, 3), 0);
}

/* Fills the samples: positions of random games, with random scores and results. */
static inline void keep_samples(void) {
    visit_positions(pos, 2 * POSITIONS, keep_sample);
}

/* A training target whose scale differs from OUTPUT_UNIT. So a test finds code that confuses the two: the scale must
 * change the slopes, but not the scores. */
static const TrainTarget TARGET = {
    .scale = OUTPUT_UNIT / 2.0f, .score_share = 0.7f, .exponent = 2.4f, .asymmetry = 0.3f};

/* Creates a network of random weights, always the same. Free it with net_free. */
static inline FloatNet *random_net(void) {
    FloatNet *net = net_create(18);
    uint64_t seed = 3;
    assert_non_null(net);
    /* net_create sets most rows of inputs to 0, and tests need rows that change the sums. The numbers
     * are small, since few sums may reach 1, where the activation's slope jumps. */
    for (size_t i = 0; i < row_numbers(NET_BIAS); i++)
        net->parameter[i] = net->parameter[i] / 2 +
                            ((float)(random_hash(++seed) >> 40) / (float)(1 << 24) - 0.5f) * 0.02f;
    net_sum_rows(net, 0, 1);
    return net;
}

#endif
