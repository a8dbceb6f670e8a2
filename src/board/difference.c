#include "board/difference.h"

#include "board/fen.h"
#include "core/text.h"
#include "os/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Difference difference_begin(char *text, const char *event) {
    Difference d = {text, 0};
    text[0] = '\0';
    difference_say(&d, "comparator: difference after %s\n  ", event);
    return d;
}

void difference_say(Difference *d, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const size_t room = DIFFERENCE_SIZE - d->used;
    const int n = vsnprintf(d->text + d->used, room, format, args);
    va_end(args);
    d->used += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

void difference_man(Difference *d, const State *s, Bit bit) {
    const Square sq = s->square_of[bit];
    const PieceType type = sq < SQUARE_NONE ? man_type(s->man_on[sq]) : TYPE_NONE;
    difference_say(d, "%s %s on %s (bit %d)", color_name(bit_color(bit)), type_name(type),
                   square_name(sq), bit);
}

void difference_move(Difference *d, Move m) {
    const bool promotes = move_kind(m) == MOVE_PROMOTION;
    difference_say(d, " %s%s%.*s", square_name(move_from(m)), square_name(move_to(m)),
                   promotes ? 1 : 0, &(char){piece_letter(BLACK, move_promotion(m))});
}

void difference_position(Difference *d, const Position *pos) {
    char fen[FEN_SIZE];
    Position *root = aligned_new(sizeof *root);
    if (root) {
        memcpy(root, pos, offsetof(Position, past_keys));
        root->state = root->states;
        root->states[0] = pos->states[0];
        fen_write(root, fen);
        difference_say(d, "  root: %s\n", fen);
        aligned_free(root);
    }
    difference_say(d, "  moves:");
    for (const State *s = pos->states + 1; s <= pos->state; s++)
        difference_move(d, s->move);
    difference_say(d, "\n");
}
