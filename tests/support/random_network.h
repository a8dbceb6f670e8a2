/* Networks of random weights. */
#ifndef SUPPORT_RANDOM_NETWORK_H
#define SUPPORT_RANDOM_NETWORK_H

#include "selfcheck/verify.h"

/* Returns the network_size(hidden) bytes of a file, filled by network_fill. Free the bytes with
 * free. Ends the program if memory is short. */
void *random_network_file(int hidden, uint64_t seed);

/* Returns the bytes of a file with NETWORK_HIDDEN neurons, and sets *net to this network. */
void *random_network(uint64_t seed, Network *net);

#endif
