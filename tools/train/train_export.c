#include "train/train_run.h"

#include "selfcheck/verify.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Writes numbers times `one`, rounded, as integers of `size` bytes. Returns the end of the
 * output. */
static uint8_t *put(uint8_t *to, const float *from, size_t count, double one, size_t size) {
    for (size_t i = 0; i < count; i++, to += size) {
        const int32_t n = (int32_t)lround((double)from[i] * one);
        memcpy(to, &n, size); /* little-endian: the lowest bytes */
    }
    return to;
}

void *quantise(const FloatNet *net) {
    const size_t size = network_size(NETWORK_HIDDEN);
    const float *output = net->parameter + row_numbers(NET_OUTPUT);
    uint8_t *bytes = aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!bytes)
        return NULL;
    uint8_t *at = bytes + sizeof(NetworkHeader);
    at = put(at, net->parameter + row_numbers(NET_BIAS), NETWORK_HIDDEN, ACCUMULATOR_ONE,
             sizeof(int16_t));
    at = put(at, net->row, row_numbers(PIECE_INPUTS), ACCUMULATOR_ONE, sizeof(int16_t));
    at = put(at, net->row + row_numbers(NET_PAIRS), row_numbers(PAIR_INPUTS), ACCUMULATOR_ONE,
             sizeof(int8_t));
    at = put(at, output, row_numbers(2 * OUTPUT_BUCKETS), WEIGHT_ONE, sizeof(int16_t));
    put(at, output + row_numbers(2 * OUTPUT_BUCKETS), OUTPUT_BUCKETS, SQUARE_ONE * WEIGHT_ONE,
        sizeof(int32_t));
    _Static_assert(OUTPUT_UNIT == 400, "network_seal writes this scale");
    network_seal(bytes, NETWORK_HIDDEN);
    return bytes;
}

/* Moves the mean of the sets of piece-squares from their own rows to the rows that they share. */
static void share_mean(float *own, size_t hidden) {
    const size_t set = PIECE_SQUARES * hidden;
    float *shared = own + NET_SHARED * hidden;
    for (size_t i = 0; i < KING_SETS * set; i++)
        shared[i % set] += own[i] / KING_SETS;
    for (size_t i = 0; i < KING_SETS * set; i++)
        own[i] -= shared[i % set];
}

/* Converts the output's weights to the trainer's unit. Returns false if a weight is out of range:
 * the first step would clip the weight. */
static bool restore_output(float *output, const Network *from, size_t weights) {
    const float unit = (float)from->scale / OUTPUT_UNIT;
    const float most = CLIP_WEIGHT + 0.5f / WEIGHT_ONE; /* rounding may exceed the limit */
    for (size_t i = 0; i < weights + OUTPUT_BUCKETS; i++) {
        output[i] = i < weights
                        ? unit * (float)from->output[i] / WEIGHT_ONE
                        : unit * (float)from->output_bias[i - weights] / (SQUARE_ONE * WEIGHT_ONE);
        if (fabsf(output[i]) > most)
            return false;
    }
    return true;
}

/* Converts a network of `hidden` neurons to parameters `own`, all of which must be 0 before. */
static bool restore_parameters(float *own, const Network *from, size_t hidden) {
    const size_t pieces = NET_PAIRS * hidden, rows = NET_INPUTS * hidden;
    for (size_t i = 0; i < rows; i++)
        own[i] = (float)(i < pieces ? from->pieces[i] : from->pairs[i - pieces]) / ACCUMULATOR_ONE;
    share_mean(own, hidden);
    for (size_t i = 0; i < hidden; i++)
        own[NET_BIAS * hidden + i] = (float)from->bias[i] / ACCUMULATOR_ONE;
    return restore_output(own + NET_OUTPUT * hidden, from, 2 * OUTPUT_BUCKETS * hidden);
}

FloatNet *restore(const Network *from, int hidden, uint64_t seed, const char **reason) {
    float *parameter = calloc(parameter_count(hidden), sizeof *parameter);
    FloatNet *net = NULL;
    *reason = NULL;
    if (parameter && !restore_parameters(parameter, from, (size_t)hidden))
        *reason = "its output weights, in the trainer's unit, are out of range";
    else if (!parameter || !(net = net_widened(parameter, hidden, seed)))
        *reason = strerror(ENOMEM);
    free(parameter);
    return net;
}

QuantisationError quantisation_error(TrainBatch *batch, const Network *net,
                                     const PackedPosition *positions, size_t count) {
    QuantisationError e = {0, 0};
    State s;
    for (size_t i = 0; i < count; i++) {
        position_unpack(&positions[i], &s);
        const double off = fabs(network_evaluate(net, &s) - batch_score(batch, &positions[i]));
        e.mean += off / (double)count;
        e.most = off > e.most ? off : e.most;
    }
    return e;
}
