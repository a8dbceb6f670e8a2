/* The contributions of pieces and threat pairs to the network's score of a position.
 *
 * The contribution of some inputs is the score less the score without them: their rows are taken out
 * of the sums of both perspectives, and nothing else changes. The perspectives stay as the kings
 * give them, even if a king is left out; the output bucket stays that of all pieces; and the pairs
 * of the others stay, even if the piece stood between two of them no longer. The network is not
 * linear, so contributions do not add up to the score.
 *
 * All values are for White, in centipawns as network_evaluate counts them.
 */
#ifndef NETWORK_CONTRIBUTIONS_H
#define NETWORK_CONTRIBUTIONS_H

#include "network/network.h"

typedef struct PieceContribution {
    PlacedPiece placed;
    int whole;  /* of its piece-square and of all pairs that it is in, on either end */
    int square; /* of its piece-square alone */
} PieceContribution;

typedef struct PairContribution {
    ThreatPair pair;
    int value;
} PairContribution;

typedef struct Contributions {
    int score; /* network_evaluate, from White's side */
    int piece_count, pair_count;
    PieceContribution pieces[PLACED_LIMIT]; /* by square */
    PairContribution pairs[PAIR_LIMIT];     /* by size, the greatest first; then by squares */
} Contributions;

/* Finds the contributions of all pieces and pairs. */
void contributions_find(const Network *net, const State *s, Contributions *out);

#endif
