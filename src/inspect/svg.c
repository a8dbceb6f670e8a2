/* Pictures (SVG 1.1): a board with pieces, arrows, labels, texts, tints and threats. */
#include "inspect/inspect_internal.h"

#include "core/text.h"
#include "moves/notation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The shapes of the pieces, in a box of 100 by 100. `body` is outlined and filled with the colour of the piece.
 * `lines` is drawn on the body in a contrasting colour. */
static const struct {
    const char *body, *lines;
} SHAPES[TYPE_COUNT] = {
    [PAWN] = {"M27 88 V80 C34 73 43 65 44 51 H37 L43 44 A15 15 0 1 1 57 44 L63 51 H56 C57 65 66 73 "
              "73 80 V88 Z",
              "M30 80 H70"},
    [KNIGHT] = {"M30 88 V81 C33 66 49 62 49 49 C44 54 40 55 36 56 C33 61 28 64 24 61 C19 58 18 53 "
                "21 48 C27 38 29 33 35 27 L34 14 L43 21 L48 12 L53 21 C68 25 77 42 76 66 L75 88 Z",
                "M33 80 H74 M38 35 H39 M26 54 H27 M55 29 C65 38 67 53 66 72"},
    [BISHOP] = {"M25 88 C25 80 34 79 39 75 L41 63 C33 58 30 48 35 39 C38 33 44 27 47 22 A6 6 0 1 1 "
                "53 22 C56 27 62 33 65 39 C70 48 67 58 59 63 L61 75 C66 79 75 80 75 88 Z",
                "M40 64 H60 M39 75 H61 M50 34 V52 M42 42 H58"},
    [ROOK] = {"M25 88 V79 L32 73 L35 46 L27 38 V17 H38 V25 H45 V17 H55 V25 H62 V17 H73 V38 L65 46 "
              "L68 73 L75 79 V88 Z",
              "M31 38 H69 M36 46 H64 M33 73 H67 M28 80 H72"},
    [QUEEN] =
        {"M26 88 V80 L30 70 L20 35 A5.5 5.5 0 1 1 26 33 L38 52 L37 23 A5.5 5.5 0 1 1 43 23 L50 "
         "49 L57 23 A5.5 5.5 0 1 1 63 23 L62 52 L74 33 A5.5 5.5 0 1 1 80 35 L70 70 L74 80 "
         "V88 Z",
         "M32 68 C44 63 56 63 68 68 M29 79 C43 74 57 74 71 79"},
    [KING] =
        {"M26 88 V79 L31 68 C18 58 17 42 27 36 C34 32 41 34 44 38 C43 33 44 29 46.5 26 V21 H41 "
         "V14 H46.5 V8 H53.5 V14 H59 V21 H53.5 V26 C56 29 57 33 56 38 C59 34 66 32 73 36 "
         "C83 42 82 58 69 68 L74 79 V88 Z",
         "M50 66 V56 C50 46 47 42 44 38 M50 56 C50 46 53 42 56 38 M32 67 C44 62 56 62 68 67 M29 "
         "79 C43 74 57 74 71 79"},
};

int svg_x(const View *view, Square sq) {
    const int column = view->bottom == WHITE ? file_of(sq) : FILE_H - file_of(sq);
    return SVG_LEFT + column * SVG_SQUARE;
}

int svg_y(const View *view, Square sq) {
    const int row = view->bottom == WHITE ? RANK_8 - rank_of(sq) : rank_of(sq);
    return SVG_TOP + row * SVG_SQUARE;
}

/* Defines each shape under the name of its piece type. An element that uses a shape sets fill and stroke, and the
 * colour of the lines as `color`. */
static void add_shapes(Document *out) {
    document_add(out, "<defs>\n");
    for (PieceType type = PAWN; type <= KING; type++)
        document_add(out,
                     "<g id=\"%s\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
                     "<path d=\"%s\" stroke-width=\"4\"/><path d=\"%s\" fill=\"none\" "
                     "stroke=\"currentColor\" stroke-width=\"3.5\"/></g>\n",
                     type_name(type), SHAPES[type].body, SHAPES[type].lines);
    document_add(out, "</defs>\n");
}

/* Writes the last move of a view, ", after 5. Nxf7", or nothing if the view has no last move. */
static void write_last_move(const View *view, char *text, size_t size) {
    Position pos;
    char san[SAN_SIZE];
    *text = '\0';
    if (!view->before)
        return;
    const int ply = game_ply(view->before);
    position_copy(&pos, view->before);
    san_write(&pos, view->last, san);
    snprintf(text, size, ", after %d.%s %s", ply / 2 + 1, ply % 2 ? ".." : "", san);
}

void svg_begin(Document *out, const Position *pos, const View *view, const char *heading,
               int legend_height) {
    const int height = SVG_LEGEND + legend_height;
    char fen[FEN_SIZE], last[32 + SAN_SIZE];
    fen_write(pos, fen);
    write_last_move(view, last, sizeof last);
    document_add(out,
                 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                 "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%d\" height=\"%d\" "
                 "viewBox=\"0 0 %d %d\" "
                 "font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\">\n"
                 "<title>%s%s: %s</title>\n",
                 SVG_WIDTH, height, SVG_WIDTH, height, heading, last, fen);
    add_shapes(out);
    document_add(out, "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", SVG_WIDTH, height);
    document_add(
        out,
        "<text x=\"%d\" y=\"30\" font-size=\"22\" font-weight=\"bold\">%s%s</text>\n"
        "<text x=\"%d\" y=\"54\" font-size=\"14\" fill=\"#444444\">%s to move: %s</text>\n",
        SVG_LEFT, heading, last, SVG_LEFT, color_name(pos->state->side), fen);
}

void svg_end(Document *out) {
    document_add(out, "</svg>\n");
}

void svg_squares(Document *out, const View *view) {
    for (Square sq = A1; sq <= H8; sq++)
        document_add(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                     svg_x(view, sq), svg_y(view, sq), SVG_SQUARE, SVG_SQUARE,
                     (file_of(sq) + rank_of(sq)) % 2 ? "#f4f1ea" : "#d5cfc3");
}

void svg_frame(Document *out, const View *view) {
    document_add(out,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                 "stroke=\"#111111\" stroke-width=\"2\"/>\n"
                 "<g font-size=\"16\" fill=\"#444444\" text-anchor=\"middle\">\n",
                 SVG_LEFT, SVG_TOP, SVG_BOARD, SVG_BOARD);
    for (int i = 0; i < 8; i++)
        document_add(out, "<text x=\"%d\" y=\"%d\">%d</text><text x=\"%d\" y=\"%d\">%c</text>\n",
                     SVG_LEFT - 16, svg_y(view, square_at(FILE_A, i)) + SVG_SQUARE / 2 + 6, i + 1,
                     svg_x(view, square_at(i, RANK_1)) + SVG_SQUARE / 2, SVG_TOP + SVG_BOARD + 22,
                     'a' + i);
    document_add(out, "</g>\n");
}

static void add_mark(Document *out, const View *view, Square sq, const char *dashes) {
    enum { INSET = 4, SIDE = SVG_SQUARE - 2 * INSET };
    document_add(out,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                 "stroke=\"#009E73\" stroke-width=\"5\" stroke-dasharray=\"%s\"/>\n",
                 svg_x(view, sq) + INSET, svg_y(view, sq) + INSET, SIDE, SIDE, dashes);
}

void svg_pieces(Document *out, const State *s, const View *view, double size) {
    const double margin = SVG_SQUARE * (1 - size) / 2;
    if (view->before && view->last != MOVE_NULL) {
        add_mark(out, view, move_from(view->last), "12 8");
        add_mark(out, view, arrival(view->last), "none");
    }
    for (Bitboard left = occupied(s); left;) {
        const Square sq = pop_bit(&left);
        const bool white = (s->by_color[WHITE] & bb(sq)) != 0;
        document_add(
            out,
            "<use xlink:href=\"#%s\" transform=\"translate(%.1f %.1f) scale(%.3f)\" fill=\"%s\" "
            "stroke=\"%s\" color=\"%s\"/>\n",
            type_name(type_on(s, sq)), svg_x(view, sq) + margin, svg_y(view, sq) + margin,
            size * SVG_SQUARE / 100, white ? "#ffffff" : "#1a1a1a", white ? "#111111" : "#000000",
            white ? "#111111" : "#f0f0f0");
    }
}

/* --- arrow svg ------------------------------------------------------------------------------- */

const char *svg_color(Color c) {
    return c == WHITE ? "#0072B2" : "#D55E00";
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

/* --- text svg -------------------------------------------------------------------------------- */

/* Returns how many of the first `length` characters of a text fit on a line. If not all characters fit, the line ends
 * before a blank. */
static size_t fitting(const char *text, size_t length) {
    enum { WIDTH = 88 };
    if (length <= WIDTH)
        return length;
    size_t used = WIDTH;
    while (used > 0 && text[used] != ' ')
        used--;
    return used ? used : WIDTH;
}

int svg_text(Document *out, int x, int y, const char *text) {
    int lines = 0;
    while (*text) {
        text += strspn(text, " \n");
        const size_t used = fitting(text, strcspn(text, "\n"));
        if (used && out)
            document_add(out, "<text x=\"%d\" y=\"%d\" font-size=\"14\">%.*s</text>\n", x,
                         y + SVG_LINE * lines, (int)used, text);
        lines += used > 0;
        text += used;
    }
    return lines;
}

/* --- tint svg -------------------------------------------------------------------------------- */

/* The tints of a side that has 1, 2, 3, or at least 4 attackers more than the other side. */
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

/* --- threat picture -------------------------------------------------------------------------- */

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

/* Draws the gain of a capture at the upper or lower edge of the target's square, away from the arrow. */
static void add_value(Document *out, const View *view, const Threat *t) {
    const bool from_above = svg_y(view, t->from) < svg_y(view, t->target);
    char number[16];
    snprintf(number, sizeof number, "%+d", t->value);
    svg_label(out, svg_x(view, t->target) + SVG_SQUARE - SVG_LABEL_WIDTH - 2,
              svg_y(view, t->target) + (from_above ? SVG_SQUARE - 21 : 2), t->by, number);
}

void threats_draw(Document *out, const View *view, const ThreatList *list) {
    document_add(out, "<g fill=\"none\">\n");
    for (int i = list->count - 1; i >= 0; i--) /* draws the most important threat last, on top */
        draw_threat(out, view, &list->threats[i]);
    document_add(out, "</g>\n");
    for (int i = 0; i < list->count; i++)
        if (threat_is_capture(&list->threats[i]))
            add_value(out, view, &list->threats[i]);
}

void threats_legend(Document *out, int y) {
    const int x = SVG_LEFT;
    svg_legend_arrow(out, x, y, WHITE, TAKE, "takes, and wins the number there");
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
