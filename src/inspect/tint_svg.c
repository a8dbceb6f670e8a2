#include "inspect/tint_svg.h"

#include "core/types.h"

#include <stdlib.h>

/* For an excess of 1, 2, 3, and 4 or more attackers. */
enum { TINTS = 4 };
static const char *const TINT[COLOR_COUNT][TINTS] = {{"#d6e8f5", "#a9d0ea", "#7cb7de", "#559fd0"},
                                                     {"#fbe0cd", "#f7c19c", "#f0a16c", "#e58445"}};
static const char EQUAL[] = "#ececec", NONE[] = "#ffffff";

void tint_begin(Document *out) {
    document_add(out,
                 "<defs>\n"
                 "<pattern id=\"dots\" width=\"11\" height=\"11\" patternUnits=\"userSpaceOnUse\">"
                 "<circle cx=\"5.5\" cy=\"5.5\" r=\"1.5\" fill=\"#003a5c\"/></pattern>\n"
                 "<pattern id=\"hatch\" width=\"9\" height=\"9\" patternUnits=\"userSpaceOnUse\" "
                 "patternTransform=\"rotate(45)\"><rect width=\"1.6\" height=\"9\" "
                 "fill=\"#7a3000\"/></pattern>\n"
                 "</defs>\n");
}

static void add_tint(Document *out, int x, int y, int side, int excess, bool attacked) {
    const Color c = excess > 0 ? WHITE : BLACK;
    const int more = min_int(abs(excess), TINTS);
    const char *fill = !attacked ? NONE : excess == 0 ? EQUAL : TINT[c][more - 1];
    document_add(out,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                 "stroke=\"#777777\"/>\n",
                 x, y, side, side, fill);
    if (excess)
        document_add(out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"url(#%s)\" "
                     "opacity=\"0.45\"/>\n",
                     x, y, side, side, c == WHITE ? "dots" : "hatch");
}

void tint_square(Document *out, const View *view, Square sq, int excess, bool attacked) {
    add_tint(out, svg_x(view, sq), svg_y(view, sq), SVG_SQUARE, excess, attacked);
}

int attackers_excess(const State *s, Square sq) {
    return popcount(attackers_of(s, sq, WHITE)) - popcount(attackers_of(s, sq, BLACK));
}

void tint_legend(Document *out, int left, int y) {
    enum { SIDE = 26, STEP = 30 };
    int x = left;
    document_add(out, "<g font-size=\"14\">\n");
    for (int excess = TINTS; excess >= -TINTS; excess--, x += STEP)
        add_tint(out, x, y, SIDE, excess, true);
    add_tint(out, x + 12, y, SIDE, 0, false);
    document_add(out,
                 "<text x=\"%d\" y=\"%d\">White more</text>"
                 "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">=</text>"
                 "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">Black more</text>"
                 "<text x=\"%d\" y=\"%d\">none</text>\n</g>\n",
                 left, y + SIDE + 18, left + TINTS * STEP + SIDE / 2, y + SIDE + 18,
                 left + 2 * TINTS * STEP + SIDE, y + SIDE + 18, left + (2 * TINTS + 1) * STEP + 8,
                 y + SIDE + 18);
}
