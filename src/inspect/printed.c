#include "inspect/printed.h"

#include "core/text.h"

int printed_centipawns(Evaluation evaluation, const Position *pos, int units) {
    return wdl_centipawns(evaluation, units, wdl_material(pos->state));
}

double printed_pawns(Evaluation evaluation, const Position *pos, int units) {
    return printed_centipawns(evaluation, pos, units) / 100.0;
}

void printed_line(Document *out, const char *name, Evaluation evaluation, const Position *pos,
                  int units) {
    const Color side = pos->state->side;
    const int sign = side == WHITE ? 1 : -1, points = printed_centipawns(evaluation, pos, units);
    document_add(out,
                 "%s: %d as the search counts it, printed as %+.2f pawns, for %s, to move; "
                 "%+.2f from White's point of view\n",
                 name, sign * units, sign * points / 100.0, color_name(side), points / 100.0);
}
