/* What a score means: the chances of win, draw and loss, and centipawns of a fixed meaning.
 *
 * The search counts in units of its own. Fitted to games of Panoptes, the chance that the side to
 * move wins with score x and m points of material on the board is
 *
 *     win(x, m) = 1 / (1 + exp((a(m) - x) / b(m))),   loss(x, m) = win(-x, m),
 *
 * and the rest is the draw. a is the score at which half of the games are won; b says how steeply
 * the chance changes around it. Scores are printed as 100 * x / a(m), so that +100 means: won in
 * half of the games, at the time control of the games that wdl_model.h was fitted to. Mates and
 * wins by tablebase are not converted.
 */
#ifndef EVAL_WDL_H
#define EVAL_WDL_H

#include "board/position.h"

/* The chances per mille for the side to move; they sum to 1000. */
typedef struct WinChances {
    int win, draw, loss;
} WinChances;

/* The range of material that the model was fitted for. */
enum { WDL_MATERIAL_MIN = 10, WDL_MATERIAL_MAX = 78 };

/* The points of material of both sides: pawn 1, knight and bishop 3, rook 5, queen 9; clamped to
 * the model's range. */
int wdl_material(const State *s);

/* The chances that a score of the search stands for; mates are certain. */
WinChances wdl_of(int score, int material);

/* A score of the search, not a mate, in centipawns to print; tablebase scores stay as they are. */
int wdl_centipawns(int score, int material);

/* The inverse: the score of the search that is printed as so many centipawns. */
double wdl_score(double centipawns, int material);

#endif
