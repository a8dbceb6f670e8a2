#include "inspect/board_svg.h"

#include "board/fen.h"
#include "core/text.h"
#include "moves/notation.h"

#include <stdio.h>

/* The pieces, in a box of 100 by 100. `body` is outlined and filled with the colour of the piece;
 * `lines` are drawn upon it in a contrasting colour. */
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

/* Defines the shapes by the names of their types. Each use sets fill and stroke, and the colour of
 * the lines as `color`. */
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

/* ", after 5. Nxf7", or nothing. */
static void write_last_move(const View *view, char *text, size_t size) {
    static Position pos; /* to work in */
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

/* Where the piece that moves arrives: `to` of castling is the rook's square. */
static Square arrival(Move m) {
    const Color c = rank_of(move_to(m)) == RANK_1 ? WHITE : BLACK;
    return move_kind(m) == MOVE_CASTLING ? castled_king(c, castling_wing(m)) : move_to(m);
}

void svg_pieces(Document *out, const State *s, const View *view, double size) {
    const double margin = SVG_SQUARE * (1 - size) / 2;
    if (view->before) {
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
