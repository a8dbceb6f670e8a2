/* The trainer's network is exported to the integers of the engine's file, and restored from them. */
#include "support/random_network.h"
#include "support/setup.h"
#include "support/trainer.h"
#include "train/train_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Network network;
static int64_t scores_seen;

/* A position has the same score with the colours exchanged, and on a mirrored board. */
static void visit_scores(Position *at, Random *r) {
    static const int FLIPS[] = {7, 56};
    const int score = network_evaluate(&network, at->state);
    for (int i = 0; i < 2; i++) {
        position_flip(other_pos, at, FLIPS[i]);
        assert_int_equal(score, network_evaluate(&network, other_pos->state));
    }
    scores_seen += abs(score);
}

/* Restores a network from its integers, and exports it again: every bit is the same. */
static void comes_back(const Network *net, const void *bytes) {
    const char *reason;
    FloatNet *restored = restore(net, NETWORK_HIDDEN, 1, &reason);
    assert_null(reason);
    for (size_t i = 0; i < row_numbers(PIECE_SQUARES); i++) {
        float own = 0; /* the sum is 0, since the mean of all sets is in the shared part */
        for (size_t set = 0; set < KING_SETS; set++)
            own += restored->parameter[set * row_numbers(PIECE_SQUARES) + i];
        assert_float_equal(own, 0, 1e-5);
    }
    void *again = quantise(restored);
    assert_memory_equal(again, bytes, network_size(NETWORK_HIDDEN));
    free(again);
    net_free(restored);
}

/* Exports a network. Returns the differences between its scores in integers and those in floating point. */
static QuantisationError error_of(FloatNet *net) {
    Workers *workers = workers_create(1);
    TrainBatch *batch = batch_create(net, workers, TARGET);
    const QuantisationError e = quantisation_error(batch, &network, samples, (size_t)sample_count);
    batch_free(batch);
    workers_free(workers);
    return e;
}

TEST(integers_are_near) {
    FloatNet *float_net = random_net();
    void *bytes = quantise(float_net);
    assert_null(network_find(&network, bytes, network_size(NETWORK_HIDDEN)));
    const QuantisationError e = error_of(float_net);
    printf("off by %.2f centipawns, %.2f at most\n", e.mean, e.most);
    assert_true(e.mean < 2 && e.most < 15);
    comes_back(&network, bytes);
    scores_seen = 0;
    visit_positions(pos, scaled(1000), visit_scores);
    assert_true(scores_seen > scaled(1000));
    free(bytes);
    net_free(float_net);
}

TEST(other_units_come_back) {
    static const uint32_t SCALES[] = {OUTPUT_UNIT / 4, OUTPUT_UNIT * 3 / 4, OUTPUT_UNIT * 2};
    FloatNet *net = random_net();
    for (size_t i = row_numbers(NET_ROWS); i < NET_COUNT; i++)
        net->parameter[i] = 0.3f;
    void *bytes = quantise(net);
    const char *reason;
    for (int i = 0; i < 3; i++) {
        network_set_scale(bytes, SCALES[i]);
        assert_null(network_find(&network, bytes, network_size(NETWORK_HIDDEN)));
        FloatNet *restored = restore(&network, NETWORK_HIDDEN, 1, &reason);
        assert_non_null(restored);
        const QuantisationError e = error_of(restored);
        printf("scale %u: off by %.2f centipawns, %.2f at most\n", SCALES[i], e.mean, e.most);
        assert_true(e.mean < 2 && e.most < 4);
        net_free(restored);
    }
    net->parameter[row_numbers(NET_OUTPUT)] = CLIP_WEIGHT;
    free(bytes);
    bytes = quantise(net);
    network_set_scale(bytes, OUTPUT_UNIT + 4); /* the restored weight would exceed its range */
    assert_null(network_find(&network, bytes, network_size(NETWORK_HIDDEN)));
    assert_null(restore(&network, NETWORK_HIDDEN, 1, &reason));
    assert_non_null(strstr(reason, "out of range"));
    free(bytes);
    net_free(net);
}

/* A file of a network with fewer neurons is restored: added neurons do not change the scores. */
TEST(narrow_files_are_widened) {
    enum { HAD = 32 };
    const char *reason;
    int hidden = 0;
    Network narrow;
    void *bytes = random_network_file(HAD, 3), *full = random_network_file(NETWORK_HIDDEN, 3);
    network_fill(full, NETWORK_HIDDEN, HAD, 3); /* the same network, and neurons without effect */
    assert_non_null(network_find(&narrow, bytes, network_size(HAD)));
    assert_null(network_find_narrow(&narrow, &hidden, bytes, network_size(HAD)));
    assert_int_equal(hidden, HAD);
    assert_null(network_find(&network, full, network_size(NETWORK_HIDDEN)));
    FloatNet *net = restore(&narrow, hidden, 1, &reason);
    assert_non_null(net);
    const QuantisationError e = error_of(net);
    printf("%d neurons made %d: off by %.2f centipawns, %.2f at most\n", HAD, NETWORK_HIDDEN,
           e.mean, e.most);
    assert_true(e.mean < 2 && e.most < 4);
    net_free(net);
    free(bytes);
    free(full);
}

BEFORE {
    keep_samples();
}
