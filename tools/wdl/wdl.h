/* The fit of a win model (eval/wdl.h) to the results of games by maximum likelihood. */
#ifndef TOOLS_WDL_H
#define TOOLS_WDL_H

#include "eval/wdl.h"
#include "eval/wdl_model.h"

#include <stdio.h>

enum {
    FIT_SCORE_MAX = 400, /* units of the search: greater scores add nothing new, and endings that
                            the players could not win would distort the model */
    FIT_BIN = 5,         /* the width of a bin in units: all scores in a bin are counted together */
    FIT_BINS = 2 * (FIT_SCORE_MAX / FIT_BIN) + 1,
    FIT_MATERIALS = WDL_MATERIAL_MAX - WDL_MATERIAL_MIN + 1
};

/* The result of a game for the side to move in a position. */
typedef enum Outcome { OUTCOME_LOSS, OUTCOME_DRAW, OUTCOME_WIN, OUTCOME_COUNT } Outcome;

typedef struct FitCounts {
    long positions;
    int counts[FIT_MATERIALS][FIT_BINS][OUTCOME_COUNT];
} FitCounts;

/* Counts a position, unless |score| exceeds FIT_SCORE_MAX. `score` is in units of the search. */
void fit_count(FitCounts *counts, int material, double score, Outcome outcome);

/* Finds the likeliest of the models that have a >= b / 10 > 0 for every count of material, since a
 * model with a <= 0 has no draws. Returns false if positions are too few or no model is found. */
bool fit_model(const FitCounts *counts, WinModel *model);

typedef struct PgnRead {
    long games;    /* the games counted: they have a result, and only legal moves */
    long unread;   /* the games not counted */
    char why[160]; /* the fault of the first game not counted */
    int error;     /* errno if the file could not be read to its end, else 0 */
} PgnRead;

/* Replays all games of a file in the PGN of fastchess: a comment after each move of an engine
 * begins with the score in pawns ("e4 {+0.35/12 0.050s}"). Moves may be in SAN or in UCI notation.
 * Counts the positions by material, score and result for the side to move. The win model of the
 * evaluation converts the scores back to those of the search. Book moves and mate scores are not
 * counted. */
PgnRead pgn_count(FILE *file, Evaluation evaluation, FitCounts *counts);

#endif
