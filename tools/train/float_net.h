/* The network in floating point, for training.
 *
 * Each perspective (network/network.h) adds up the rows of its inputs and a bias to NETWORK_HIDDEN
 * sums. The sums are clipped to 0..1 and squared. The number of pieces selects an output bucket,
 * whose weights multiply the squares of the side to move, then those of the opponent. The products
 * and the bucket's bias add up to the score for the side to move, in units of OUTPUT_UNIT.
 *
 * Factors. The row of a pair is a sum: its own part, and a part that all pairs of the same two
 * kinds share. The row of a piece-square is also a sum: its own part, and a part that all sets of
 * piece-squares share. So a rare input learns from similar inputs. Forward and backward passes use
 * only the sums (`row`). Once a batch, the trainer computes the sums and spreads their gradient
 * over the parts. The exported network has only the sums. */
#ifndef FLOAT_NET_H
#define FLOAT_NET_H

#include "network/network.h"

enum {
    OUTPUT_UNIT = 400, /* centipawns of an output of 1 */
    ROW_STEP = 16      /* each thread works on a multiple of ROW_STEP neurons */
};

/* The parameters: rows with a number for each neuron, then the biases of the output. Each constant
 * is the number of the first row of a kind; rows of piece-squares come before NET_PAIRS. */
enum {
    NET_PAIRS = PIECE_INPUTS,               /* rows of the pairs */
    NET_INPUTS = NET_PAIRS + PAIR_INPUTS,   /* the number of inputs, which have a row each */
    NET_SHARED = NET_INPUTS,                /* rows that the sets of piece-squares share */
    NET_KINDS = NET_SHARED + PIECE_SQUARES, /* rows that pairs of the same two kinds share */
    NET_BIAS = NET_KINDS + THREAT_KINDS,    /* the row of the neurons' biases */
    NET_OUTPUT = NET_BIAS + 1,              /* rows of the output's weights: two for each bucket */
    NET_ROWS = NET_OUTPUT + 2 * OUTPUT_BUCKETS
};

/* The number of numbers in `rows` rows. */
static inline size_t row_numbers(size_t rows) {
    return rows * NETWORK_HIDDEN;
}

static inline size_t parameter_count(int hidden) {
    return (size_t)NET_ROWS * (size_t)hidden + OUTPUT_BUCKETS;
}

enum { NET_COUNT = NET_ROWS * NETWORK_HIDDEN + OUTPUT_BUCKETS };

typedef struct FloatNet {
    float *parameter; /* NET_COUNT weights; gradient, mean and square have a number for each */
    float *gradient;
    float *mean, *square; /* Adam's moments of the gradient */
    float *row;           /* NET_INPUTS rows: own part plus shared part */
    long step;
    float *average; /* the mean of the weights of the last steps, or NULL */
    long averaged;
} FloatNet;

/* The limits of weights, which become integers of 16 or 8 bits. */
#define CLIP_WEIGHT 1.98f /* sums stay far below 32 = 32,768 / ACCUMULATOR_ONE */
#define CLIP_PAIR   (127.0f / (float)ACCUMULATOR_ONE) /* limits the sum of a pair's two parts */

/* Creates a network with random weights from a seed. NULL if memory is short. */
FloatNet *net_create(uint64_t seed);

/* Creates a network from the parameters of a network of `hidden` neurons, at most NETWORK_HIDDEN.
 * New neurons begin at random with output weights of 0, so that scores are the same until the first
 * step. NULL if memory is short. */
FloatNet *net_widened(const float *parameter, int hidden, uint64_t seed);

/* Forgets the number of steps and Adam's moments; keeps the weights. */
void net_restart(FloatNet *net);

/* Frees a network; NULL is allowed. */
void net_free(FloatNet *net);

/* Adds the first `count` numbers of `from` to those of `to`. */
static inline void add_numbers(float *restrict to, const float *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] += from[i];
}

/* After a batch's backward pass, call the next four functions in the order of their declaration.
 * Call each function once for each part of the work; threads may do the parts at the same time. */

/* Before the call, the first NET_INPUTS rows of `gradient` are the gradient of net->row. An input
 * also has weights in a row that it shares with other inputs. Adds the gradient of each input's own
 * row to the gradient of the shared row. */
void net_spread_gradient(FloatNet *net, int part, int parts);

/* Makes a step of AdamW (Loshchilov and Hutter, 2019), and sets the gradient to 0. The gradient is
 * a sum over `positions` positions. The caller first raises net->step by 1. */
void net_adam(FloatNet *net, double positions, double rate, double decay, int part, int parts);

/* Computes `row`: the sums of each input's own part and its shared part. */
void net_sum_rows(FloatNet *net, int part, int parts);

/* Updates the mean of the weights. The caller first calls net_begin_average, and raises
 * net->averaged by 1. */
void net_average(FloatNet *net, int part, int parts);

/* Allocates the mean of the weights, unless it exists. False if memory is short. */
bool net_begin_average(FloatNet *net);

/* Exchanges the weights and their mean, and computes `row` from the new weights. */
void net_swap_average(FloatNet *net);

#endif
