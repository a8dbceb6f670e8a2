/* What all sentences are made with. */
#include "report/sentences_internal.h"

#include "board/make.h"
#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>

void end_sentence(Case *c) {
    document_add_bytes(&c->out->texts, ".", 1);
    document_add_bytes(&c->out->texts, "", 1);
    c->out->count[c->ply]++;
}

void set_reason(Case *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!*c->reason)
        vsnprintf(c->reason, sizeof c->reason, format, arguments);
    va_end(arguments);
}

int proof_plies(Position *pos, const Move *moves, int plies) {
    int shown = 1;
    for (int i = 0; i < plies; i++) {
        if (taken_square(pos->state, moves[i]) != SQUARE_NONE ||
            move_kind(moves[i]) == MOVE_PROMOTION)
            shown = i + 1;
        make_move(pos, moves[i]);
    }
    for (int i = 0; i < plies; i++)
        unmake_move(pos);
    return shown;
}

void begin_better(Case *c, int plies) {
    document_add_text(text_of(c), "Better is ");
    numbered_line(text_of(c), c->before, c->better.moves, plies);
    document_add_text(text_of(c), ", which ");
}

int searched_centipawns(const Analysis *a, int score) {
    enum { MOST = 3000 };
    return analysis_centipawns(a, score, MOST);
}
