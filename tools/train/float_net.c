#include "train/float_net.h"

#include "core/bits.h"
#include "lib/workers.h"
#include "os/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- creation -------------------------------------------------------------------------------- */

/* Allocates numbers in huge pages, which save page-table walks: the trainer uses rows in random
 * order. */
static float *numbers(size_t count) {
    return memory_map(count * sizeof(float));
}

/* A random number, evenly distributed within +-width. */
static float random_weight(uint64_t *seed, float width) {
    return width * ((float)(random_next(seed) >> 40) / (float)(1 << 23) - 1);
}

/* Gives random weights to the output and to the rows that all sets of piece-squares share, and 0.1
 * to the biases. All other weights are 0, so that the sets of piece-squares are equal at first. */
static void begin_weights(FloatNet *net, uint64_t seed) {
    float *shared = net->parameter + row_numbers(NET_SHARED);
    float *bias = net->parameter + row_numbers(NET_BIAS);
    float *output = net->parameter + row_numbers(NET_OUTPUT);
    for (size_t i = 0; i < row_numbers(PIECE_SQUARES); i++)
        shared[i] = random_weight(&seed, 0.1f);
    for (size_t i = 0; i < NETWORK_HIDDEN; i++)
        bias[i] = 0.1f;
    for (size_t i = 0; i < row_numbers(2 * OUTPUT_BUCKETS); i++)
        output[i] = random_weight(&seed, 1.2f / sqrtf((float)NETWORK_HIDDEN));
}

FloatNet *net_create(uint64_t seed) {
    FloatNet *net = calloc(1, sizeof *net);
    if (!net)
        return NULL;
    net->parameter = numbers(NET_COUNT);
    net->gradient = numbers(NET_COUNT);
    net->mean = numbers(NET_COUNT);
    net->square = numbers(NET_COUNT);
    net->row = numbers(row_numbers(NET_INPUTS));
    if (!net->parameter || !net->gradient || !net->mean || !net->square || !net->row) {
        net_free(net);
        return NULL;
    }
    begin_weights(net, seed);
    net_sum_rows(net, 0, 1);
    return net;
}

FloatNet *net_widened(const float *parameter, int hidden, uint64_t seed) {
    FloatNet *net = net_create(seed);
    if (!net)
        return NULL;
    const size_t has = (size_t)hidden;
    float *output = net->parameter + row_numbers(NET_OUTPUT);
    memset(output, 0, row_numbers(2 * OUTPUT_BUCKETS) * sizeof *output);
    for (size_t r = 0; r < NET_ROWS; r++)
        memcpy(net->parameter + row_numbers(r), parameter + r * has, has * sizeof *parameter);
    memcpy(net->parameter + row_numbers(NET_ROWS), parameter + NET_ROWS * has,
           OUTPUT_BUCKETS * sizeof *parameter);
    net_sum_rows(net, 0, 1);
    return net;
}

void net_restart(FloatNet *net) {
    memset(net->mean, 0, NET_COUNT * sizeof *net->mean);
    memset(net->square, 0, NET_COUNT * sizeof *net->square);
    if (net->average)
        memset(net->average, 0, NET_COUNT * sizeof *net->average);
    net->step = net->averaged = 0;
}

void net_free(FloatNet *net) {
    if (!net)
        return;
    float *const all[] = {net->parameter, net->gradient, net->mean, net->square, net->average};
    for (int i = 0; i < 5; i++)
        memory_unmap(all[i], NET_COUNT * sizeof(float));
    memory_unmap(net->row, row_numbers(NET_INPUTS) * sizeof(float));
    free(net);
}

/* --- a step ---------------------------------------------------------------------------------- */

/* The row that a piece-square shares with other sets, or that a pair shares with similar pairs. */
static size_t shared_row(size_t input) {
    return input < NET_PAIRS ? NET_SHARED + input % PIECE_SQUARES
                             : NET_KINDS + (input - NET_PAIRS) / SQUARE_COUNT;
}

/* Each part works on neurons of its own, so no two threads write to the same number of a row. */
void net_spread_gradient(FloatNet *net, int part, int parts) {
    size_t begin, end;
    workers_share(NETWORK_HIDDEN, ROW_STEP, part, parts, &begin, &end);
    for (size_t i = 0; i < NET_INPUTS && begin < end; i++)
        add_numbers(net->gradient + row_numbers(shared_row(i)) + begin,
                    net->gradient + row_numbers(i) + begin, end - begin);
}

typedef struct AdamStep {
    float scale, rate, decay, mean_bias, square_bias;
} AdamStep;

static void adam_range(FloatNet *net, size_t begin, size_t end, AdamStep a) {
    float *restrict w = net->parameter, *restrict g = net->gradient;
    float *restrict mean = net->mean, *restrict square = net->square;
    for (size_t i = begin; i < end; i++) {
        const float gradient = g[i] * a.scale;
        mean[i] = 0.9f * mean[i] + 0.1f * gradient;
        square[i] = 0.999f * square[i] + 0.001f * gradient * gradient;
        const float move = mean[i] * a.mean_bias / (sqrtf(square[i] * a.square_bias) + 1e-8f);
        const float next = w[i] - a.rate * (move + a.decay * w[i]);
        w[i] = next > CLIP_WEIGHT ? CLIP_WEIGHT : next < -CLIP_WEIGHT ? -CLIP_WEIGHT : next;
        g[i] = 0;
    }
}

void net_adam(FloatNet *net, double positions, double rate, double decay, int part, int parts) {
    const AdamStep step = {.scale = (float)(1 / positions),
                           .rate = (float)rate,
                           .decay = (float)decay,
                           .mean_bias = (float)(1 / (1 - pow(0.9, (double)net->step))),
                           .square_bias = (float)(1 / (1 - pow(0.999, (double)net->step)))};
    size_t begin, end;
    workers_share(NET_COUNT, ROW_STEP, part, parts, &begin, &end);
    adam_range(net, begin, end, step);
}

void net_sum_rows(FloatNet *net, int part, int parts) {
    size_t begin, end;
    workers_share(NET_INPUTS, 1, part, parts, &begin, &end);
    for (size_t r = begin; r < end; r++) {
        float *restrict sum = net->row + row_numbers(r);
        memcpy(sum, net->parameter + row_numbers(r), NETWORK_HIDDEN * sizeof *sum);
        add_numbers(sum, net->parameter + row_numbers(shared_row(r)), NETWORK_HIDDEN);
        for (size_t i = 0; i < NETWORK_HIDDEN && r >= NET_PAIRS; i++)
            sum[i] = sum[i] > CLIP_PAIR ? CLIP_PAIR : sum[i] < -CLIP_PAIR ? -CLIP_PAIR : sum[i];
    }
}

/* --- the mean of the weights ----------------------------------------------------------------- */

bool net_begin_average(FloatNet *net) {
    if (!net->average)
        net->average = numbers(NET_COUNT);
    return net->average;
}

void net_average(FloatNet *net, int part, int parts) {
    size_t begin, end;
    workers_share(NET_COUNT, ROW_STEP, part, parts, &begin, &end);
    float *restrict average = net->average;
    const float *restrict w = net->parameter;
    const float share = 1 / (float)net->averaged;
    for (size_t i = begin; i < end; i++)
        average[i] += (w[i] - average[i]) * share;
}

void net_swap_average(FloatNet *net) {
    float *weights = net->parameter;
    net->parameter = net->average;
    net->average = weights;
    net_sum_rows(net, 0, 1);
}
