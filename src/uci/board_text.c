#include "uci/board_text.h"

#include "core/names.h"

static const char PLAIN[] = "\033[0m";
static const char BOLD[] = "\033[1m";
static const char GREEN[] = "\033[32m";
static const char RED[] = "\033[31m";
static const char CYAN[] = "\033[36m";

/* Adds the letter of the man on a square: a capital for White. */
static void add_man(Text *text, const State *s, Square sq, bool color) {
    const Man man = s->man_on[sq];
    if (man == MAN_NONE) {
        text_add(text, " .");
        return;
    }
    const bool white = bit_color(man_bit(man)) == WHITE;
    const char letter = (white ? "PNBRQK" : "pnbrqk")[man_type(man)];
    text_add(text, " %s%c%s", color ? (white ? BOLD : CYAN) : "", letter, color ? PLAIN : "");
}

/* Adds how many men of a colour attack a square; in colour if they outnumber the opponent's. */
static void add_count(Text *text, const State *s, Square sq, Color c, bool color) {
    const int count = popcount(attackers_of(s, sq, c));
    const bool more = color && count > popcount(attackers_of(s, sq, opponent(c)));
    text_add(text, "%s", more ? (c == WHITE ? GREEN : RED) : "");
    if (count)
        text_add(text, "%3d", count);
    else
        text_add(text, "  .");
    text_add(text, "%s", more ? PLAIN : "");
}

void board_text(Text *text, const Position *pos, bool color) {
    const State *s = pos->state;
    text_add(text, "     board                 White attacks             Black attacks\n");
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        text_add(text, "  %d ", rank + 1);
        for (int file = FILE_A; file <= FILE_H; file++)
            add_man(text, s, square_at(file, rank), color);
        for (Color c = WHITE; c <= BLACK; c++) {
            text_add(text, "  ");
            for (int file = FILE_A; file <= FILE_H; file++)
                add_count(text, s, square_at(file, rank), c, color);
        }
        text_add(text, "\n");
    }
    text_add(text, "     a b c d e f g h    a  b  c  d  e  f  g  h    a  b  c  d  e  f  g  h\n");
}

void attackers_text(Text *text, const State *s, uint32_t set) {
    if (!set)
        text_add(text, "none");
    for (const char *comma = ""; set; comma = ", ") {
        const Square sq = s->square_of[pop_bit32(&set)];
        text_add(text, "%s%s %s", comma, type_name(type_on(s, sq)), square_name(sq));
    }
}
