#include "board/position.h"
#include "core/minmax.h"
#include "core/names.h"
#include "inspect/board_svg.h"
#include "inspect/inspect.h"
#include "inspect/json.h"

#include <stdlib.h>

/* The type of the least valuable attacker of a colour; there must be one. */
static PieceType least_type(const State *s, Square sq, Color c) {
    return type_of_bit(s, least_valuable(s, attackers_of(s, sq, c)));
}

/* --- as text --------------------------------------------------------------------------------- */

static void add_square(Document *out, const State *s, Square sq, Color c) {
    const uint32_t set = attackers_of(s, sq, c);
    if (set)
        document_add(out, " %2d%c", popcount(set), piece_letter(WHITE, least_type(s, sq, c)));
    else
        document_add(out, "  . ");
}

static void add_piece(Document *out, const State *s, Square sq) {
    const Man man = s->man_on[sq];
    if (man == MAN_NONE)
        document_add(out, " .");
    else
        document_add(out, " %c", piece_letter(bit_color(man_bit(man)), man_type(man)));
}

void map_text(Document *out, const Position *pos) {
    const State *s = pos->state;
    document_add(out, "     board              White: attackers, the least     "
                      "   Black: attackers, the least\n");
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        document_add(out, "  %d ", rank + 1);
        for (int file = FILE_A; file <= FILE_H; file++)
            add_piece(out, s, square_at(file, rank));
        for (Color c = WHITE; c <= BLACK; c++) {
            document_add(out, "  ");
            for (int file = FILE_A; file <= FILE_H; file++)
                add_square(out, s, square_at(file, rank), c);
        }
        document_add(out, "\n");
    }
    document_add(out, "     a b c d e f g h   ");
    for (Color c = WHITE; c <= BLACK; c++)
        document_add(out, "  a   b   c   d   e   f   g   h   ");
    document_add(out, "\n");
}

/* --- as JSON --------------------------------------------------------------------------------- */

static void json_attackers(Json *j, const State *s, Square sq, Color c) {
    const uint32_t set = attackers_of(s, sq, c);
    Bitboard squares = 0;
    for (uint32_t left = set; left;)
        squares |= bb(s->square_of[pop_bit32(&left)]);
    json_open(j, json_color(c), '{');
    json_number(j, "count", popcount(set));
    if (set)
        json_text(j, "least", type_name(least_type(s, sq, c)));
    else
        json_null(j, "least");
    json_squares(j, "attackers", squares);
    json_close(j, '}');
}

void map_json(Document *out, const Position *pos) {
    const State *s = pos->state;
    Json j;
    json_begin(&j, out, "map", pos);
    json_open(&j, "squares", '[');
    for (Square sq = A1; sq <= H8; sq++) {
        json_open(&j, NULL, '{');
        json_square(&j, "square", sq);
        json_piece(&j, "man", s, sq);
        for (Color c = WHITE; c <= BLACK; c++)
            json_attackers(&j, s, sq, c);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    document_add(out, "\n");
}

/* --- as a picture ---------------------------------------------------------------------------- */

/* Tints for an excess of 1, 2, 3, and 4 or more attackers. Both scales darken alike, so that the
 * shade shows the excess even in grey, and the pattern shows the side. */
enum { TINTS = 4 };
static const char *const TINT[COLOR_COUNT][TINTS] = {{"#d6e8f5", "#a9d0ea", "#7cb7de", "#559fd0"},
                                                     {"#fbe0cd", "#f7c19c", "#f0a16c", "#e58445"}};
static const char EQUAL[] = "#ececec", NONE[] = "#ffffff";

static void add_patterns(Document *out) {
    document_add(out,
                 "<defs>\n"
                 "<pattern id=\"dots\" width=\"11\" height=\"11\" patternUnits=\"userSpaceOnUse\">"
                 "<circle cx=\"5.5\" cy=\"5.5\" r=\"1.5\" fill=\"#003a5c\"/></pattern>\n"
                 "<pattern id=\"hatch\" width=\"9\" height=\"9\" patternUnits=\"userSpaceOnUse\" "
                 "patternTransform=\"rotate(45)\"><rect width=\"1.6\" height=\"9\" "
                 "fill=\"#7a3000\"/></pattern>\n"
                 "</defs>\n");
}

/* The background of a square, by the excess of White's attackers over Black's. */
static void add_background(Document *out, int x, int y, int side, int excess, bool attacked) {
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

/* A label in the colour of a side: the count and the letter of the least valuable attacker. */
static void add_label(Document *out, int x, int y, Color c, int count, char least) {
    enum { WIDTH = 31, HEIGHT = 19 };
    document_add(out,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\" "
                 "stroke=\"#111111\"/><text x=\"%d\" y=\"%d\" fill=\"%s\">%d%c</text>\n",
                 x, y, WIDTH, HEIGHT, c == WHITE ? "#ffffff" : "#1a1a1a", x + WIDTH / 2, y + 14,
                 c == WHITE ? "#111111" : "#ffffff", count, least);
}

/* White's label in the lower left corner, Black's in the upper right one. */
static void add_labels(Document *out, const State *s, Square sq) {
    const int x = svg_x(sq), y = svg_y(sq);
    for (Color c = WHITE; c <= BLACK; c++) {
        const uint32_t set = attackers_of(s, sq, c);
        if (set)
            add_label(out, c == WHITE ? x + 2 : x + SVG_SQUARE - 33,
                      c == WHITE ? y + SVG_SQUARE - 21 : y + 2, c, popcount(set),
                      piece_letter(WHITE, least_type(s, sq, c)));
    }
}

static void add_legend(Document *out) {
    enum { SIDE = 26, STEP = 30 };
    const int y = SVG_LEGEND + 8;
    int x = SVG_LEFT;
    document_add(out, "<g font-size=\"14\">\n");
    for (int excess = TINTS; excess >= -TINTS; excess--, x += STEP)
        add_background(out, x, y, SIDE, excess, true);
    add_background(out, x + 12, y, SIDE, 0, false);
    document_add(out,
                 "<text x=\"%d\" y=\"%d\">White more</text>"
                 "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">=</text>"
                 "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">Black more</text>"
                 "<text x=\"%d\" y=\"%d\">none</text>\n",
                 SVG_LEFT, y + SIDE + 18, SVG_LEFT + TINTS * STEP + SIDE / 2, y + SIDE + 18,
                 SVG_LEFT + 2 * TINTS * STEP + SIDE, y + SIDE + 18,
                 SVG_LEFT + (2 * TINTS + 1) * STEP + 8, y + SIDE + 18);
    x = SVG_LEFT + 12 * STEP;
    document_add(out, "<g font-size=\"14\" font-weight=\"bold\" text-anchor=\"middle\">\n");
    add_label(out, x, y - 2, WHITE, 2, 'N');
    add_label(out, x, y + 22, BLACK, 1, 'P');
    document_add(out,
                 "</g>\n<text x=\"%d\" y=\"%d\">2 white attackers, the least a Knight</text>"
                 "<text x=\"%d\" y=\"%d\">1 black attacker, a Pawn</text>\n</g>\n",
                 x + 42, y + 12, x + 42, y + 36);
}

void map_svg(Document *out, const Position *pos) {
    const State *s = pos->state;
    svg_begin(out, pos, "Who attacks what", 68);
    add_patterns(out);
    for (Square sq = A1; sq <= H8; sq++)
        add_background(out, svg_x(sq), svg_y(sq), SVG_SQUARE,
                       popcount(attackers_of(s, sq, WHITE)) - popcount(attackers_of(s, sq, BLACK)),
                       s->map[sq] != 0);
    svg_pieces(out, s, 0.84);
    document_add(out, "<g font-size=\"14\" font-weight=\"bold\" text-anchor=\"middle\">\n");
    for (Square sq = A1; sq <= H8; sq++)
        add_labels(out, s, sq);
    document_add(out, "</g>\n");
    svg_frame(out);
    add_legend(out);
    svg_end(out);
}
