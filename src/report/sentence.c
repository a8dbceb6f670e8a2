/* What all sentences are made with. */
#include "report/sentences_internal.h"

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

void add_proof(Case *c, Position *pos, const Move *moves, int plies) {
    numbered_line(text_of(c), pos, moves, plies > c->seen ? plies : 1);
}

void begin_better(Case *c, int plies) {
    document_add_text(text_of(c), "Better is ");
    add_proof(c, c->before, c->better.moves, plies);
    document_add_text(text_of(c), ", which ");
}

int searched_centipawns(const Analysis *a, int score) {
    enum { MOST = 3000 };
    return analysis_centipawns(a, score, MOST);
}
