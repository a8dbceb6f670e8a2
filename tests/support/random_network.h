/* Networks of random weights. */
#ifndef SUPPORT_RANDOM_NETWORK_H
#define SUPPORT_RANDOM_NETWORK_H

#include "selfcheck/verify.h"

/* The bytes of a file of any width, network_size(hidden) of them, filled by network_fill; freed with free.
 * Ends the program if memory is short. */
void *random_network_file(int hidden, uint64_t seed);

/* The same of NETWORK_HIDDEN neurons; *net lies in them. */
void *random_network(uint64_t seed, Network *net);

#endif
