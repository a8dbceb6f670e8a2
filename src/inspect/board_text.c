#include "core/text.h"
#include "inspect/inspect.h"

static const char PLAIN[] = "\033[0m";
static const char BOLD[] = "\033[1m";
static const char GREEN[] = "\033[32m";
static const char RED[] = "\033[31m";
static const char CYAN[] = "\033[36m";

/* Adds the letter of the piece on a square: a capital for White. */
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

/* Adds how many pieces of a colour attack a square; in colour if they outnumber the opponent's. */
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
