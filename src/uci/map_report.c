#include "uci/map_report.h"

#include "core/names.h"
#include "uci/json.h"

char type_letter(PieceType type) {
    return "PNBRQK"[type];
}

PieceType least_type(const State *s, Square sq, Color c) {
    return type_of_bit(s, least_valuable(s, attackers_of(s, sq, c)));
}

static void add_square(Document *out, const State *s, Square sq, Color c) {
    const uint32_t set = attackers_of(s, sq, c);
    if (set)
        document_add(out, " %2d%c", popcount(set), type_letter(least_type(s, sq, c)));
    else
        document_add(out, "  . ");
}

static void add_man(Document *out, const State *s, Square sq) {
    const Man man = s->man_on[sq];
    if (man == MAN_NONE)
        document_add(out, " .");
    else
        document_add(out, " %c",
                     (bit_color(man_bit(man)) == WHITE ? "PNBRQK" : "pnbrqk")[man_type(man)]);
}

void map_text(Document *out, const Position *pos) {
    const State *s = pos->state;
    document_add(out, "     board              White: attackers, the least     "
                      "   Black: attackers, the least\n");
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        document_add(out, "  %d ", rank + 1);
        for (int file = FILE_A; file <= FILE_H; file++)
            add_man(out, s, square_at(file, rank));
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
        json_man(&j, "man", s, sq);
        for (Color c = WHITE; c <= BLACK; c++)
            json_attackers(&j, s, sq, c);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    document_add(out, "\n");
}
