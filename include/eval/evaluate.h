/* Static evaluation: material, piece-square values and mobility, tapered between middlegame and
 * endgame.
 *
 * Small and symmetric on purpose: a first evaluation. Mobility is read off the matrix.
 */
#ifndef EVAL_EVALUATE_H
#define EVAL_EVALUATE_H

#include "board/position.h"

/* Fills the piece-square table. Call once before evaluate; further calls change nothing. */
void evaluate_init(void);

/* Centipawns for the side to move, within +-10000. Mirrored positions get equal scores. */
int evaluate(const Position *pos);

#endif
