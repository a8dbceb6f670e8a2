#include "uci/evaluation_text.h"

#include "core/names.h"
#include "eval/breakdown.h"
#include "eval/evaluate.h"
#include "eval/scaling.h"
#include "eval/wdl.h"

static void add_row(Text *text, const char *name, Half white, Half black) {
    text_add(text, "%-10s %6d %6d   %6d %6d   %6d %6d\n", name, white.mg, white.eg, black.mg,
             black.eg, white.mg - black.mg, white.eg - black.eg);
}

/* How the two halves become one number. */
static void add_weighing(Text *text, const Breakdown *b) {
    text_add(text, "\nEndgame: %d times %d/%d for complexity, times %d/%d for scale = %d\n",
             b->total.eg, b->complexity, COMPLEXITY_NORMAL, b->scale, SCALE_NORMAL, b->eg);
    text_add(text, "Phase %d of %d: (%d x %d + %d x %d) / %d\n", b->phase, PHASE_FULL, b->total.mg,
             b->phase, b->eg, PHASE_FULL - b->phase, PHASE_FULL);
}

void evaluation_text(Text *text, const Position *pos) {
    static Trace trace;
    const Color side = pos->state->side;
    evaluate_trace(pos, &trace);
    const Breakdown b = breakdown_of(&trace, side);
    text_add(text, "                 White           Black           Difference\n"
                   "              mid    end      mid    end      mid    end\n");
    for (Family f = 0; f < FAMILY_SCALING; f++)
        add_row(text, family_name(f), b.family[f][WHITE], b.family[f][BLACK]);
    text_add(text, "%-10s %31s %6d %6d\n", "Sum", "", b.total.mg, b.total.eg);
    if (b.ending)
        text_add(text, "\nThe ending %s is known: its value takes the place of the sum.\n",
                 b.ending);
    else
        add_weighing(text, &b);
    const int points = wdl_centipawns(b.score, wdl_material(pos->state));
    text_add(text,
             "Evaluation: %d as the search counts it, told as %+.2f pawns, for %s, who is to move; "
             "%+.2f from White's side\n",
             side == WHITE ? b.score : -b.score, (side == WHITE ? points : -points) / 100.0,
             color_name(side), points / 100.0);
}
