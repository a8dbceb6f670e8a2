/* The meaning of a score: the chances of win, draw and loss, and centipawns of a fixed meaning.
 *
 * The search counts in units of its own, and one unit of the classical evaluation does not promise
 * what one of the network does: so each has a model of its own. Fitted to games in which this
 * evaluation plays itself, the chance that the side to move wins with score x and m points of
 * material on the board is
 *
 *     win(x, m) = 1 / (1 + exp((a(m) - x) / b(m))),   loss(x, m) = win(-x, m),
 *
 * and the rest is the draw. a is the score at which half of the games are won; b says how steeply
 * the chance changes around it. Scores are printed as 100 * x / a(m), so that +100 means: won in
 * half of the games, if both sides think as long as in the games that the model was fitted to.
 * Mates and wins by tablebase are not converted.
 */
#ifndef EVAL_WDL_H
#define EVAL_WDL_H

#include "board/position.h"

/* The evaluation that a score comes from, for the functions below. In endings with rules of their
 * own a search with a network uses the classical evaluation. Its scores count as the network's, as
 * in the games of that model. */
typedef enum Evaluation {
    EVALUATION_CLASSICAL,
    EVALUATION_NETWORK,
    EVALUATIONS,
    EVALUATION_DEFAULT = EVALUATION_NETWORK
} Evaluation;

/* The chances per mille for the side to move; they sum to 1000. */
typedef struct WinChances {
    int win, draw, loss;
} WinChances;

/* The range of material that the models are fitted for. */
enum { WDL_MATERIAL_MIN = 10, WDL_MATERIAL_MAX = 78 };

/* The points of material of both sides: pawn 1, knight and bishop 3, rook 5, queen 9; clamped to
 * the models' range. */
int wdl_material(const State *s);

/* The chances that a score of the search stands for; mates are certain. */
WinChances wdl_of(Evaluation evaluation, int score, int material);

/* A score of the search, not a mate, in centipawns to print; tablebase scores stay as they are. */
int wdl_centipawns(Evaluation evaluation, int score, int material);

/* The inverse: the score of the search that is printed as so many centipawns. */
double wdl_score(Evaluation evaluation, double centipawns, int material);

#endif
