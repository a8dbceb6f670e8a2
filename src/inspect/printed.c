#include "inspect/printed.h"

#include "core/names.h"
#include "eval/wdl.h"

int printed_centipawns(const Position *pos, int units) {
    return wdl_centipawns(units, wdl_material(pos->state));
}

double printed_pawns(const Position *pos, int units) {
    return printed_centipawns(pos, units) / 100.0;
}

void printed_line(Document *out, const char *name, const Position *pos, int units) {
    const Color side = pos->state->side;
    const int sign = side == WHITE ? 1 : -1, points = printed_centipawns(pos, units);
    document_add(out,
                 "%s: %d as the search counts it, printed as %+.2f pawns, for %s, to move; "
                 "%+.2f from White's point of view\n",
                 name, sign * units, sign * points / 100.0, color_name(side), points / 100.0);
}
