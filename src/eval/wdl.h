/* The meaning of a score: the chances of win, draw and loss, and centipawns of a fixed meaning.
 *
 * Each evaluation has a model of its own, since equal scores of the search mean different chances
 * with each. The model is fitted to games in which the evaluation plays itself. With score x and m
 * points of material on the board, the chance that the side to move wins is
 *
 *     win(x, m) = 1 / (1 + exp((a(m) - x) / b(m))),   loss(x, m) = win(-x, m),
 *
 * and the rest is the chance of a draw. a is the score at which half of the games are won; b is the
 * width of the curve around it. Scores are printed as 100 * x / a(m). So +100 means a 50 % chance
 * to win at the time control of the model's games. Mates and wins by tablebase are not converted.
 */
#ifndef EVAL_WDL_H
#define EVAL_WDL_H

#include "board/position.h"

/* The evaluation that a score comes from. A search with the network uses the classical evaluation
 * in known endings. All scores of such a search still count as the network's: the games of the
 * network's model were played by the same rule. */
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

/* The chances for a score of the search; a mate is certain. */
WinChances wdl_of(Evaluation evaluation, int score, int material);

/* Converts a score of the search, except a mate, to centipawns to print. Tablebase scores stay as
 * they are. */
int wdl_centipawns(Evaluation evaluation, int score, int material);

/* The score of the search that wdl_centipawns converts to `centipawns`. */
double wdl_score(Evaluation evaluation, double centipawns, int material);

#endif
