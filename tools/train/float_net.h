/* The network in floating point, for training.
 *
 * Each perspective (network/network.h) adds up the rows of its inputs and a bias to NETWORK_HIDDEN
 * sums. The sums are clipped to 0..1 and squared. The number of pieces selects an output bucket,
 * whose weights multiply the squares of the side to move, then those of the opponent. The products
 * and the bucket's bias add up to the score for the side to move, in units of OUTPUT_UNIT.
 *
 * Factors. The row of a pair is a sum: its own part, and a part that all pairs of the same two
 * kinds share. The row of a piece-square is also a sum: its own part, and a part that all sets
 * share. So a rare input learns from similar inputs. Forward and backward passes use only the sums
 * (`row`). Once a batch, the trainer computes the sums and spreads their gradient over the parts.
 * The exported network has only the sums. */
#ifndef FLOAT_NET_H
#define FLOAT_NET_H

#include "network/network.h"

enum {
    OUTPUT_UNIT = 400, /* centipawns of an output of 1 */
    ROW_STEP = 16      /* a thread's number of columns is a multiple of ROW_STEP */
};

/* The parameters: rows of NETWORK_HIDDEN numbers, then the biases of the output. Each constant is
 * the number of a kind's first row. */
enum {
    NET_PAIRS = PIECE_INPUTS,               /* pairs, after the piece-squares of all sets */
    NET_INPUTS = NET_PAIRS + PAIR_INPUTS,   /* the number of inputs */
    NET_SHARED = NET_INPUTS,                /* the parts of piece-squares that all sets share */
    NET_KINDS = NET_SHARED + PIECE_SQUARES, /* the parts of pairs of the same kinds */
    NET_BIAS = NET_KINDS + THREAT_KINDS,    /* the bias */
    NET_OUTPUT = NET_BIAS + 1,              /* the output: by bucket, one row for each side */
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
    float *parameter; /* NET_COUNT numbers, as in gradient, mean and square */
    float *gradient;
    float *mean, *square; /* Adam's moments of the gradient */
    float *row;           /* NET_INPUTS rows: own part plus shared part */
    long step;
    float *average; /* the mean of the weights after several steps; NULL: not computed */
    long averaged;
} FloatNet;

/* The limits of weights, which become integers of 16 or 8 bits. */
#define CLIP_WEIGHT 1.98f /* sums stay far below 32 = 32,768 / ACCUMULATOR_ONE */
#define CLIP_PAIR   (127.0f / (float)ACCUMULATOR_ONE) /* for the sum of a pair's row */

/* Creates a network with random weights from a seed. NULL if memory is short. */
FloatNet *net_create(uint64_t seed);

/* Creates a network from the parameters of a network of `hidden` neurons, at most NETWORK_HIDDEN.
 * New neurons begin at random with output weights of 0, so that scores are the same until the first
 * step. NULL if memory is short. */
FloatNet *net_widened(const float *parameter, int hidden, uint64_t seed);

/* Resets the steps and their moments; keeps the weights. */
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

/* The first NET_INPUTS rows of `gradient` hold the gradient of the sums. Adds that gradient to the
 * gradient of the shared parts. */
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

/* Exchanges the weights and their mean, and computes the sums. */
void net_swap_average(FloatNet *net);

#endif
