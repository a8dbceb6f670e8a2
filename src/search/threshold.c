#include "search/threshold.h"

/* The deficits at which `gain` is too little, up to those at which `next` is too: a range, which has
 * no parentheses around it. NOLINTNEXTLINE(bugprone-macro-parentheses) */
#define FROM(gain, next) (gain) / THRESHOLD_STEP...(next) / THRESHOLD_STEP - 1

/* A gain is a multiple of the step. So it is at most the deficit if and only if it is so after both
 * are divided by the step and rounded down, and the table is exact. */
static_assert(GAIN_QUEEN % THRESHOLD_STEP == 0 && GAIN_ROOK % THRESHOLD_STEP == 0 &&
                  GAIN_MINOR % THRESHOLD_STEP == 0 && GAIN_PREPROMOTED % THRESHOLD_STEP == 0 &&
                  GAIN_PAWN % THRESHOLD_STEP == 0,
              "a class begins between two entries");

const Threshold thresholds[] = {
    [FROM(0, GAIN_PAWN)] = {THRESHOLD_ALL, 0},
    [FROM(GAIN_PAWN, GAIN_PREPROMOTED)] = {THRESHOLD_PREPROMOTED, GAIN_PAWN},
    [FROM(GAIN_PREPROMOTED, GAIN_MINOR)] = {THRESHOLD_PIECES, GAIN_PREPROMOTED},
    [FROM(GAIN_MINOR, GAIN_ROOK)] = {THRESHOLD_ROOKS, GAIN_MINOR},
    [FROM(GAIN_ROOK, GAIN_QUEEN)] = {THRESHOLD_QUEENS, GAIN_ROOK},
    [GAIN_QUEEN / THRESHOLD_STEP] = {THRESHOLD_NOTHING, GAIN_QUEEN}};
