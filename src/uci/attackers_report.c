#include "uci/attackers_report.h"

#include "core/names.h"
#include "moves/attackers.h"
#include "uci/json.h"
#include "uci/move_words.h"

/* --- exchanges ----------------------------------------------------------------------------- */

static Color mover_of(const State *s, Move m) {
    return bit_color(man_bit(s->man_on[move_from(m)]));
}

static void add_step(Document *out, const ExchangeStep *step, int number, Square target) {
    document_add(out, "  %2d. %-6s %s ", number, type_name(step->taker), square_name(step->from));
    if (step->taken == TYPE_NONE)
        document_add(out, "goes to %s     ", square_name(target));
    else
        document_add(out, "takes %-9s ", type_name(step->taken));
    document_add(out, "%+6d", step->balance);
    if (step->becomes != step->taker)
        document_add(out, "  and becomes a %s", type_name(step->becomes));
    document_add(out, "\n");
}

void exchange_text(Document *out, const Position *pos, Move m) {
    const Color us = mover_of(pos->state, m);
    ExchangeLine line;
    exchange_line(pos, m, &line);
    for (int i = 0; i < line.count; i++) {
        if (i == line.played)
            document_add(out, "      %s does better to stop here; else it would go on:\n",
                         color_name(i % 2 ? opponent(us) : us));
        add_step(out, &line.steps[i], i + 1, move_to(m));
    }
    document_add(out, "  Worth %+d for %s (Pawn 100, Knight and Bishop 300, Rook 500, Queen 900)\n",
                 line.value, color_name(us));
}

static void json_exchange(Json *j, const Position *pos, Move m) {
    ExchangeLine line;
    exchange_line(pos, m, &line);
    json_open(j, NULL, '{');
    json_text(j, "color", json_color(mover_of(pos->state, m)));
    json_number(j, "value", line.value);
    json_number(j, "played", line.played);
    json_open(j, "steps", '[');
    for (int i = 0; i < line.count; i++) {
        const ExchangeStep *step = &line.steps[i];
        json_open(j, NULL, '{');
        json_square(j, "from", step->from);
        json_text(j, "taker", type_name(step->taker));
        json_text(j, "becomes", type_name(step->becomes));
        if (step->taken == TYPE_NONE)
            json_null(j, "taken");
        else
            json_text(j, "taken", type_name(step->taken));
        json_number(j, "balance", step->balance);
        json_close(j, '}');
    }
    json_close(j, ']');
    json_close(j, '}');
}

/* --- attackers ----------------------------------------------------------------------------- */

static void add_attacker(Document *out, const State *s, const Attacker *a, bool gives_check) {
    document_add(out, "  %-6s %s  ", type_name(a->type), square_name(a->from));
    switch (a->state) {
    case ATTACKER_PINNED:
        document_add(out, "pinned to the King: may not\n");
        break;
    case ATTACKER_BARRED:
        document_add(out, "the square is guarded: may not\n");
        break;
    case ATTACKER_BEHIND:
        document_add(out, "behind the %s\n", man_words(s, a->before).text);
        break;
    default:
        if (a->move == MOVE_NONE)
            document_add(out, "%s\n", gives_check ? "gives check" : "ready");
        else
            document_add(out, "%s: %+d\n",
                         type_on(s, move_to(a->move)) == TYPE_NONE ? "goes there" : "takes",
                         a->value);
    }
}

static void add_side(Document *out, const Position *pos, Square sq, Color c) {
    const State *s = pos->state;
    AttackerList list;
    attackers_list(pos, sq, c, &list);
    const char *what = s->by_color[c] & bb(sq) ? "defends" : "attacks";
    if (list.count == 0)
        document_add(out, "%s %s it with nobody.\n", color_name(c), what);
    else
        document_add(out, "%s %s it with:\n", color_name(c), what);
    for (int i = 0; i < list.count; i++)
        add_attacker(out, s, &list.men[i], sq == king_square(s, opponent(c)));
}

void attackers_report_text(Document *out, const Position *pos, Square sq) {
    const State *s = pos->state;
    const Man man = s->man_on[sq];
    if (man == MAN_NONE)
        document_add(out, "%s is empty.\n", square_name(sq));
    else
        document_add(out, "On %s stands %s's %s.\n", square_name(sq),
                     color_name(bit_color(man_bit(man))), type_name(man_type(man)));
    for (Color c = WHITE; c <= BLACK; c++)
        add_side(out, pos, sq, c);
    for (Color c = WHITE; c <= BLACK; c++) {
        int value;
        const Move m = best_exchange(pos, sq, c, &value);
        if (m == MOVE_NONE)
            continue;
        document_add(out, "If %s %s:\n", color_name(c), man == MAN_NONE ? "goes there" : "takes");
        exchange_text(out, pos, m);
    }
}

static void json_attacker(Json *j, const Attacker *a, Color c) {
    static const char *const STATES[] = {"free", "pinned", "barred", "behind"};
    json_open(j, NULL, '{');
    json_text(j, "color", json_color(c));
    json_text(j, "type", type_name(a->type));
    json_square(j, "square", a->from);
    json_text(j, "state", STATES[a->state]);
    json_square(j, "before", a->before);
    if (a->move == MOVE_NONE)
        json_null(j, "value");
    else
        json_number(j, "value", a->value);
    json_close(j, '}');
}

void attackers_report_json(Document *out, const Position *pos, Square sq) {
    const State *s = pos->state;
    Json j;
    json_begin(&j, out, "attackers", pos);
    json_square(&j, "square", sq);
    json_man(&j, "man", s, sq);
    json_open(&j, "attackers", '[');
    for (Color c = WHITE; c <= BLACK; c++) {
        AttackerList list;
        attackers_list(pos, sq, c, &list);
        for (int i = 0; i < list.count; i++)
            json_attacker(&j, &list.men[i], c);
    }
    json_close(&j, ']');
    json_open(&j, "exchanges", '[');
    for (Color c = WHITE; c <= BLACK; c++) {
        int value;
        const Move m = best_exchange(pos, sq, c, &value);
        if (m != MOVE_NONE)
            json_exchange(&j, pos, m);
    }
    json_close(&j, ']');
    json_close(&j, '}');
    document_add(out, "\n");
}
