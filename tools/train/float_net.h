/* The network in floating point, as it is trained.
 *
 * Each perspective (network/inputs.h) adds up the rows of its inputs and a bias to NETWORK_HIDDEN numbers, which are
 * clipped to 0..1 and squared. Those of the side to move and those of the opponent, one behind the other, times the
 * weights of an output bucket (by the number of pieces), plus its bias, are the score for the side to move, in units of
 * OUTPUT_UNIT.
 *
 * Factors. A row of a pair is a sum: its own part, and one that all pairs of the same two kinds share, whatever the
 * square. So is that of a piece-square: its own part, and one that all sets share. So what is seldom seen learns from
 * what is like it. Forward and backward passes know the sums only (`row`): these are made once a batch, and their
 * gradient is spread over the parts once a batch. The network that is written holds the sums. */
#ifndef FLOAT_NET_H
#define FLOAT_NET_H

#include "network/network.h"

enum { OUTPUT_UNIT = 400 /* centipawns that an output of 1 stands for */ };

/* Parameters: rows of NETWORK_HIDDEN numbers, here by their first, and the biases of the output. */
enum {
    NET_PAIRS = PIECE_INPUTS,               /* behind the piece-squares of all sets */
    NET_INPUTS = NET_PAIRS + PAIR_INPUTS,   /* their end, */
    NET_SHARED = NET_INPUTS,                /* the part of piece-squares that all sets share, */
    NET_KINDS = NET_SHARED + PIECE_SQUARES, /* that of pairs of the same kinds, */
    NET_BIAS = NET_KINDS + THREAT_KINDS,    /* the bias, */
    NET_OUTPUT = NET_BIAS + 1,              /* and the output: by bucket, one row for each side */
    NET_ROWS = NET_OUTPUT + 2 * OUTPUT_BUCKETS
};

/* How many numbers so many rows have, and all parameters of a network of a width. */
static inline size_t row_numbers(size_t rows) {
    return rows * NETWORK_HIDDEN;
}

static inline size_t parameter_count(int hidden) {
    return (size_t)NET_ROWS * (size_t)hidden + OUTPUT_BUCKETS;
}

enum { NET_COUNT = NET_ROWS * NETWORK_HIDDEN + OUTPUT_BUCKETS };

typedef struct FloatNet {
    float *parameter; /* NET_COUNT numbers in each of these four */
    float *gradient;
    float *mean, *square; /* of gradients: Adam's */
    float *row;           /* sums: of NET_INPUTS rows */
    long step;
    float *average; /* the mean of the weights behind so many steps; NULL: none is taken */
    long averaged;
} FloatNet;

/* How far weights may go, since they are integers of 16 or 8 bits in the end. */
#define CLIP_WEIGHT 1.98f /* 32,767 / ACCUMULATOR_ONE is 32, far from what sums come to */
#define CLIP_PAIR   (127.0f / (float)ACCUMULATOR_ONE) /* of the sum of a pair's row */

/* A network with random weights; a seed gives the same one again. NULL if memory is short. */
FloatNet *net_create(uint64_t seed);

/* Makes a network of one with `hidden` neurons, NETWORK_HIDDEN or fewer, whose parameters are given. It
 * gives the same scores: the output does not weigh the new neurons, which begin at random, until the
 * first step. NULL if memory is short. */
FloatNet *net_widened(const float *parameter, int hidden, uint64_t seed);

/* Forgets all steps and their moments; the weights stay. */
void net_restart(FloatNet *net);

/* NULL is allowed. */
void net_free(FloatNet *net);

/* Adds numbers to as many others: rows are added up by it, and their gradients. */
static inline void add_numbers(float *restrict to, const float *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++)
        to[i] += from[i];
}

/* A share of each: to be called for all parts, one after the other or at once. They come in this
 * order behind a batch's backward pass. */

/* Adds the gradient of the sums, which lies in the rows' part of `gradient`, to that of the factors. */
void net_spread_gradient(FloatNet *net, int part, int parts);

/* A step of AdamW (Loshchilov and Hutter, 2019) by the gradient of `positions` positions, which is
 * then 0. net->step must have been raised by 1 before. */
void net_adam(FloatNet *net, double positions, double rate, double decay, int part, int parts);

/* Makes the sums. */
void net_sum_rows(FloatNet *net, int part, int parts);

/* Takes the weights into their mean, for which net_begin_average has made room and net->averaged must
 * have been raised by 1 before. */
void net_average(FloatNet *net, int part, int parts);

/* Makes room for the mean of the weights, if there is none yet. False if memory is short. */
bool net_begin_average(FloatNet *net);

/* Exchanges the weights and their mean, and makes the sums. */
void net_swap_average(FloatNet *net);

#endif
