/* What a score is worth: the chances of win, draw and loss, and centipawns of a fixed meaning.
 *
 * The search counts in units of its own. Fitted to games of ours, the chance that the side to move
 * wins with score x and m points of material on the board is
 *
 *     win(x, m) = 1 / (1 + exp((a(m) - x) / b(m))),   loss(x, m) = win(-x, m),
 *
 * and the rest is the draw. a is the score at which half of the games are won, b says how steeply
 * that changes. Scores are told to the world as 100 * x / a(m), so that +100 means: won in half of
 * the games, at the time control of the games that wdl_model.h was fitted to. Mates and
 * wins by tablebase are as they are.
 */
#ifndef ENGINE_WDL_H
#define ENGINE_WDL_H

#include "board/position.h"

/* WinChances per mille, for the side to move; they sum to 1000. */
typedef struct WinChances {
    int win, draw, loss;
} WinChances;

/* The material that the model was fitted for; less and more count as this much. */
enum { WDL_MATERIAL_MIN = 10, WDL_MATERIAL_MAX = 78 };

/* The points of material on the board, both sides': Pawn 1, Knight and Bishop 3, Rook 5, Queen 9;
 * clamped to the model's range. */
int wdl_material(const State *s);

/* The chances of a score of the search, mates included. */
WinChances wdl_of(int score, int material);

/* A score of the search, not a mate, in centipawns to be told; those of tablebases are as they are.
 */
int wdl_centipawns(int score, int material);

/* The score of the search that is told as so many centipawns. */
double wdl_score(double centipawns, int material);

#endif
