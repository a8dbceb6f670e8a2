#include "core/names.h"
#include "eval/breakdown.h"
#include "eval/evaluate.h"
#include "inspect/inspect.h"
#include "inspect/printed.h"

static void add_row(Document *out, const char *name, Half white, Half black) {
    document_add(out, "%-10s %6d %6d   %6d %6d   %6d %6d\n", name, white.mg, white.eg, black.mg,
                 black.eg, white.mg - black.mg, white.eg - black.eg);
}

/* How middlegame and endgame become one number. */
static void add_weighing(Document *out, const Breakdown *b) {
    document_add(out, "\nEndgame: %d times %d/%d for complexity, times %d/%d for scale = %d\n",
                 b->total.eg, b->complexity, COMPLEXITY_NORMAL, b->scale, SCALE_NORMAL, b->eg);
    document_add(out, "Phase %d of %d: (%d x %d + %d x %d) / %d\n", b->phase, PHASE_FULL,
                 b->total.mg, b->phase, b->eg, PHASE_FULL - b->phase, PHASE_FULL);
}

void evaluation_text(Document *out, const Position *pos) {
    static Trace trace;
    const Color side = pos->state->side;
    evaluate_trace(pos, &trace);
    const Breakdown b = breakdown_of(&trace, side);
    document_add(out, "                 White           Black           Difference\n"
                      "              mid    end      mid    end      mid    end\n");
    for (Family f = 0; f < FAMILY_SCALING; f++)
        add_row(out, family_name(f), b.family[f][WHITE], b.family[f][BLACK]);
    document_add(out, "%-10s %31s %6d %6d\n", "Sum", "", b.total.mg, b.total.eg);
    if (b.ending)
        document_add(out, "\nThe ending %s is known: its value takes the place of the sum.\n",
                     b.ending);
    else
        add_weighing(out, &b);
    printed_line(out, "Evaluation", pos, b.score);
}
