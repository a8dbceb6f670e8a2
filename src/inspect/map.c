/* The board, the attack map, the piece lists, lists of moves, and the deltas of a move. */
#include "inspect/inspect_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/notation.h"

#include <stdio.h>
#include <string.h>

/* --- board text ------------------------------------------------------------------------------ */

static const char PLAIN[] = "\033[0m";
static const char BOLD[] = "\033[1m";
static const char GREEN[] = "\033[32m";
static const char RED[] = "\033[31m";
static const char CYAN[] = "\033[36m";

/* Adds the letter of the piece on a square, a capital letter for a white piece. If `color` is true, prints the letter
 * in the side's colour. */
static void add_piece(Document *out, const State *s, Square sq, bool color) {
    const Man man = s->man_on[sq];
    if (man == MAN_NONE) {
        document_add(out, " .");
        return;
    }
    const bool white = bit_color(man_bit(man)) == WHITE;
    const char letter = piece_letter(white ? WHITE : BLACK, man_type(man));
    document_add(out, " %s%c%s", color ? (white ? BOLD : CYAN) : "", letter, color ? PLAIN : "");
}

/* Adds the number of pieces of a side that attack a square. If `color` is true and the side has more attackers than
 * its opponent, prints the number in the side's colour. */
static void add_count(Document *out, const State *s, Square sq, Color c, bool color) {
    const int count = popcount(attackers_of(s, sq, c));
    const bool more = color && count > popcount(attackers_of(s, sq, opponent(c)));
    document_add(out, "%s", more ? (c == WHITE ? GREEN : RED) : "");
    if (count)
        document_add(out, "%3d", count);
    else
        document_add(out, "  .");
    document_add(out, "%s", more ? PLAIN : "");
}

void board_text(Document *out, const Position *pos, bool color) {
    const State *s = pos->state;
    document_add(out, "     board                 White attacks             Black attacks\n");
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        document_add(out, "  %d ", rank + 1);
        for (int file = FILE_A; file <= FILE_H; file++)
            add_piece(out, s, square_at(file, rank), color);
        for (Color c = WHITE; c <= BLACK; c++) {
            document_add(out, "  ");
            for (int file = FILE_A; file <= FILE_H; file++)
                add_count(out, s, square_at(file, rank), c, color);
        }
        document_add(out, "\n");
    }
    document_add(out, "     a b c d e f g h    a  b  c  d  e  f  g  h    a  b  c  d  e  f  g  h\n");
}

void pieces_text(Document *out, const State *s, uint32_t set) {
    if (!set)
        document_add(out, "none");
    for (const char *comma = ""; set; comma = ", ") {
        const Square sq = s->square_of[pop_bit32(&set)];
        document_add(out, "%s%s %s", comma, type_name(type_on(s, sq)), square_name(sq));
    }
}

/* Returns the type of a colour's least valuable attacker of a square. The colour must have an attacker. */
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

void map_text(Document *out, const Position *pos) {
    const State *s = pos->state;
    document_add(out, "     board              White: attackers, the least     "
                      "   Black: attackers, the least\n");
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        document_add(out, "  %d ", rank + 1);
        for (int file = FILE_A; file <= FILE_H; file++)
            add_piece(out, s, square_at(file, rank), false);
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
    json_text_or_null(j, "least", set ? type_name(least_type(s, sq, c)) : NULL);
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
    json_end(&j);
}

/* --- as a picture ---------------------------------------------------------------------------- */

/* Adds a label in the colour of a side: the number of attackers, and the letter of the least valuable attacker. */
static void add_label(Document *out, int x, int y, Color c, int count, char least) {
    enum { WIDTH = 31, HEIGHT = 19 };
    document_add(out,
                 "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"4\" fill=\"%s\" "
                 "stroke=\"#111111\"/><text x=\"%d\" y=\"%d\" fill=\"%s\">%d%c</text>\n",
                 x, y, WIDTH, HEIGHT, c == WHITE ? "#ffffff" : "#1a1a1a", x + WIDTH / 2, y + 14,
                 c == WHITE ? "#111111" : "#ffffff", count, least);
}

/* Adds White's label in the lower left corner of a square, and Black's in the upper right corner. */
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
    svg_begin(out, pos, view, "Attack map", 68);
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

/* --- piece lists ----------------------------------------------------------------------------- */

static void add_cell(Document *out, const Position *pos, Cell cell) {
    const Lists *l = &pos->lists;
    document_add(out, "  %4d  %4d  %-14s  ", cell, slot_of(cell), slot_name(cell));
    if (slot_of(cell) == SLOT_DUMMY)
        document_add(out, "%3s  %-9s", "-", "-");
    else
        document_add(out, "%3d  %-9s", l->bit_of[cell],
                     piece_phrase(pos->state, square_of_cell(pos, cell)).text);
    document_add(out, "  %4d  %4d\n", l->prev[cell], l->next[cell]);
}

void lists_text(Document *out, const Position *pos) {
    const Lists *l = &pos->lists;
    for (Color c = WHITE; c <= BLACK; c++) {
        const Cell king = cell_make(SLOT_KING, c);
        document_add(out,
                     "%s%s's list:\n  cell  slot  slot for        bit  piece      prev  next\n",
                     c == WHITE ? "" : "\n", color_name(c));
        Cell cell = king;
        do {
            add_cell(out, pos, cell);
            cell = l->next[cell];
        } while (cell != king);
    }
}

void json_links(Json *j, const Position *pos, Cell cell) {
    json_number(j, "prev", pos->lists.prev[cell]);
    json_number(j, "next", pos->lists.next[cell]);
}

static void json_cell(Json *j, const Position *pos, Cell cell) {
    const Lists *l = &pos->lists;
    const bool is_dummy = slot_of(cell) == SLOT_DUMMY;
    json_open(j, NULL, '{');
    json_number(j, "cell", cell);
    json_text(j, "holds", slot_name(cell));
    json_number_or_null(j, "bit", !is_dummy, l->bit_of[cell]);
    if (is_dummy)
        json_null(j, "man");
    else
        json_piece(j, "man", pos->state, square_of_cell(pos, cell));
    json_links(j, pos, cell);
    json_close(j, '}');
}

/* Adds the slots of a mask. The lowest bit of the mask stands for the slot `first`. */
static void json_slots(Json *j, const char *key, int first, uint32_t taken) {
    json_open(j, key, '[');
    while (taken)
        json_number(j, NULL, first + pop_bit32(&taken));
    json_close(j, ']');
}

void json_lists(Json *j, const char *key, const Position *pos) {
    const Lists *l = &pos->lists;
    json_open(j, key, '{');
    for (Color c = WHITE; c <= BLACK; c++) {
        const Cell king = cell_make(SLOT_KING, c);
        Cell cell = king;
        json_open(j, json_color(c), '{');
        json_open(j, "ring", '[');
        do {
            json_cell(j, pos, cell);
            cell = l->next[cell];
        } while (cell != king);
        json_close(j, ']');
        json_slots(j, "promoted_queens", SLOT_PROMOTED_QUEEN, l->promoted_queens[c]);
        json_slots(j, "underpromoted", SLOT_UNDERPROMOTED, l->underpromoted[c]);
        json_close(j, '}');
    }
    json_close(j, '}');
}

void lists_json(Document *out, const Position *pos) {
    Json j;
    json_begin(&j, out, "lists", pos);
    json_lists(&j, "lists", pos);
    json_end(&j);
}

/* --- moves text ------------------------------------------------------------------------------ */

/* Adds a word after a blank. If the line is full, adds the word on a new, indented line. */
static void add_word(Document *out, size_t *column, const char *word) {
    enum { WIDTH = 80, INDENT = 2 };
    const bool fits = *column + 1 + strlen(word) <= WIDTH;
    document_add(out, fits ? " %s" : "\n  %s", word);
    *column = (fits ? *column + 1 : INDENT) + strlen(word);
}

void moves_text(Document *out, const Position *start, const Move *moves, int count) {
    Position pos;
    static const char HEAD[] = "Moves:";
    size_t column = strlen(HEAD);
    if (count == 0)
        return;
    document_add(out, "%s", HEAD);
    position_copy(&pos, start);
    for (int i = 0; i < count; i++) {
        const int ply = game_ply(&pos);
        char word[16 + SAN_SIZE], san[SAN_SIZE];
        san_write(&pos, moves[i], san);
        if (ply % 2 == 0 || i == 0)
            snprintf(word, sizeof word, "%d.%s %s", ply / 2 + 1, ply % 2 ? ".." : "", san);
        else
            snprintf(word, sizeof word, "%s", san);
        add_word(out, &column, word);
        position_advance(&pos, moves[i]);
    }
    document_add(out, "\n");
}

/* --- legal moves ----------------------------------------------------------------------------- */

void order_text(Document *out, const Position *pos, const MoveList *moves,
                const char *const stages[]) {
    Position at;
    position_copy(&at, pos);
    for (int i = 0; i < moves->count; i++) {
        char text[MOVE_TEXT_SIZE], san[SAN_SIZE];
        move_write(pos, moves->moves[i], text);
        san_write(&at, moves->moves[i], san);
        if (stages)
            document_add(out, "%-10s ", stages[i]);
        document_add(out, "%-5s %s\n", text, san);
    }
    if (!moves->count)
        document_add_text(out, "none\n");
}

void order_json(Document *out, const Position *pos, const MoveList *moves,
                const char *const stages[]) {
    Position at;
    Json j;
    position_copy(&at, pos);
    json_begin(&j, out, stages ? "order" : "moves", pos);
    json_open(&j, "moves", '[');
    for (int i = 0; i < moves->count; i++) {
        char text[MOVE_TEXT_SIZE], san[SAN_SIZE];
        move_write(pos, moves->moves[i], text);
        san_write(&at, moves->moves[i], san);
        json_open(&j, NULL, '{');
        json_text(&j, "move", text);
        json_text(&j, "san", san);
        if (stages)
            json_text(&j, "stage", stages[i]);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_end(&j);
}

/* --- deltas ---------------------------------------------------------------------------------- */

static Owner owner_of(const Position *pos, Bit bit) {
    const State *s = pos->state;
    if (!(s->alive & bit_mask(bit)))
        return (Owner){TYPE_NONE, SQUARE_NONE, CELL_NONE};
    return (Owner){type_of_bit(s, bit), s->square_of[bit], pos->lists.cell_of[bit]};
}

static bool owners_differ(Owner a, Owner b) {
    return a.type != b.type || a.square != b.square || a.cell != b.cell;
}

int deltas_between(const Position *before, const Position *after, Delta out[BIT_COUNT]) {
    int count = 0;
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        const Bitboard old = before->state->attacks[bit], new = after->state->attacks[bit];
        const Delta d = {bit, owner_of(before, bit), owner_of(after, bit), old & ~new, new & ~old};
        if (old != new || owners_differ(d.before, d.after))
            out[count++] = d;
    }
    return count;
}

static void add_owner(Document *out, Owner o) {
    if (o.type == TYPE_NONE)
        document_add(out, "%-20s", "none");
    else
        document_add(out, "%-6s %s, cell %-3d", type_name(o.type), square_name(o.square), o.cell);
}

/* Adds a minus with the squares that a piece no longer attacks, and a plus with the squares that the piece newly
 * attacks. */
static void add_change(Document *out, Bitboard lost, Bitboard gained) {
    if (lost)
        document_add(out, "  -");
    squares_text(out, lost);
    if (gained)
        document_add(out, "  +");
    squares_text(out, gained);
    if (!lost && !gained)
        document_add(out, "  the same squares");
    document_add(out, "\n");
}

static void add_columns(Document *out, const Delta *deltas, int count) {
    document_add(out, "bit  before               after                 squares attacked: - no "
                      "longer, + newly\n");
    for (int i = 0; i < count; i++) {
        document_add(out, "%3d  ", deltas[i].bit);
        add_owner(out, deltas[i].before);
        document_add(out, " ");
        add_owner(out, deltas[i].after);
        add_change(out, deltas[i].lost, deltas[i].gained);
    }
}

/* Adds the pieces of a set of attack bits, each after the character `sign`. */
static void add_pieces(Document *out, const State *s, uint32_t set, char sign) {
    while (set) {
        const Square sq = s->square_of[pop_bit32(&set)];
        document_add(out, "  %c%s", sign, piece_phrase(s, sq).text);
    }
}

/* Adds the rows of the matrix that change. If an attack bit changes its owner, the row loses the old owner and gains
 * the new owner. */
static void add_rows(Document *out, const State *p, const State *n) {
    int count = 0;
    document_add(out, "\nsquare  attackers: - no longer, + newly\n");
    for (Square sq = A1; sq <= H8; sq++) {
        const uint32_t change = p->map[sq] ^ n->map[sq];
        if (!change)
            continue;
        count++;
        document_add(out, "%-6s", square_name(sq));
        add_pieces(out, p, change & p->map[sq], '-');
        add_pieces(out, n, change & n->map[sq], '+');
        document_add(out, "\n");
    }
    document_add(out, "%d of 64 rows of the map change.\n", count);
}

void diff_text(Document *out, const Position *before, const Position *after) {
    Delta deltas[BIT_COUNT];
    const int count = deltas_between(before, after, deltas);
    add_columns(out, deltas, count);
    document_add(out, "%d of 32 columns change.\n", count);
    add_rows(out, before->state, after->state);
}
