#include "inspect/arrow_svg.h"

#include <math.h>

const char *svg_color(Color c) {
    return c == WHITE ? SVG_BLUE : SVG_ORANGE;
}

static Point center(const View *view, Square sq) {
    return (Point){svg_x(view, sq) + SVG_SQUARE / 2.0, svg_y(view, sq) + SVG_SQUARE / 2.0};
}

Arrow arrow_between(const View *view, Square from, Square to) {
    enum { AFTER = 22, BEFORE = 14, ASIDE = 6 };
    const Point a = center(view, from), b = center(view, to);
    const double length = hypot(b.x - a.x, b.y - a.y);
    const double dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
    return (Arrow){.tail = {a.x + AFTER * dx - ASIDE * dy, a.y + AFTER * dy + ASIDE * dx},
                   .tip = {b.x - BEFORE * dx - ASIDE * dy, b.y - BEFORE * dy + ASIDE * dx}};
}

void svg_arrow(Document *out, Arrow arrow, Color c, ArrowStyle style) {
    const Point a = arrow.tail, b = arrow.tip;
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
                 a.x, a.y, neck.x, neck.y, style.width + 3, a.x, a.y, neck.x, neck.y, svg_color(c),
                 style.width, style.dashes, b.x, b.y, neck.x - half * dy, neck.y + half * dx,
                 neck.x + half * dy, neck.y - half * dx, svg_color(c));
}

void svg_legend_arrow(Document *out, int x, int y, Color c, ArrowStyle style, const char *text) {
    svg_arrow(out, (Arrow){{x, y}, {x + 52, y}}, c, style);
    document_add(out, "<text x=\"%d\" y=\"%d\" font-size=\"14\">%s</text>\n", x + 62, y + 5, text);
}

void svg_label(Document *out, int x, int y, Color c, const char *number) {
    document_add(out,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\" "
                 "stroke=\"%s\" stroke-width=\"2\"/><text x=\"%d\" y=\"%d\" font-size=\"14\" "
                 "font-weight=\"bold\" text-anchor=\"middle\" fill=\"%s\">%s</text>\n",
                 x, y, SVG_LABEL_WIDTH, SVG_LABEL_HEIGHT, c == WHITE ? "#ffffff" : "#1a1a1a",
                 svg_color(c), x + SVG_LABEL_WIDTH / 2, y + 14, c == WHITE ? "#111111" : "#ffffff",
                 number);
}
