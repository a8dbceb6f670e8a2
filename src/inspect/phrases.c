#include "inspect/inspect.h"

#include "core/text.h"

#include <stdio.h>

/* What a move does at its end: "takes Pawn on f7". */
static Phrase aim_phrase(const State *s, Move m) {
    Phrase p;
    const char *to = square_name(move_to(m));
    if (move_kind(m) == MOVE_EN_PASSANT)
        snprintf(p.text, sizeof p.text, "takes Pawn en passant on %s", to);
    else if (s->man_on[move_to(m)] != MAN_NONE)
        snprintf(p.text, sizeof p.text, "takes %s on %s", type_name(type_on(s, move_to(m))), to);
    else
        snprintf(p.text, sizeof p.text, "to %s", to);
    return p;
}

Phrase move_phrase(const Position *pos, Move m) {
    const State *s = pos->state;
    const bool promotes = move_kind(m) == MOVE_PROMOTION;
    Phrase p;
    if (move_kind(m) == MOVE_CASTLING)
        snprintf(p.text, sizeof p.text, "castling %s",
                 castling_wing(m) == WING_SHORT ? "short" : "long");
    else
        snprintf(p.text, sizeof p.text, "%s from %s %.40s%s%s", type_name(type_on(s, move_from(m))),
                 square_name(move_from(m)), aim_phrase(s, m).text,
                 promotes ? " and becomes a " : "", promotes ? type_name(move_promotion(m)) : "");
    return p;
}

Phrase piece_phrase(const State *s, Square sq) {
    Phrase p;
    if (s->man_on[sq] == MAN_NONE)
        snprintf(p.text, sizeof p.text, "%s", square_name(sq));
    else
        snprintf(p.text, sizeof p.text, "%s %s", type_name(type_on(s, sq)), square_name(sq));
    return p;
}

Phrase piece_words(const State *s, Square sq) {
    Phrase p;
    const PieceType type = type_on(s, sq);
    if (type == TYPE_NONE)
        snprintf(p.text, sizeof p.text, "%s", square_name(sq));
    else if (type == KING)
        snprintf(p.text, sizeof p.text, "the king");
    else
        snprintf(p.text, sizeof p.text, "the %s on %s", type_word(type), square_name(sq));
    return p;
}

const char *slot_name(Cell cell) {
    static const struct {
        int first;
        const char *name;
    } SLOTS[] = {{SLOT_DUMMY, "DUMMY"},
                 {SLOT_PAWN, "Pawn"},
                 {SLOT_PREPROMOTED, "pre-promoted"},
                 {SLOT_KNIGHT, "Knight"},
                 {SLOT_BISHOP, "Bishop"},
                 {SLOT_UNDERPROMOTED, "under-promoted"},
                 {SLOT_ROOK, "Rook"},
                 {SLOT_PROMOTED_QUEEN, "promoted Queen"},
                 {SLOT_QUEEN, "Queen"},
                 {SLOT_KING, "King"}};
    int i = 0;
    while (slot_of(cell) < SLOTS[i].first)
        i++;
    return SLOTS[i].name;
}

void squares_text(Document *out, Bitboard set) {
    for (const char *blank = ""; set; blank = " ")
        document_add(out, "%s%s", blank, square_name(pop_bit(&set)));
}
