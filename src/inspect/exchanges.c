/* The attackers of a square, exchanges on a square, and the captures of a position in the order of the search. */
#include "inspect/inspect_internal.h"

#include "core/text.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "moves/tactics.h"

/* --- attackers ------------------------------------------------------------------------------- */

/* Returns the move of a piece to a square that the piece attacks, or MOVE_NONE: see Attacker. A pawn that moves to the
 * last rank becomes a queen. */
static Move move_onto(const State *s, Square from, Square to, Color us) {
    if ((s->by_color[us] | s->by_type[KING]) & bb(to))
        return MOVE_NONE;
    if (type_on(s, from) != PAWN)
        return move_make(from, to);
    if (to == s->ep && us == s->side)
        return move_make_kind(from, to, MOVE_EN_PASSANT);
    if (s->man_on[to] == MAN_NONE)
        return MOVE_NONE;
    return relative_rank(us, to) == RANK_8 ? move_make_promotion(from, to, QUEEN)
                                           : move_make(from, to);
}

static AttackerState state_of(const State *s, Square from, Square to, Color us) {
    const Square king = king_square(s, us);
    if (from == king)
        return king_may_go(s, king, to, us) ? ATTACKER_FREE : ATTACKER_BARRED;
    return (pinned_men(s, us) & bb(from)) && !pin_allows(king, from, to) ? ATTACKER_PINNED
                                                                         : ATTACKER_FREE;
}

static Attacker attacker_of(const Position *pos, Square from, Square to, Color us) {
    const State *s = pos->state;
    Attacker a = {from, type_on(s, from), state_of(s, from, to, us), SQUARE_NONE, MOVE_NONE, 0};
    if (a.state == ATTACKER_FREE)
        a.move = move_onto(s, from, to, us);
    if (a.move != MOVE_NONE) {
        ExchangeLine line;
        exchange_line(pos, a.move, &line);
        a.value = line.value;
    }
    return a;
}

/* Adds the sliders of `us` that would attack the square if the attacker on `front` left the line, and then the sliders
 * behind these sliders. Also looks through sliders of the other side, but does not add these sliders. */
static void add_behind(const State *s, Square sq, Square front, Color us, AttackerList *list) {
    uint32_t behind = s->map[front] & s->sliders & ~s->map[sq];
    while (behind) {
        const Bit bit = pop_bit32(&behind);
        const Square from = s->square_of[bit];
        if (!(geometry.beyond[front][sq] & bb(from)))
            continue;
        if (bit_color(bit) == us)
            list->attackers[list->count++] =
                (Attacker){from, type_on(s, from), ATTACKER_BEHIND, front, MOVE_NONE, 0};
        add_behind(s, sq, from, us, list);
    }
}

void attackers_list(const Position *pos, Square sq, Color c, AttackerList *list) {
    const State *s = pos->state;
    list->count = 0;
    for (uint32_t set = attackers_of(s, sq, c); set;) {
        const Bit bit = least_valuable(s, set);
        set ^= bit_mask(bit);
        list->attackers[list->count++] = attacker_of(pos, s->square_of[bit], sq, c);
    }
    for (uint32_t front = s->map[sq]; front;)
        add_behind(s, sq, s->square_of[pop_bit32(&front)], c, list);
}

Move best_exchange(const Position *pos, Square sq, Color c, int *value) {
    AttackerList list;
    Move best = MOVE_NONE;
    *value = 0;
    attackers_list(pos, sq, c, &list);
    for (int i = 0; i < list.count; i++) {
        const Attacker *a = &list.attackers[i];
        if (a->move == MOVE_NONE || (best != MOVE_NONE && a->value <= *value))
            continue;
        best = a->move;
        *value = a->value;
    }
    return best;
}

Square taken_square(const State *s, Move m) {
    if (move_kind(m) == MOVE_EN_PASSANT)
        return move_to(m) - pawn_push(s->side);
    return move_kind(m) == MOVE_CASTLING || s->man_on[move_to(m)] == MAN_NONE ? SQUARE_NONE
                                                                              : move_to(m);
}

int taken_value(const State *s, Move m) {
    const Square at = taken_square(s, m);
    return (at == SQUARE_NONE ? 0 : exchange_type_value(type_on(s, at))) +
           (move_kind(m) == MOVE_PROMOTION ? exchange_type_value(move_promotion(m)) - EXCHANGE_PAWN
                                           : 0);
}

int material_worth(const State *s, Color c) {
    int sum = 0;
    for (PieceType type = PAWN; type < KING; type++)
        sum += material_count(s->material, c, type) * exchange_type_value(type);
    return sum;
}

/* --- exchanges ------------------------------------------------------------------------------- */

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
    if (move_kind(m) == MOVE_CASTLING) {
        document_add(out, "Castling exchanges nothing: worth 0\n");
        return;
    }
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

/* Adds the values of an exchange to an object. */
static void json_exchange_values(Json *j, const ExchangeLine *exchange) {
    json_number(j, "value", exchange->value);
    json_number(j, "played", exchange->played);
    json_open(j, "steps", '[');
    for (int i = 0; i < exchange->count; i++) {
        const ExchangeStep *step = &exchange->steps[i];
        json_open(j, NULL, '{');
        json_square(j, "from", step->from);
        json_text(j, "taker", type_name(step->taker));
        json_text(j, "becomes", type_name(step->becomes));
        json_text_or_null(j, "taken", step->taken == TYPE_NONE ? NULL : type_name(step->taken));
        json_number(j, "balance", step->balance);
        json_close(j, '}');
    }
    json_close(j, ']');
}

static void json_exchange(Json *j, const Position *pos, Move m) {
    ExchangeLine line;
    exchange_line(pos, m, &line);
    json_open(j, NULL, '{');
    json_text(j, "color", json_color(mover_of(pos->state, m)));
    json_exchange_values(j, &line);
    json_close(j, '}');
}

void exchange_json(Document *out, const Position *pos, Move m) {
    ExchangeLine line = {0};
    char text[MOVE_TEXT_SIZE];
    Json j;
    if (move_kind(m) != MOVE_CASTLING)
        exchange_line(pos, m, &line);
    move_write(pos, m, text);
    json_begin(&j, out, "see", pos);
    json_text(&j, "move", text);
    json_exchange_values(&j, &line);
    json_end(&j);
}

/* --- as text and JSON ------------------------------------------------------------------------ */

static void add_attacker(Document *out, const State *s, const Attacker *a, bool gives_check) {
    document_add(out, "  %-6s %s  ", type_name(a->type), square_name(a->from));
    switch (a->state) {
    case ATTACKER_PINNED:
        document_add(out, "pinned to the king: may not move there\n");
        break;
    case ATTACKER_BARRED:
        document_add(out, "the square is guarded: may not move there\n");
        break;
    case ATTACKER_BEHIND:
        document_add(out, "behind the %s\n", piece_phrase(s, a->before).text);
        break;
    default:
        if (a->move == MOVE_NONE)
            document_add(out, "%s\n", gives_check ? "gives check" : "ready");
        else
            document_add(out, "%s: %+d\n",
                         taken_square(s, a->move) == SQUARE_NONE ? "goes there" : "takes",
                         a->value);
    }
}

static void add_attacking_side(Document *out, const Position *pos, Square sq, Color c) {
    const State *s = pos->state;
    AttackerList list;
    attackers_list(pos, sq, c, &list);
    const char *what = s->by_color[c] & bb(sq) ? "defends" : "attacks";
    document_add(out, "%s %s it with%s\n", color_name(c), what, list.count ? ":" : " no piece.");
    for (int i = 0; i < list.count; i++)
        add_attacker(out, s, &list.attackers[i], sq == king_square(s, opponent(c)));
}

void attackers_text(Document *out, const Position *pos, Square sq) {
    const State *s = pos->state;
    const Man man = s->man_on[sq];
    if (man == MAN_NONE)
        document_add(out, "%s is empty.\n", square_name(sq));
    else
        document_add(out, "%s's %s is on %s.\n", color_name(bit_color(man_bit(man))),
                     type_name(man_type(man)), square_name(sq));
    for (Color c = WHITE; c <= BLACK; c++)
        add_attacking_side(out, pos, sq, c);
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
    json_number_or_null(j, "value", a->move != MOVE_NONE, a->value);
    json_close(j, '}');
}

void attackers_json(Document *out, const Position *pos, Square sq) {
    const State *s = pos->state;
    Json j;
    json_begin(&j, out, "attackers", pos);
    json_square(&j, "square", sq);
    json_piece(&j, "man", s, sq);
    json_open(&j, "attackers", '[');
    for (Color c = WHITE; c <= BLACK; c++) {
        AttackerList list;
        attackers_list(pos, sq, c, &list);
        for (int i = 0; i < list.count; i++)
            json_attacker(&j, &list.attackers[i], c);
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
    json_end(&j);
}

/* --- the captures of a position --------------------------------------------------------------- */

/* Lists the captures of the walk. Sets *met to the number of captures before the threshold. If the side to move is in
 * check, lists the evasions that capture, and sets *met to their number. */
static void list_captures(const Position *pos, Cell threshold, MoveList *list, int *met) {
    const State *s = pos->state;
    CaptureWalk walk;
    MoveList evasions = {.count = 0};
    list->count = *met = 0;
    if (in_check(s)) {
        evasion_moves(pos, &evasions);
        for (int i = 0; i < evasions.count; i++)
            if (taken_square(s, evasions.moves[i]) != SQUARE_NONE)
                list->moves[list->count++] = evasions.moves[i];
        *met = list->count;
        return;
    }
    captures_start(&walk, pos, pinned_men(s, s->side), threshold);
    while (captures_next(&walk) != MOVE_NONE)
        ++*met;
    captures_start(&walk, pos, pinned_men(s, s->side), THRESHOLD_ALL);
    for (Move m; (m = captures_next(&walk)) != MOVE_NONE;)
        list->moves[list->count++] = m;
}

/* Adds a line of text for a capture. The line names the victim, unless the capture before has the same victim. */
static void add_capture(Document *out, const Position *pos, Move m, Square *last) {
    const State *s = pos->state;
    const Square victim = taken_square(s, m);
    char text[MOVE_TEXT_SIZE];
    move_write(pos, m, text);
    if (victim != *last)
        document_add(out, "  %-9s  %4d", piece_phrase(s, victim).text, cell_on(pos, victim));
    else
        document_add(out, "  %-9s  %4s", "", "");
    *last = victim;
    document_add(out, "  %-6s  %-9s  %+6d\n", text, piece_phrase(s, move_from(m)).text,
                 exchange_value(pos, m));
}

/* Adds the captures and promotions that the search tries in other stages than the walk. */
static void add_others(Document *out, const Position *pos) {
    const State *s = pos->state;
    Square last = SQUARE_NONE;
    MoveList list = {.count = 0};
    en_passant_moves(s, &list);
    if (list.count)
        document_add(out, "En passant, a stage of its own:\n");
    for (int i = 0; i < list.count; i++)
        add_capture(out, pos, list.moves[i], &last);
    list.count = 0;
    push_promotions(pos, pinned_men(s, s->side), false, &list);
    for (int i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_SIZE];
        move_write(pos, list.moves[i], text);
        document_add(out, "%s %s", i ? "" : "Promotions without a capture:", text);
    }
    document_add(out, "%s", list.count ? "\n" : "");
}

void captures_text(Document *out, const Position *pos, Cell threshold) {
    const State *s = pos->state;
    const char *side = color_name(s->side);
    const bool cuts = threshold < THRESHOLD_ALL;
    Square last = SQUARE_NONE;
    MoveList list;
    int met;
    list_captures(pos, threshold, &list, &met);
    if (in_check(s))
        document_add(out,
                     "%s is in check: all evasions come at once, without a walk. Of %d these "
                     "capture:\n",
                     side, legal_count(pos));
    else
        document_add(out, "%s's captures, in the order of the walk over %s's list:\n", side,
                     color_name(opponent(s->side)));
    document_add(out, "  victim     cell  move    taken by   exchange\n");
    for (int i = 0; i < list.count; i++) {
        if (i == met && cuts)
            document_add(out, "  --- the threshold ends the walk here\n");
        add_capture(out, pos, list.moves[i], &last);
    }
    if (in_check(s))
        return;
    document_add(out, "%d capture%s", list.count, list.count == 1 ? "" : "s");
    if (cuts)
        document_add(out, ", %d of them before the threshold, cell %d (%s)", met, threshold,
                     slot_name(threshold));
    document_add(out, ".\n");
    add_others(out, pos);
}

/* --- as JSON --------------------------------------------------------------------------------- */

static void json_capture(Json *j, const Position *pos, Move m, bool met) {
    const Square victim = taken_square(pos->state, m);
    char text[MOVE_TEXT_SIZE];
    move_write(pos, m, text);
    json_open(j, NULL, '{');
    json_text(j, "move", text);
    json_piece(j, "victim", pos->state, victim);
    json_number(j, "cell", cell_on(pos, victim));
    json_piece(j, "taker", pos->state, move_from(m));
    json_number(j, "value", exchange_value(pos, m));
    json_bool(j, "met", met);
    json_close(j, '}');
}

void captures_json(Document *out, const Position *pos, Cell threshold) {
    MoveList list;
    int met;
    Json j;
    list_captures(pos, threshold, &list, &met);
    json_begin(&j, out, "captures", pos);
    json_number(&j, "threshold", threshold);
    json_bool(&j, "in_check", in_check(pos->state));
    json_open(&j, "captures", '[');
    for (int i = 0; i < list.count; i++)
        json_capture(&j, pos, list.moves[i], i < met);
    json_close(&j, ']');
    json_end(&j);
}
