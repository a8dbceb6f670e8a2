/* Scores of the evaluations as they are printed, each by its own win model: see eval/wdl.h. `units`
 * are what the evaluation counts, for White. In a position all units of one evaluation make the same
 * pawns, so that what adds up in units adds up as printed, but for the rounding. */
#ifndef INSPECT_PRINTED_H
#define INSPECT_PRINTED_H

#include "eval/wdl.h"
#include "inspect/document.h"

/* In centipawns, and in pawns. */
int printed_centipawns(Evaluation evaluation, const Position *pos, int units);
double printed_pawns(Evaluation evaluation, const Position *pos, int units);

/* Adds a line that begins with `name` and shows the score, for the side to move and for White. */
void printed_line(Document *out, const char *name, Evaluation evaluation, const Position *pos,
                  int units);

#endif
