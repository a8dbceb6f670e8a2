#include "core/text.h"
#include "eval/evaluate.h"
#include "inspect/inspect.h"
#include "inspect/network_report.h"
#include "inspect/printed.h"

static Breakdown broken_down(const Position *pos) {
    static Trace trace;
    evaluate_trace(pos, &trace);
    return breakdown_of(&trace, pos->state->side);
}

/* --- as text --------------------------------------------------------------------------------- */

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

void evaluation_text(Document *out, const Position *pos, const Network *net) {
    const Breakdown b = broken_down(pos);
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
    printed_line(out, "Evaluation", EVALUATION_CLASSICAL, pos, b.score);
    if (net)
        network_text(out, pos, net);
}

/* --- as JSON --------------------------------------------------------------------------------- */

static void json_half(Json *j, const char *key, Half half) {
    json_open(j, key, '{');
    json_number(j, "mid", half.mg);
    json_number(j, "end", half.eg);
    json_close(j, '}');
}

static void json_families(Json *j, const Breakdown *b) {
    json_open(j, "families", '{');
    for (Family f = 0; f < FAMILY_SCALING; f++) {
        json_open(j, family_name(f), '{');
        for (Color c = WHITE; c <= BLACK; c++)
            json_half(j, json_color(c), b->family[f][c]);
        json_close(j, '}');
    }
    json_close(j, '}');
}

static void json_classical(Json *j, const Position *pos) {
    const Breakdown b = broken_down(pos);
    json_open(j, "classical", '{');
    json_score(j, EVALUATION_CLASSICAL, pos, b.score);
    json_text_or_null(j, "ending", b.ending);
    json_families(j, &b);
    json_half(j, "sum", b.total);
    json_number(j, "complexity", b.complexity);
    json_number(j, "scale", b.scale);
    json_number(j, "phase", b.phase);
    json_close(j, '}');
}

void evaluation_json(Document *out, const Position *pos, const Network *net) {
    Json j;
    json_begin(&j, out, "eval", pos);
    json_classical(&j, pos);
    network_json(&j, "network", pos, net);
    json_close(&j, '}');
    document_add(out, "\n");
}
