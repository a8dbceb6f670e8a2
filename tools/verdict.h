/* What the classical evaluation says of a position in words: won, drawn or lost. */
#ifndef TOOLS_VERDICT_H
#define TOOLS_VERDICT_H

#include "eval/evaluate.h"
#include "eval/wdl.h"

enum { VERDICT_LOST = -1, VERDICT_DRAWN, VERDICT_WON };

/* For White: won if the score reported is at least +1.00, from where half of the games are won. */
static inline int verdict_of(const Position *pos) {
    const int score = evaluate(pos), white = pos->state->side == WHITE ? score : -score;
    const int shown = wdl_centipawns(EVALUATION_CLASSICAL, white, wdl_material(pos->state));
    return shown >= 100 ? VERDICT_WON : shown <= -100 ? VERDICT_LOST : VERDICT_DRAWN;
}

#endif
