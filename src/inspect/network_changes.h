/* What a move changes in the network's view: the inputs that go and come, and what each counts. */
#ifndef INSPECT_NETWORK_CHANGES_H
#define INSPECT_NETWORK_CHANGES_H

#include "network/contributions.h"

/* An input that has gone or come. A piece counts here by its piece-square alone, since its pairs are
 * inputs, too. */
typedef struct InputChange {
    bool came;
    bool is_pair;
    PlacedPiece placed;    /* unless is_pair */
    PairContribution pair; /* if is_pair */
    int value; /* its contribution: to the score before if it has gone, to that after if it came */
} InputChange;

enum { INPUT_CHANGES = 2 * (PLACED_LIMIT + PAIR_LIMIT) };

typedef struct NetworkChanges {
    int score[2]; /* before and after, for White, as network_evaluate counts */
    /* A king has crossed the middle of the board: its side's perspective is mirrored now, and all
     * inputs of that perspective are others, though only those of pieces and pairs that the move
     * has changed are listed. */
    bool mirrored[COLOR_COUNT];
    /* A king has come to squares that have a set of piece-squares of their own: those of its side's
     * perspective are all others, and the same holds. */
    bool other_set[COLOR_COUNT];
    int count;
    InputChange changes[INPUT_CHANGES]; /* by size of the value, the greatest first */
} NetworkChanges;

/* Compares two positions, of which `after` is `before` with a move made. */
void network_changes_find(const Network *net, const State *before, const State *after,
                          NetworkChanges *out);

#endif
