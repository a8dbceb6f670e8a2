/* The meaning of a score: the chances of win, draw and loss, and centipawns of a fixed meaning.
 *
 * Each evaluation has a model of its own, since equal scores of two evaluations mean different
 * chances. The model is fitted to games in which the evaluation plays itself. With score x and m
 * points of material on the board, the chance that the side to move wins is
 *
 *     win(x, m) = 1 / (1 + exp((a(m) - x) / b(m))),   loss(x, m) = win(-x, m),
 *
 * The remaining chance is the chance of a draw. a is the score at which half of the games are won;
 * b is the width of the curve around a. Scores are printed as 100 * x / a(m). So +100 means a 50 %
 * chance to win at the time control of the model's games. Scores of mates and of tablebase wins are
 * not converted.
 */
#ifndef EVAL_WDL_H
#define EVAL_WDL_H

#include "board/position.h"

/* The evaluation that a score comes from. A search with the network uses the classical evaluation
 * in known endings. All scores of such a search still count as the network's. The network's win
 * model is fitted to games of such searches. */
typedef enum Evaluation {
    EVALUATION_CLASSICAL,
    EVALUATION_NETWORK,
    EVALUATIONS,
    EVALUATION_DEFAULT = EVALUATION_NETWORK
} Evaluation;

/* The chances of a game per mille for the side to move; the sum is 1000. */
typedef struct WinChances {
    int win, draw, loss;
} WinChances;

/* The range of points of material to which the models are fitted. */
enum { WDL_MATERIAL_MIN = 10, WDL_MATERIAL_MAX = 78 };

/* Returns the points of material of both sides, within the models' range: pawn 1, knight and bishop
 * 3, rook 5, queen 9. */
int wdl_material(const State *s);

/* Returns the chances for a score of the search. A mate score gives a certain win or loss. */
WinChances wdl_of(Evaluation evaluation, int score, int material);

/* Converts a score of the search to centipawns to print. The score must not be a mate score.
 * Tablebase scores stay as they are. */
int wdl_centipawns(Evaluation evaluation, int score, int material);

/* Returns the score of the search that wdl_centipawns converts to `centipawns`. */
double wdl_score(Evaluation evaluation, double centipawns, int material);

#endif
