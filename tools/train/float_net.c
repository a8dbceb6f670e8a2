#include "train/float_net.h"

#include "core/random.h"
#include "lib/workers.h"
#include "os/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- making ---------------------------------------------------------------------------------- */

static NetLayout layout(NetShape shape) {
    const size_t hidden = (size_t)shape.hidden_size;
    NetLayout at = {.pieces = piece_input_count(shape.kings)};
    at.rows = at.pieces + pair_input_count(shape.pairs);
    at.shared = shape.kings == KINGS_ONE ? 0 : at.rows;
    at.factors = at.rows + (at.shared ? PIECE_SQUARES : 0);
    int end = at.factors;
    for (PairGrain grain = PAIRS_TYPES; grain < shape.pairs; grain++)
        end += pair_input_count(grain);
    at.bias = (size_t)end * hidden;
    at.output = at.bias + hidden;
    at.output_bias = at.output + OUTPUT_BUCKETS * 2 * hidden;
    at.count = at.output_bias + OUTPUT_BUCKETS;
    return at;
}

/* Notes where each pair of the network's grain has its shared rows: pairs of all pieces and squares
 * are looked at, seen from an unmirrored perspective. */
static void find_factors(FloatNet *net, PairGrain grain, int first) {
    static const Perspective PLAIN = {0};
    for (int attacker = 0; attacker < TARGET_KINDS; attacker++) {
        for (Square from = 0; from < SQUARE_COUNT; from++) {
            if (attacker >> 1 == PAWN && (rank_of(from) == RANK_1 || rank_of(from) == RANK_8))
                continue;
            for (Bitboard left = piece_attacks(attacker & 1, attacker >> 1, from, 0); left;) {
                const Square to = pop_bit(&left);
                for (int target = 0; target < TARGET_KINDS; target++) {
                    const ThreatPair p = {(uint8_t)attacker, (uint8_t)from, (uint8_t)target,
                                          (uint8_t)to};
                    const int own = pair_input(net->shape.pairs, p, PLAIN);
                    if (own != INPUT_NONE)
                        net->factor[grain][own] = (uint32_t)(first + pair_input(grain, p, PLAIN));
                }
            }
        }
    }
}

static bool make_factors(FloatNet *net) {
    int first = net->at.factors;
    for (PairGrain grain = PAIRS_TYPES; grain < net->shape.pairs; grain++) {
        net->factor[grain] =
            calloc((size_t)pair_input_count(net->shape.pairs), sizeof *net->factor[grain]);
        if (!net->factor[grain])
            return false;
        /* Those that no pair of pieces has share the first row; they are never trained. */
        for (int i = 0; i < pair_input_count(net->shape.pairs); i++)
            net->factor[grain][i] = (uint32_t)first;
        find_factors(net, grain, first);
        first += pair_input_count(grain);
    }
    return true;
}

/* Rows are read and written all over: huge pages spare the processor to look for them. */
static float *numbers(size_t count) {
    return memory_map(count * sizeof(float));
}

static void free_numbers(float *p, size_t count) {
    memory_unmap(p, count * sizeof *p);
}

static size_t row_numbers(const FloatNet *net) {
    return (size_t)net->at.rows * (size_t)net->shape.hidden_size;
}

/* Evenly within +-width. */
static float random_weight(uint64_t *seed, float width) {
    return width * ((float)(random_next(seed) >> 40) / (float)(1 << 23) - 1);
}

/* What all piece-squares share and the output begin at random; all else begins at nothing. So sets are
 * alike at first, and as many as there may be, a seed gives the same scores. */
static void begin_weights(FloatNet *net, uint64_t seed) {
    const size_t hidden = (size_t)net->shape.hidden_size;
    float *pieces = net->parameter + (size_t)net->at.shared * hidden;
    for (size_t i = 0; i < PIECE_SQUARES * hidden; i++)
        pieces[i] = random_weight(&seed, 0.1f);
    for (size_t i = 0; i < hidden; i++)
        net->parameter[net->at.bias + i] = 0.1f;
    for (size_t i = net->at.output; i < net->at.output_bias; i++)
        net->parameter[i] = random_weight(&seed, 1.2f / sqrtf((float)hidden));
}

FloatNet *net_create(NetShape shape, uint64_t seed) {
    FloatNet *net = calloc(1, sizeof *net);
    if (!net)
        return NULL;
    net->shape = shape;
    net->at = layout(shape);
    net->parameter = numbers(net->at.count);
    net->gradient = numbers(net->at.count);
    net->mean = numbers(net->at.count);
    net->square = numbers(net->at.count);
    net->row = numbers(row_numbers(net));
    if (!net->parameter || !net->gradient || !net->mean || !net->square || !net->row ||
        !make_factors(net)) {
        net_free(net);
        return NULL;
    }
    begin_weights(net, seed);
    net_sum_rows(net, 0, 1);
    return net;
}

FloatNet *net_with_kings(const FloatNet *one, KingGrain kings) {
    const size_t hidden = (size_t)one->shape.hidden_size, row = hidden * sizeof *one->parameter;
    NetShape shape = one->shape;
    shape.kings = (uint16_t)kings;
    FloatNet *net = net_create(shape, 1);
    if (!net)
        return NULL;
    assert(one->shape.kings == KINGS_ONE);
    memset(net->parameter, 0, net->at.count * sizeof *net->parameter);
    memcpy(net->parameter + (size_t)net->at.shared * hidden, one->parameter, PIECE_SQUARES * row);
    memcpy(net->parameter + (size_t)net->at.pieces * hidden,
           one->parameter + PIECE_SQUARES * hidden, (size_t)(one->at.rows - PIECE_SQUARES) * row);
    memcpy(net->parameter + (size_t)net->at.factors * hidden,
           one->parameter + (size_t)one->at.factors * hidden,
           (one->at.count - (size_t)one->at.factors * hidden) * sizeof *one->parameter);
    net_sum_rows(net, 0, 1);
    return net;
}

/* The numbers of one row, bias or bucket go to the first of a wider one. */
static void widen(float *to, const float *from, size_t count, size_t wide, size_t narrow) {
    for (size_t i = 0; i < count; i++)
        memcpy(to + i * wide, from + i * narrow, narrow * sizeof *to);
}

FloatNet *net_widened(const FloatNet *narrow, int hidden_size, uint64_t seed) {
    NetShape shape = narrow->shape;
    assert(hidden_size >= shape.hidden_size);
    const size_t had = (size_t)shape.hidden_size, has = (size_t)hidden_size;
    shape.hidden_size = hidden_size;
    FloatNet *net = net_create(shape, seed);
    if (!net)
        return NULL;
    /* All rows and the bias, then the weights of each bucket and perspective. */
    widen(net->parameter, narrow->parameter, narrow->at.output / had, has, had);
    float *output = net->parameter + net->at.output;
    memset(output, 0, (net->at.count - net->at.output) * sizeof *output);
    widen(output, narrow->parameter + narrow->at.output, OUTPUT_BUCKETS * 2, has, had);
    memcpy(net->parameter + net->at.output_bias, narrow->parameter + narrow->at.output_bias,
           OUTPUT_BUCKETS * sizeof *output);
    net_sum_rows(net, 0, 1);
    return net;
}

void net_restart(FloatNet *net) {
    memset(net->mean, 0, net->at.count * sizeof *net->mean);
    memset(net->square, 0, net->at.count * sizeof *net->square);
    net->step = 0;
}

void net_free(FloatNet *net) {
    if (!net)
        return;
    for (PairGrain grain = PAIRS_NONE; grain < PAIRS_ALL; grain++)
        free(net->factor[grain]);
    if (net->average)
        free_numbers(net->average, net->at.count);
    free_numbers(net->row, row_numbers(net));
    free_numbers(net->square, net->at.count);
    free_numbers(net->mean, net->at.count);
    free_numbers(net->gradient, net->at.count);
    free_numbers(net->parameter, net->at.count);
    free(net);
}

/* --- a step ---------------------------------------------------------------------------------- */

/* The row that a piece-square shares with that of all other sets. */
static size_t shared_row(const FloatNet *net, size_t piece_square) {
    return (size_t)net->at.shared + piece_square % PIECE_SQUARES;
}

/* Each part has some of the neurons, so that no two write to one row of a factor. */
void net_spread_gradient(FloatNet *net, int part, int parts) {
    const size_t hidden = (size_t)net->shape.hidden_size, pieces = (size_t)net->at.pieces;
    const size_t pairs = (size_t)net->at.rows - pieces;
    size_t begin, end;
    workers_share(hidden, HIDDEN_STEP, part, parts, &begin, &end);
    if (begin == end)
        return;
    for (size_t i = 0; i < pieces && net->at.shared; i++)
        add_numbers(net->gradient + shared_row(net, i) * hidden + begin,
                    net->gradient + i * hidden + begin, end - begin);
    for (PairGrain grain = PAIRS_TYPES; grain < net->shape.pairs; grain++)
        for (size_t i = 0; i < pairs; i++)
            add_numbers(net->gradient + net->factor[grain][i] * hidden + begin,
                        net->gradient + (pieces + i) * hidden + begin, end - begin);
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
    workers_share(net->at.count, HIDDEN_STEP, part, parts, &begin, &end);
    adam_range(net, begin, end, step);
}

void net_sum_rows(FloatNet *net, int part, int parts) {
    const size_t hidden = (size_t)net->shape.hidden_size, pieces = (size_t)net->at.pieces;
    size_t begin, end;
    workers_share((size_t)net->at.rows, 1, part, parts, &begin, &end);
    for (size_t r = begin; r < end; r++) {
        float *restrict sum = net->row + r * hidden;
        memcpy(sum, net->parameter + r * hidden, hidden * sizeof *sum);
        if (r < pieces) {
            if (net->at.shared)
                add_numbers(sum, net->parameter + shared_row(net, r) * hidden, hidden);
            continue;
        }
        for (PairGrain grain = PAIRS_TYPES; grain < net->shape.pairs; grain++)
            add_numbers(sum, net->parameter + net->factor[grain][r - pieces] * hidden, hidden);
        for (size_t i = 0; i < hidden; i++)
            sum[i] = sum[i] > CLIP_PAIR ? CLIP_PAIR : sum[i] < -CLIP_PAIR ? -CLIP_PAIR : sum[i];
    }
}

/* --- the mean of the weights ----------------------------------------------------------------- */

bool net_begin_average(FloatNet *net) {
    if (!net->average)
        net->average = numbers(net->at.count);
    return net->average;
}

void net_average(FloatNet *net, int part, int parts) {
    size_t begin, end;
    workers_share(net->at.count, HIDDEN_STEP, part, parts, &begin, &end);
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
