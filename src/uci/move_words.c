#include "uci/move_words.h"

#include "core/names.h"

#include <stdio.h>

/* Where a move goes: "takes Pawn on f7". */
static MoveWords aim_words(const State *s, Move m) {
    MoveWords w;
    const char *to = square_name(move_to(m));
    if (move_kind(m) == MOVE_EN_PASSANT)
        snprintf(w.text, sizeof w.text, "takes Pawn en passant on %s", to);
    else if (s->man_on[move_to(m)] != MAN_NONE)
        snprintf(w.text, sizeof w.text, "takes %s on %s", type_name(type_on(s, move_to(m))), to);
    else
        snprintf(w.text, sizeof w.text, "to %s", to);
    return w;
}

MoveWords move_words(const Position *pos, Move m) {
    const State *s = pos->state;
    const bool promotes = move_kind(m) == MOVE_PROMOTION;
    MoveWords w;
    if (move_kind(m) == MOVE_CASTLING)
        snprintf(w.text, sizeof w.text, "castling %s",
                 castling_wing(m) == WING_SHORT ? "short" : "long");
    else
        snprintf(w.text, sizeof w.text, "%s from %s %.40s%s%s", type_name(type_on(s, move_from(m))),
                 square_name(move_from(m)), aim_words(s, m).text, promotes ? " and becomes a " : "",
                 promotes ? type_name(move_promotion(m)) : "");
    return w;
}

MoveWords man_words(const State *s, Square sq) {
    MoveWords w;
    if (s->man_on[sq] == MAN_NONE)
        snprintf(w.text, sizeof w.text, "%s", square_name(sq));
    else
        snprintf(w.text, sizeof w.text, "%s %s", type_name(type_on(s, sq)), square_name(sq));
    return w;
}
