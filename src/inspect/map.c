#include "board/position.h"
#include "core/text.h"
#include "inspect/board_svg.h"
#include "inspect/inspect.h"
#include "inspect/json.h"
#include "inspect/tint_svg.h"

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
static void add_labels(Document *out, const State *s, const View *view, Square sq) {
    const int x = svg_x(view, sq), y = svg_y(view, sq);
    for (Color c = WHITE; c <= BLACK; c++) {
        const uint32_t set = attackers_of(s, sq, c);
        if (set)
            add_label(out, c == WHITE ? x + 2 : x + SVG_SQUARE - 33,
                      c == WHITE ? y + SVG_SQUARE - 21 : y + 2, c, popcount(set),
                      piece_letter(WHITE, least_type(s, sq, c)));
    }
}

static void add_legend(Document *out) {
    const int x = SVG_LEFT + 360, y = SVG_LEGEND + 8;
    tint_legend(out, SVG_LEFT, y);
    document_add(out, "<g font-size=\"14\" font-weight=\"bold\" text-anchor=\"middle\">\n");
    add_label(out, x, y - 2, WHITE, 2, 'N');
    add_label(out, x, y + 22, BLACK, 1, 'P');
    document_add(out,
                 "</g>\n<g font-size=\"14\">\n"
                 "<text x=\"%d\" y=\"%d\">2 white attackers, the least a Knight</text>"
                 "<text x=\"%d\" y=\"%d\">1 black attacker, a Pawn</text>\n</g>\n",
                 x + 42, y + 12, x + 42, y + 36);
}

void map_svg(Document *out, const Position *pos, const View *view) {
    const State *s = pos->state;
    svg_begin(out, pos, view, "Who attacks what", 68);
    tint_begin(out);
    for (Square sq = A1; sq <= H8; sq++)
        tint_square(out, view, sq, attackers_excess(s, sq), s->map[sq] != 0);
    svg_pieces(out, s, view, 0.84);
    document_add(out, "<g font-size=\"14\" font-weight=\"bold\" text-anchor=\"middle\">\n");
    for (Square sq = A1; sq <= H8; sq++)
        add_labels(out, s, view, sq);
    document_add(out, "</g>\n");
    svg_frame(out, view);
    add_legend(out);
    svg_end(out);
}
