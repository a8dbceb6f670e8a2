/* Static evaluation, read off the attack matrix.
 *
 * The sum of weights (eval/weights.h) times counts, in families: material, squares, mobility,
 * pieces, pawns, passed pawns, threats, king, space, tempo; tapered between middlegame and endgame
 * by the game phase, the endgame half scaled by how winnable it is. Integers only: the same on
 * every machine. Any number of threads may evaluate at once.
 */
#ifndef EVAL_EVALUATE_H
#define EVAL_EVALUATE_H

#include "board/position.h"

enum { EVAL_MAX = 10000 };

/* Fills tables. Call once before evaluate; further calls change nothing. */
void evaluate_init(void);

/* Units near centipawns for the side to move, within +-EVAL_MAX. Positions that mirror each other,
 * by files or by colours, get equal scores. */
int evaluate(const Position *pos);

/* True if an ending's own rules give the score of evaluate, such as that a king and a pawn win or do
 * not: they know what no sum of terms shows. */
bool evaluate_knows(const State *s);

#endif
