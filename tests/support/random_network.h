/* Networks of random weights. */
#ifndef SUPPORT_RANDOM_NETWORK_H
#define SUPPORT_RANDOM_NETWORK_H

#include "selfcheck/verify.h"
#include "support/positions.h"

/* Returns the bytes of a network file with `hidden` neurons and random weights (network_fill), which the caller frees.
 * Ends the program if memory is short. */
void *random_network_file(int hidden, uint64_t seed);

/* Like random_network_file with NETWORK_HIDDEN neurons; also sets *net to the network in the bytes. */
void *random_network(uint64_t seed, Network *net);

/* Writes another scale into the header of a network's file; scores are in proportion to the scale. */
void network_set_scale(void *bytes, uint32_t scale);

/* Visits so many positions, scaled (support/setup.h), with *net as each of two random networks. */
void visit_with_networks(uint64_t seed, Network *net, Position *pos, int positions, Visit *visit);

static inline int for_white(const State *s, int score) {
    return s->side == WHITE ? score : -score;
}

#endif
