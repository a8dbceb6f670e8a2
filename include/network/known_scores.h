/* Scores of known positions by networks of known weights: what the network computes, rather than that its
 * kept sums agree with those from nothing, since both may number inputs or scale outputs alike wrongly.
 */
#ifndef NETWORK_KNOWN_SCORES_H
#define NETWORK_KNOWN_SCORES_H

#include "board/difference.h"
#include "network/network.h"

/* Fills the bytes of a network's file, network_size(shape) of them, aligned to CACHE_LINE: weights that
 * follow from a seed, whose sums are often beyond 0 and ACCUMULATOR_ONE, and often between, then header
 * and checksum. */
void network_fill(void *bytes, NetShape shape, uint64_t seed);

/* Writes header and checksum of a file whose arrays are filled. */
void network_seal(void *bytes, NetShape shape);

/* Compares scores with what they were when they were written down: of a network of the grains that play,
 * or of every grain of pairs and of kings. True if all agree, or if memory is short. Else the report
 * (DIFFERENCE_SIZE bytes) says which differs. `room` is working space. */
bool verify_known_scores(Position *room, bool every_kind, char *report);

#endif
