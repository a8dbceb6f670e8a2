/* The threshold of a walk over victims (moves/captures.h), by score: where the enemy's list holds
 * nothing more that is worth taking. */
#ifndef SEARCH_THRESHOLD_H
#define SEARCH_THRESHOLD_H

#include "board/cells.h"
#include "core/types.h"

/* What a capture gains at most, in centipawns, by the class of its victim. Multiples of
 * THRESHOLD_STEP. */
enum {
    GAIN_QUEEN = 1000,
    GAIN_ROOK = 520,
    GAIN_MINOR = 340,
    GAIN_PREPROMOTED = 250,
    GAIN_PAWN = 110,
    THRESHOLD_STEP = 10
};

typedef struct Threshold {
    uint8_t cell;   /* one of THRESHOLD_* */
    uint16_t reach; /* the most that a victim left out gains; 0 if none is left out */
} Threshold;

extern const Threshold thresholds[GAIN_QUEEN / THRESHOLD_STEP + 1];

/* The threshold that leaves out every class of victims whose gain is not more than `deficit`. */
static ALWAYS_INLINE Threshold threshold_by_deficit(int deficit) {
    return thresholds[clamp_int(deficit, 0, GAIN_QUEEN) / THRESHOLD_STEP];
}

#endif
