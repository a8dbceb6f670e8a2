/* Networks of random weights. */
#ifndef SUPPORT_RANDOM_NETWORK_H
#define SUPPORT_RANDOM_NETWORK_H

#include "selfcheck/verify.h"

/* Returns the bytes of a network file with `hidden` neurons and random weights (network_fill), which the caller frees.
 * Ends the program if memory is short. */
void *random_network_file(int hidden, uint64_t seed);

/* Like random_network_file with NETWORK_HIDDEN neurons; also sets *net to the network in the bytes. */
void *random_network(uint64_t seed, Network *net);

#endif
