/* Networks of random weights. */
#ifndef SUPPORT_RANDOM_NETWORK_H
#define SUPPORT_RANDOM_NETWORK_H

#include "network/network.h"

/* A network whose sums are often beyond 0 and ACCUMULATOR_ONE, and often between; a seed gives the same one
 * again. Returns the bytes of its file, which are freed with free; *net lies in them. Ends the
 * program if memory is short. */
void *random_network(NetShape shape, uint64_t seed, Network *net);

/* Writes header and checksum of a file whose arrays are filled. */
void network_seal(void *bytes, NetShape shape);

#endif
