/* A long analysis: `go infinite` in one position after the other, with options that change. */
#ifndef SOAK_ANALYSIS_H
#define SOAK_ANALYSIS_H

#include "soak/soak_game.h"
#include "soak/soak_player.h"

typedef struct AnalysisSums {
    int64_t positions, changes; /* searches, and options set while one ran */
    int64_t infos;
    int64_t longest_stop; /* microseconds from stop to the answer */
} AnalysisSums;

/* Analyses one position for a random time of up to `longest` milliseconds. False if the player was
 * lost. */
bool analyse(Player *p, Starts *starts, int threads, int longest, AnalysisSums *sums);

#endif
