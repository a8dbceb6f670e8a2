/* Inputs of the network in words and as JSON. */
#ifndef INSPECT_INPUT_PHRASES_H
#define INSPECT_INPUT_PHRASES_H

#include "inspect/json.h"
#include "network/contributions.h"

/* The letter of a piece: a capital for White. */
char placed_letter(PlacedPiece p);

/* Adds a piece: "White's Knight e5". */
void placed_phrase(Document *out, PlacedPiece p);

/* Adds a pair: "White's Knight e5 attacks the Queen g6", "White's Rook a1 and Rook d1 defend each
 * other". */
void pair_phrase(Document *out, const PairContribution *c);

/* Add the same as values in an object. */
void placed_json(Json *j, const char *key, PlacedPiece p);
void pair_json(Json *j, const char *key, const PairContribution *c);

#endif
