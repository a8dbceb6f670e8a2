#include "inspect/comparison.h"
#include "inspect/inspect.h"
#include "inspect/move_summary.h"
#include "inspect/text_svg.h"
#include "inspect/threat_picture.h"
#include "inspect/tint_svg.h"

enum { TOP = SVG_LEGEND + 14, TINTS = 84, TEXT = TINTS + 64 };

/* Each square by what its excess of attackers has gained for White or for Black. */
static void add_changes(Document *out, const View *view, const State *before, const State *after) {
    tint_begin(out);
    for (Square sq = A1; sq <= H8; sq++) {
        const int gain = attackers_excess(after, sq) - attackers_excess(before, sq);
        tint_square(out, view, sq, gain, gain != 0);
    }
}

static void add_legend(Document *out, const char *summary) {
    threats_legend(out, TOP);
    tint_legend(out, SVG_LEFT, TOP + TINTS - 10);
    svg_text(out, SVG_LEFT + 380, TOP + TINTS,
             "Arrows: threats that are new.\n"
             "Shades: who attacks more than before.");
    svg_text(out, SVG_LEFT, TOP + TEXT, summary);
}

void explain_svg(Document *out, const Position *after, const View *view, const MoveWorth *worth) {
    static Comparison c;
    Document summary = {0};
    compare_positions(view->before, after, &c);
    move_summary(&summary, view->before, after, view->last, worth);
    if (summary.out_of_memory) {
        out->out_of_memory = true;
        document_free(&summary);
        return;
    }
    svg_begin(out, after, view, "What is new",
              TOP + TEXT - SVG_LEGEND + SVG_LINE * svg_text(NULL, 0, 0, summary.data));
    add_changes(out, view, view->before->state, after->state);
    svg_pieces(out, after->state, view, 0.9);
    threats_draw(out, view, &c.new);
    svg_frame(out, view);
    add_legend(out, summary.data);
    svg_end(out);
    document_free(&summary);
}
