/* Scores of the evaluations as they are printed: see eval/wdl.h. `units` are what an evaluation
 * counts, for White. */
#ifndef INSPECT_PRINTED_H
#define INSPECT_PRINTED_H

#include "board/position.h"
#include "inspect/document.h"

/* In centipawns, and in pawns. */
int printed_centipawns(const Position *pos, int units);
double printed_pawns(const Position *pos, int units);

/* Adds a line that begins with `name` and tells the score, for the side to move and for White. */
void printed_line(Document *out, const char *name, const Position *pos, int units);

#endif
