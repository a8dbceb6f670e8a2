/* The sums of the network's first layer, kept from position to position.
 *
 * A searching thread has sums for each state on its stack, and makes them only for states that are
 * evaluated: from those of the nearest state before it that has some, by one difference
 * (board/state_difference.h), however many plies lie between. Nothing is done when a move is made or
 * taken back.
 */
#ifndef NETWORK_ACCUMULATORS_H
#define NETWORK_ACCUMULATORS_H

#include "board/position.h"
#include "network/network.h"

typedef struct Accumulators {
    const Network *net; /* NULL: none, and nothing may be evaluated */
} Accumulators;

/* Forgets all sums, and takes a network, which must outlive its use, or none (NULL). */
void accumulators_begin(Accumulators *a, const Network *net);

/* The score of a position for the side to move, in centipawns: network_evaluate's, sooner. From one
 * call to the next, states may be made and unmade, and a position may be set up anew. */
int accumulators_evaluate(Accumulators *a, const Position *pos);

#endif
