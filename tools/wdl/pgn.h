/* Games in PGN as fastchess writes them: each move of an engine followed by a comment that begins
 * with its score in pawns, as in "e4 {+0.35/12 0.050s}". */
#ifndef TOOLS_WDL_PGN_H
#define TOOLS_WDL_PGN_H

#include "wdl/fit.h"

#include <stdio.h>

typedef struct PgnRead {
    long games;    /* with a result, all of whose moves could be played */
    long unread;   /* others */
    char why[160]; /* what was wrong with the first of those */
    int error;     /* errno if the file could not be read to its end, else 0 */
} PgnRead;

/* Replays all games of a file and counts their positions: material, score, and how the game ended
 * for the side to move. Scores are taken for those of an evaluation as eval/wdl.h prints them, and
 * turned back into those of the search by its model; with `raw` they are the search's. Book moves
 * and mate scores are not counted. Moves may be in SAN or as UCI writes them. */
PgnRead pgn_count(FILE *file, Evaluation evaluation, bool raw, FitCounts *counts);

#endif
