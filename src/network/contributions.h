/* The contributions of pieces and threat pairs to the network's score of a position.
 *
 * The contribution of an input is the score less the score without it. Its row is subtracted from
 * the sums of both perspectives, and nothing else changes:
 * - The perspectives depend on both kings, even if a king is left out.
 * - The output bucket is that of all pieces.
 * - The pairs of other pieces stay, even if a line between them opens.
 *
 * The network is not linear, so contributions do not add up to the score. All values are for White,
 * in the centipawns of network_evaluate.
 */
#ifndef NETWORK_CONTRIBUTIONS_H
#define NETWORK_CONTRIBUTIONS_H

#include "network/network.h"

typedef struct PieceContribution {
    PlacedPiece placed;
    int whole;  /* of its piece-square and all pairs in which it attacks or is attacked */
    int square; /* of its piece-square alone */
} PieceContribution;

typedef struct PairContribution {
    ThreatPair pair;
    int value;
} PairContribution;

typedef struct Contributions {
    int score; /* the score of network_evaluate, for White */
    int piece_count, pair_count;
    PieceContribution pieces[PLACED_LIMIT]; /* by square */
    PairContribution pairs[PAIR_LIMIT];     /* by falling absolute value, then by squares */
} Contributions;

/* Finds the contributions of all pieces and pairs. */
void contributions_find(const Network *net, const State *s, Contributions *out);

#endif
