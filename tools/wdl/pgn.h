/* Games in the PGN of fastchess: a comment after each move of an engine begins with the score in
 * pawns, as in "e4 {+0.35/12 0.050s}". */
#ifndef TOOLS_WDL_PGN_H
#define TOOLS_WDL_PGN_H

#include "wdl/fit.h"

#include <stdio.h>

typedef struct PgnRead {
    long games;    /* games with a result and legal moves only */
    long unread;   /* other games */
    char why[160]; /* the fault of the first of the other games */
    int error;     /* errno if the file could not be read to its end, else 0 */
} PgnRead;

/* Replays all games of a file and counts their positions by material, score and result for the side
 * to move. Scores are centipawns of an evaluation as eval/wdl.h prints them, and are converted to
 * scores of the search by its model. With `raw` they are scores of the search. Book moves and mate
 * scores are not counted. Moves may be in SAN or in UCI notation. */
PgnRead pgn_count(FILE *file, Evaluation evaluation, bool raw, FitCounts *counts);

#endif
