#include "train/train_export.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers times `one`, rounded, to integers of `size` bytes. Returns what is behind them. */
static uint8_t *put(uint8_t *to, const float *from, size_t count, double one, size_t size) {
    for (size_t i = 0; i < count; i++, to += size) {
        const int32_t n = (int32_t)lround((double)from[i] * one);
        memcpy(to, &n, size); /* little-endian: the lowest bytes */
    }
    return to;
}

void *quantise(const FloatNet *net) {
    const size_t hidden = (size_t)net->shape.hidden_size, size = network_size(net->shape);
    const size_t pieces = (size_t)net->at.pieces, pairs = (size_t)net->at.rows - pieces;
    uint8_t *bytes = aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!bytes)
        return NULL;
    uint8_t *at = bytes + sizeof(NetworkHeader);
    at = put(at, net->parameter + net->at.bias, hidden, ACCUMULATOR_ONE, sizeof(int16_t));
    at = put(at, net->row, pieces * hidden, ACCUMULATOR_ONE, sizeof(int16_t));
    at = put(at, net->row + pieces * hidden, pairs * hidden, ACCUMULATOR_ONE, sizeof(int8_t));
    at = put(at, net->parameter + net->at.output, OUTPUT_BUCKETS * 2 * hidden, WEIGHT_ONE,
             sizeof(int16_t));
    put(at, net->parameter + net->at.output_bias, OUTPUT_BUCKETS, SQUARE_ONE * WEIGHT_ONE,
        sizeof(int32_t));
    NetworkHeader header = {.magic = NETWORK_MAGIC,
                            .pairs = net->shape.pairs,
                            .kings = net->shape.kings,
                            .hidden = (uint32_t)hidden,
                            .scale = OUTPUT_UNIT,
                            .size = size};
    memcpy(bytes, &header, sizeof header);
    header.checksum = network_checksum(bytes, size);
    memcpy(bytes, &header, sizeof header);
    return bytes;
}

/* Moves the mean of all sets of piece-squares from their own rows to the part that they share. */
static void share_mean(FloatNet *net) {
    const size_t set = PIECE_SQUARES * (size_t)net->shape.hidden_size;
    const size_t pieces = (size_t)net->at.pieces * (size_t)net->shape.hidden_size;
    float *own = net->parameter,
          *shared = own + (size_t)net->at.shared * (size_t)net->shape.hidden_size;
    for (size_t i = 0; i < pieces; i++)
        shared[i % set] += own[i] * (float)set / (float)pieces;
    for (size_t i = 0; i < pieces; i++)
        own[i] -= shared[i % set];
}

/* In the trainer's unit. False if that is out of range: the first step would cut it off. */
static bool restore_output(FloatNet *net, const Network *from) {
    const float unit = (float)from->scale / OUTPUT_UNIT;
    const float most = CLIP_WEIGHT + 0.5f / WEIGHT_ONE; /* by so much rounding may pass the limit */
    const size_t weights = net->at.output_bias - net->at.output;
    float *output = net->parameter + net->at.output;
    for (size_t i = 0; i < weights + OUTPUT_BUCKETS; i++) {
        output[i] = i < weights
                        ? unit * (float)from->output[i] / WEIGHT_ONE
                        : unit * (float)from->output_bias[i - weights] / (SQUARE_ONE * WEIGHT_ONE);
        if (fabsf(output[i]) > most)
            return false;
    }
    return true;
}

FloatNet *restore(const Network *from, const char **reason) {
    const size_t hidden = (size_t)from->shape.hidden_size;
    FloatNet *net = net_create(from->shape, 1);
    *reason = net ? NULL : strerror(ENOMEM);
    if (!net)
        return NULL;
    const size_t pieces = (size_t)net->at.pieces * hidden, rows = (size_t)net->at.rows * hidden;
    float *own = net->parameter;
    memset(own, 0, net->at.count * sizeof *own);
    for (size_t i = 0; i < rows; i++)
        own[i] = (float)(i < pieces ? from->pieces[i] : from->pairs[i - pieces]) / ACCUMULATOR_ONE;
    if (net->at.shared)
        share_mean(net);
    for (size_t i = 0; i < hidden; i++)
        own[net->at.bias + i] = (float)from->bias[i] / ACCUMULATOR_ONE;
    if (!restore_output(net, from)) {
        *reason = "its output weights, in the trainer's unit, are out of range";
        net_free(net);
        return NULL;
    }
    net_sum_rows(net, 0, 1);
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
