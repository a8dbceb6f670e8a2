/* KQK, KRK and KPK solved from the mates backwards: an independent witness for the tablebases. Of
 * the engine it uses the attack tables of single men.
 *
 * The man is White's. */
#ifndef SUPPORT_THREE_MEN_H
#define SUPPORT_THREE_MEN_H

#include "core/types.h"

typedef struct ThreeMen {
    Color side;
    Square white_king, black_king, man;
} ThreeMen;

/* Solves all three. Call once, after the engine's tables are filled. */
void three_men_solve(void);

/* True if the position can arise with a man of a type (QUEEN, ROOK or PAWN). */
bool three_men_legal(PieceType type, ThreeMen p);

/* Plies to mate with best play, or -1 if it is a draw. With a pawn the number means nothing. */
int three_men_plies(PieceType type, ThreeMen p);

#endif
