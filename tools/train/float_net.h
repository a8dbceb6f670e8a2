/* The network in floating point, as it is trained.
 *
 * Each perspective (network/inputs.h) adds up the rows of its inputs and a bias to `hidden` numbers,
 * which are clipped to 0..1 and squared. Those of the side to move and those of the opponent, one
 * behind the other, times the weights of an output bucket (by the number of pieces), plus its bias,
 * are the score for the side to move, in units of OUTPUT_UNIT.
 *
 * Factors. A row of a pair is a sum: its own part, and one for each coarser grain, which it shares
 * with other pairs. So is that of a piece-square, if there are several sets of them: its own part, and
 * one that all sets share. So what is seldom seen learns from what is like it. Forward and backward
 * passes know the sums only (`row`): these are made once a batch, and their gradient is spread over
 * the parts once a batch. The network that is written holds the sums.
 */
#ifndef FLOAT_NET_H
#define FLOAT_NET_H

#include "network/network.h"

enum { OUTPUT_UNIT = 400 /* centipawns that an output of 1 stands for */ };

/* Where the parameters lie in an array of them. */
typedef struct NetLayout {
    int pieces, rows; /* inputs: piece-squares, all sets of them, then pairs */
    int shared;       /* the first row of the part of piece-squares that all sets share, behind the
                       * rows; 0 if there is one set, whose rows are this part */
    int factors;      /* the first of the shared parts of pairs, behind these, up to the bias */
    size_t bias, output, output_bias, count;
} NetLayout;

typedef struct FloatNet {
    NetShape shape;
    NetLayout at;
    float *parameter; /* at.count numbers in each of these four */
    float *gradient;
    float *mean, *square;        /* of gradients: Adam's */
    float *row;                  /* sums: at.rows times shape.hidden_size */
    uint32_t *factor[PAIRS_ALL]; /* by grain: the shared row of each pair; NULL: no such factor */
    long step;
    float *average; /* the mean of the weights behind so many steps; NULL: none is taken */
    long averaged;
} FloatNet;

/* How far weights may go, since they are integers of 16 or 8 bits in the end. */
#define CLIP_WEIGHT 1.98f /* 32,767 / ACCUMULATOR_ONE is 32, far from what sums come to */
#define CLIP_PAIR   (127.0f / (float)ACCUMULATOR_ONE) /* of the sum of a pair's row */

/* A network with random weights; a seed gives the same one again. NULL if memory is short. */
FloatNet *net_create(NetShape shape, uint64_t seed);

/* Makes a network with several sets of piece-squares, all alike, from one with a single set: it
 * gives the same scores. NULL if memory is short. */
FloatNet *net_with_kings(const FloatNet *one, KingGrain kings);

/* Makes a network with more neurons from one with fewer, which gives the same scores: the output does
 * not weigh the new ones, which begin at random, until the first step. NULL if memory is short. */
FloatNet *net_widened(const FloatNet *narrow, int hidden_size, uint64_t seed);

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

/* Adds the gradient of the sums, which lies in the rows' part of `gradient`, to that of the factors.
 */
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
