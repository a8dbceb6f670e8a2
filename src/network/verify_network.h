/* The sums that are kept against sums from nothing. */
#ifndef NETWORK_VERIFY_NETWORK_H
#define NETWORK_VERIFY_NETWORK_H

#include "board/difference.h"
#include "network/accumulator.h"

/* Compares what is kept of the current state, both perspectives' sums and the score that they give,
 * with the same from nothing. True if all agree, or nothing is kept. Else writes to `report`
 * (DIFFERENCE_SIZE bytes) whose sums are wrong, the piece or the threat pair whose row they have too
 * much or lack, if one alone explains it, and the position. */
bool verify_network(const Accumulators *a, const Position *pos, char *report);

#endif
