#include "inspect/threat_report.h"

#include "core/text.h"
#include "inspect/inspect.h"
#include "inspect/phrases.h"

/* --- as text --------------------------------------------------------------------------------- */

static void add_targets(Document *out, const State *s, Bitboard targets) {
    for (const char *and = ""; targets; and = several(targets) ? ", " : " and ")
        document_add(out, "%sthe %s", and, piece_phrase(s, pop_bit(&targets)).text);
}

static void add_fork(Document *out, const State *s, const Threat *t) {
    document_add(out, "%s forks ", piece_phrase(s, t->from).text);
    add_targets(out, s, t->targets);
    document_add(out, ": %+d", t->value);
    if (t->risk)
        document_add(out, ", but can be taken: %+d", -t->risk);
}

void threat_sentence(Document *out, const State *s, const Threat *t) {
    const Phrase from = piece_phrase(s, t->from);
    const Phrase target = t->target == SQUARE_NONE ? from : piece_phrase(s, t->target);
    switch (t->kind) {
    case THREAT_CHECK:
        document_add(out, "%s gives check to the %s", from.text, target.text);
        break;
    case THREAT_HANGING:
        document_add(out, "%s takes the %s, which nobody defends: %+d", from.text, target.text,
                     t->value);
        break;
    case THREAT_LESSER:
        document_add(out, "%s takes the %s, which is worth more: %+d", from.text, target.text,
                     t->value);
        break;
    case THREAT_WEAK:
        document_add(out, "%s takes the %s, which is defended too little: %+d", from.text,
                     target.text, t->value);
        break;
    case THREAT_FORK:
        add_fork(out, s, t);
        break;
    case THREAT_PIN:
    case THREAT_RELATIVE_PIN:
        document_add(out, "%s pins the %s to the %s", from.text, target.text,
                     piece_phrase(s, t->behind).text);
        break;
    }
}

static void add_side(Document *out, const State *s, const ThreatList *list, Color by) {
    int count = 0;
    document_add(out, "%s%s:\n", color_name(by), by == s->side ? ", to move" : "");
    for (int i = 0; i < list->count; i++) {
        const Threat *t = &list->threats[i];
        if (t->by != by)
            continue;
        count++;
        document_add(out, "  ");
        threat_sentence(out, s, t);
        document_add(out, "%s\n",
                     threat_is_capture(t) && by == s->side && !t->now ? " (not legal now)" : "");
    }
    if (count == 0)
        document_add(out, "  none\n");
}

void threats_text(Document *out, const Position *pos) {
    const State *s = pos->state;
    ThreatList list;
    threats_list(pos, &list);
    add_side(out, s, &list, s->side);
    add_side(out, s, &list, opponent(s->side));
}

/* --- as JSON --------------------------------------------------------------------------------- */

void threat_json(Json *j, const State *s, const Threat *t) {
    static const char *const KINDS[THREAT_KIND_COUNT] = {
        "check", "hanging", "lesser", "under-defended", "fork", "pin", "relative pin"};
    json_open(j, NULL, '{');
    json_text(j, "kind", KINDS[t->kind]);
    json_text(j, "by", json_color(t->by));
    json_piece(j, "man", s, t->from);
    json_open(j, "targets", '[');
    if (t->target != SQUARE_NONE)
        json_piece(j, NULL, s, t->target);
    for (Bitboard left = t->targets; left;) {
        const Square sq = pop_bit(&left);
        if (sq != t->target)
            json_piece(j, NULL, s, sq);
    }
    json_close(j, ']');
    json_number(j, "value", t->value);
    json_number(j, "risk", t->risk);
    json_bool(j, "now", t->now);
    json_close(j, '}');
}

void threats_json(Document *out, const Position *pos) {
    ThreatList list;
    Json j;
    threats_list(pos, &list);
    json_begin(&j, out, "threats", pos);
    json_open(&j, "threats", '[');
    for (int i = 0; i < list.count; i++)
        threat_json(&j, pos->state, &list.threats[i]);
    json_close(&j, ']');
    json_close(&j, '}');
    document_add(out, "\n");
}
