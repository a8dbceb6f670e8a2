#include "inspect/threat_report.h"

#include "core/names.h"
#include "inspect/arrow_svg.h"
#include "inspect/phrases.h"

#include <stdio.h>

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

/* --- as a picture ---------------------------------------------------------------------------- */

static const ArrowStyle TAKE = {7, "none"}, FORK = {3.5, "none"}, PIN = {3.5, "9 7"};

static ArrowStyle style_of(ThreatKind kind) {
    return kind == THREAT_PIN || kind == THREAT_RELATIVE_PIN ? PIN
           : kind == THREAT_FORK || kind == THREAT_CHECK     ? FORK
                                                             : TAKE;
}

static void draw_threat(Document *out, const Threat *t) {
    Bitboard ends = t->behind != SQUARE_NONE ? bb(t->behind) : t->targets;
    while (ends)
        svg_arrow(out, arrow_between(t->from, pop_bit(&ends)), t->by, style_of(t->kind));
}

/* What taking a piece wins, on the edge of its square that the arrow does not cross. */
static void add_value(Document *out, const Threat *t) {
    const bool from_above = rank_of(t->from) > rank_of(t->target);
    char number[16];
    snprintf(number, sizeof number, "%+d", t->value);
    svg_label(out, svg_x(t->target) + SVG_SQUARE - 52,
              svg_y(t->target) + (from_above ? SVG_SQUARE - 21 : 2), t->by, number);
}

static void add_legend(Document *out) {
    const int y = SVG_LEGEND + 14, x = SVG_LEFT;
    svg_legend_arrow(out, x, y, WHITE, TAKE, "takes, and wins what is written there");
    svg_legend_arrow(out, x, y + 26, WHITE, FORK, "forks, or gives check");
    svg_legend_arrow(out, x, y + 52, WHITE, PIN, "pins, to the piece at the arrow's head");
    for (Color c = WHITE; c <= BLACK; c++) {
        svg_label(out, x + 430, y - 10 + 26 * c, c, "+100");
        document_add(out,
                     "<text x=\"%d\" y=\"%d\" font-size=\"14\">%s would win a Pawn here</text>\n",
                     x + 490, y + 5 + 26 * c, color_name(c));
    }
    document_add(out,
                 "<text x=\"%d\" y=\"%d\" font-size=\"14\">Arrows begin at the attacker."
                 "</text>\n",
                 x + 430, y + 57);
}

void threats_svg(Document *out, const Position *pos) {
    ThreatList list;
    threats_list(pos, &list);
    svg_begin(out, pos, "Threats", 84);
    svg_squares(out);
    svg_pieces(out, pos->state, 1);
    document_add(out, "<g fill=\"none\">\n");
    for (int i = list.count - 1; i >= 0; i--) /* the most important one on top */
        draw_threat(out, &list.threats[i]);
    document_add(out, "</g>\n");
    for (int i = 0; i < list.count; i++)
        if (style_of(list.threats[i].kind).width == TAKE.width)
            add_value(out, &list.threats[i]);
    svg_frame(out);
    add_legend(out);
    svg_end(out);
}
