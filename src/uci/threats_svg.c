#include "uci/threats_svg.h"

#include "core/names.h"
#include "moves/threat_list.h"
#include "uci/board_svg.h"

#include <math.h>
#include <stdio.h>

/* How a kind of arrow is drawn. */
typedef struct Style {
    double width;
    const char *dashes;
} Style;

static const Style TAKE = {7, "none"}, FORK = {3.5, "none"}, PIN = {3.5, "9 7"};

static const char *color_of(Color c) {
    return c == WHITE ? SVG_BLUE : SVG_ORANGE;
}

typedef struct Point {
    double x, y;
} Point;

static Point center(Square sq) {
    return (Point){svg_x(sq) + SVG_SQUARE / 2.0, svg_y(sq) + SVG_SQUARE / 2.0};
}

/* An arrow between two points with a white rim, so that it stands out from men and other arrows. */
static void draw_arrow(Document *out, Point a, Point b, const char *color, Style style) {
    const double length = hypot(b.x - a.x, b.y - a.y), head = 6 + 2 * style.width;
    const double dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
    const Point neck = {b.x - head * dx, b.y - head * dy};
    const double half = head * 0.6;
    document_add(out,
                 "<path d=\"M%.1f %.1f L%.1f %.1f\" stroke=\"#ffffff\" stroke-width=\"%.1f\"/>"
                 "<path d=\"M%.1f %.1f L%.1f %.1f\" stroke=\"%s\" stroke-width=\"%.1f\" "
                 "stroke-dasharray=\"%s\"/>"
                 "<path d=\"M%.1f %.1f L%.1f %.1f L%.1f %.1f Z\" fill=\"%s\" stroke=\"#ffffff\" "
                 "stroke-width=\"1.2\"/>\n",
                 a.x, a.y, neck.x, neck.y, style.width + 3, a.x, a.y, neck.x, neck.y, color,
                 style.width, style.dashes, b.x, b.y, neck.x - half * dy, neck.y + half * dx,
                 neck.x + half * dy, neck.y - half * dx, color);
}

/* From one square to another, not quite from center to center, and a little to the right, so that
 * one arrow and another that comes back along it are both seen. */
static void arrow(Document *out, Square from, Square to, Color by, Style style) {
    enum { AFTER = 22, BEFORE = 14, ASIDE = 6 };
    const Point a = center(from), b = center(to);
    const double length = hypot(b.x - a.x, b.y - a.y);
    const double dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
    const Point tail = {a.x + AFTER * dx - ASIDE * dy, a.y + AFTER * dy + ASIDE * dx};
    const Point tip = {b.x - BEFORE * dx - ASIDE * dy, b.y - BEFORE * dy + ASIDE * dx};
    draw_arrow(out, tail, tip, color_of(by), style);
}

static Style style_of(ThreatKind kind) {
    return kind == THREAT_PIN || kind == THREAT_RELATIVE_PIN ? PIN
           : kind == THREAT_FORK || kind == THREAT_CHECK     ? FORK
                                                             : TAKE;
}

static void draw_threat(Document *out, const Threat *t) {
    Bitboard ends = t->behind != SQUARE_NONE ? bb(t->behind) : t->targets;
    while (ends)
        arrow(out, t->from, pop_bit(&ends), t->by, style_of(t->kind));
}

/* A number on the colour of a side. */
static void add_label(Document *out, int x, int y, Color c, const char *number) {
    enum { WIDTH = 50, HEIGHT = 19 };
    document_add(out,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\" "
                 "stroke=\"%s\" stroke-width=\"2\"/><text x=\"%d\" y=\"%d\" font-size=\"14\" "
                 "font-weight=\"bold\" text-anchor=\"middle\" fill=\"%s\">%s</text>\n",
                 x, y, WIDTH, HEIGHT, c == WHITE ? "#ffffff" : "#1a1a1a", color_of(c),
                 x + WIDTH / 2, y + 14, c == WHITE ? "#111111" : "#ffffff", number);
}

/* What taking a man wins, on that edge of his square that the arrow does not cross. */
static void add_value(Document *out, const Threat *t) {
    const bool from_above = rank_of(t->from) > rank_of(t->target);
    char number[16];
    snprintf(number, sizeof number, "%+d", t->value);
    add_label(out, svg_x(t->target) + SVG_SQUARE - 52,
              svg_y(t->target) + (from_above ? SVG_SQUARE - 21 : 2), t->by, number);
}

static void add_legend_arrow(Document *out, int x, int y, Color by, Style style, const char *text) {
    draw_arrow(out, (Point){x, y}, (Point){x + 52, y}, color_of(by), style);
    document_add(out, "<text x=\"%d\" y=\"%d\" font-size=\"14\">%s</text>\n", x + 62, y + 5, text);
}

static void add_legend(Document *out) {
    const int y = SVG_LEGEND + 14, x = SVG_LEFT;
    add_legend_arrow(out, x, y, WHITE, TAKE, "takes, and wins what is written there");
    add_legend_arrow(out, x, y + 26, WHITE, FORK, "forks, or gives check");
    add_legend_arrow(out, x, y + 52, WHITE, PIN, "pins, to the man at the arrow's head");
    for (Color c = WHITE; c <= BLACK; c++) {
        add_label(out, x + 430, y - 10 + 26 * c, c, "+100");
        document_add(out,
                     "<text x=\"%d\" y=\"%d\" font-size=\"14\">%s would win a Pawn here</text>\n",
                     x + 490, y + 5 + 26 * c, color_name(c));
    }
    document_add(out,
                 "<text x=\"%d\" y=\"%d\" font-size=\"14\">Arrows begin at the man who threatens."
                 "</text>\n",
                 x + 430, y + 57);
}

void threats_svg(Document *out, const Position *pos) {
    ThreatList list;
    threats_list(pos, &list);
    svg_begin(out, pos, "Threats", 84);
    svg_squares(out);
    svg_men(out, pos->state, 1);
    document_add(out, "<g fill=\"none\">\n");
    for (int i = list.count - 1; i >= 0; i--) /* the most important ones on top */
        draw_threat(out, &list.threats[i]);
    document_add(out, "</g>\n");
    for (int i = 0; i < list.count; i++)
        if (style_of(list.threats[i].kind).width == TAKE.width)
            add_value(out, &list.threats[i]);
    svg_frame(out);
    add_legend(out);
    svg_end(out);
}
