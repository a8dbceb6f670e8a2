/* Networks of random weights. */
#ifndef SUPPORT_RANDOM_NETWORK_H
#define SUPPORT_RANDOM_NETWORK_H

#include "network/known_scores.h"

/* A network filled by network_fill. Returns the bytes of its file, which are freed with free; *net lies
 * in them. Ends the program if memory is short. */
void *random_network(NetShape shape, uint64_t seed, Network *net);

#endif
