/* Scores of known positions by networks of known weights: what the network computes, rather than that its
 * kept sums agree with those from nothing, since both may number inputs or scale outputs alike wrongly.
 */
#ifndef NETWORK_KNOWN_SCORES_H
#define NETWORK_KNOWN_SCORES_H

#include "board/difference.h"
#include "network/network.h"

/* Fills the bytes of a network's file, network_size(hidden) of them, aligned to CACHE_LINE: weights that
 * follow from a seed, whose sums are often beyond 0 and ACCUMULATOR_ONE, and often between, then header
 * and checksum. A neuron has the same weights however many there are; those from `weighed` on have none
 * to the output. */
void network_fill(void *bytes, int hidden, int weighed, uint64_t seed);

/* Writes header and checksum of a file whose arrays are filled. */
void network_seal(void *bytes, int hidden);

/* Compares scores with what they were when they were written down. True if all agree, or if memory is
 * short. Else the report (DIFFERENCE_SIZE bytes) says which differs. `room` is working space. */
bool verify_known_scores(Position *room, char *report);

#endif
