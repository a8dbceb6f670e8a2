#include "inspect/threat_picture.h"

#include "core/text.h"
#include "inspect/arrow_svg.h"

#include <stdio.h>

static const ArrowStyle TAKE = {7, "none"}, FORK = {3.5, "none"}, PIN = {3.5, "9 7"};

static ArrowStyle style_of(ThreatKind kind) {
    return kind == THREAT_PIN || kind == THREAT_RELATIVE_PIN ? PIN
           : kind == THREAT_FORK || kind == THREAT_CHECK     ? FORK
                                                             : TAKE;
}

static void draw_threat(Document *out, const View *view, const Threat *t) {
    Bitboard ends = t->behind != SQUARE_NONE ? bb(t->behind) : t->targets;
    while (ends)
        svg_arrow(out, arrow_between(view, t->from, pop_bit(&ends)), t->by, style_of(t->kind));
}

/* What taking a piece wins, on the edge of its square that the arrow does not cross. */
static void add_value(Document *out, const View *view, const Threat *t) {
    const bool from_above = svg_y(view, t->from) < svg_y(view, t->target);
    char number[16];
    snprintf(number, sizeof number, "%+d", t->value);
    svg_label(out, svg_x(view, t->target) + SVG_SQUARE - SVG_LABEL_WIDTH - 2,
              svg_y(view, t->target) + (from_above ? SVG_SQUARE - 21 : 2), t->by, number);
}

void threats_draw(Document *out, const View *view, const ThreatList *list) {
    document_add(out, "<g fill=\"none\">\n");
    for (int i = list->count - 1; i >= 0; i--) /* the most important one on top */
        draw_threat(out, view, &list->threats[i]);
    document_add(out, "</g>\n");
    for (int i = 0; i < list->count; i++)
        if (threat_is_capture(&list->threats[i]))
            add_value(out, view, &list->threats[i]);
}

void threats_legend(Document *out, int y) {
    const int x = SVG_LEFT;
    svg_legend_arrow(out, x, y, WHITE, TAKE, "takes, and wins what is written there");
    svg_legend_arrow(out, x, y + 26, WHITE, FORK, "forks, or gives check");
    svg_legend_arrow(out, x, y + 52, WHITE, PIN, "pins, to the piece at the arrow's head");
    for (Color c = WHITE; c <= BLACK; c++) {
        svg_label(out, x + 430, y - 10 + 26 * c, c, "+100");
        document_add(out,
                     "<text x=\"%d\" y=\"%d\" font-size=\"14\">%s would win a Pawn here</text>\n",
                     x + 430 + SVG_LABEL_WIDTH + 10, y + 5 + 26 * c, color_name(c));
    }
    document_add(out,
                 "<text x=\"%d\" y=\"%d\" font-size=\"14\">Arrows begin at the attacker."
                 "</text>\n",
                 x + 430, y + 57);
}

void threats_svg(Document *out, const Position *pos, const View *view) {
    ThreatList list;
    threats_list(pos, &list);
    svg_begin(out, pos, view, "Threats", 84);
    svg_squares(out, view);
    svg_pieces(out, pos->state, view, 1);
    threats_draw(out, view, &list);
    svg_frame(out, view);
    threats_legend(out, SVG_LEGEND + 14);
    svg_end(out);
}
