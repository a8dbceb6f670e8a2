/* The threats of both sides: checks, captures that win, forks and pins. */
#include "inspect/inspect_internal.h"

#include "core/text.h"
#include "moves/captures.h"
#include "moves/generate.h"

static void add(ThreatList *list, Threat t) {
    list->threats[list->count++] = t;
}

static void add_checks(const State *s, ThreatList *list, Color by) {
    const Square king = king_square(s, opponent(by));
    for (uint32_t set = checkers_of(s, opponent(by)); set;)
        add(list, (Threat){.kind = THREAT_CHECK,
                           .by = by,
                           .from = s->square_of[pop_bit32(&set)],
                           .target = king,
                           .behind = SQUARE_NONE,
                           .targets = bb(king),
                           .now = true});
}

/* --- captures that win --------------------------------------------------------------------- */

/* Returns THREAT_HANGING, THREAT_LESSER or THREAT_WEAK, as the kind of a winning capture of the piece on `target`. A
 * piece is not hanging if another piece defends it through the capturing piece. */
static ThreatKind kind_of_win(const Position *pos, Square target, Move m) {
    const State *s = pos->state;
    const Color them = bit_color(man_bit(s->man_on[target]));
    const PieceType taker = type_on(s, move_from(m));
    ExchangeLine line;
    exchange_line(pos, m, &line);
    if (line.count == 1 && !attackers_of(s, move_to(m), them))
        return THREAT_HANGING;
    return taker != KING && exchange_type_value(taker) < exchange_type_value(type_on(s, target))
               ? THREAT_LESSER
               : THREAT_WEAK;
}

/* Returns the best capture of the piece on a square, also en passant, or MOVE_NONE if the piece cannot be captured. */
static Move best_capture(const Position *pos, Square target, Color by, int *value) {
    const State *s = pos->state;
    Move best = best_exchange(pos, target, by, value);
    MoveList list;
    list.count = 0;
    if (by == s->side && s->ep != SQUARE_NONE && target == s->ep - pawn_push(by))
        en_passant_moves(s, &list);
    for (int i = 0; i < list.count; i++) {
        const int other = exchange_value(pos, list.moves[i]);
        if (best != MOVE_NONE && other <= *value)
            continue;
        best = list.moves[i];
        *value = other;
    }
    return best;
}

static void add_captures(const Position *pos, ThreatList *list, Color by) {
    const State *s = pos->state;
    const Color them = opponent(by);
    Bitboard targets = s->by_color[them] & ~bb(king_square(s, them));
    while (targets) {
        const Square sq = pop_bit(&targets);
        int value;
        const Move m = best_capture(pos, sq, by, &value);
        if (m == MOVE_NONE || value <= 0)
            continue;
        add(list, (Threat){.kind = kind_of_win(pos, sq, m),
                           .by = by,
                           .from = move_from(m),
                           .target = sq,
                           .behind = SQUARE_NONE,
                           .targets = bb(sq),
                           .value = value,
                           .now = by == s->side && move_is_legal(pos, m)});
    }
}

bool threat_of_capture(const Position *pos, Move m, Threat *out) {
    const State *s = pos->state;
    const Square target = taken_square(s, m);
    if (target == SQUARE_NONE)
        return false;
    *out = (Threat){.kind = kind_of_win(pos, target, m),
                    .by = s->side,
                    .from = move_from(m),
                    .target = target,
                    .behind = SQUARE_NONE,
                    .targets = bb(target),
                    .value = exchange_value(pos, m),
                    .now = true};
    return out->value > 0;
}

/* --- forks --------------------------------------------------------------------------------- */

Attacker attacker_on(const Position *pos, Square from, Square target, Color by) {
    AttackerList list;
    int i = 0;
    attackers_list(pos, target, by, &list);
    while (list.attackers[i].from != from)
        i++;
    return list.attackers[i];
}

/* Adds the fork by one piece, if the piece forks. A fork has two targets or more; a target is the king, or a piece
 * that the forking piece can take with gain. */
static void add_fork(const Position *pos, ThreatList *list, Bit bit, Color by) {
    const State *s = pos->state;
    const Color them = opponent(by);
    const Square from = s->square_of[bit], king = king_square(s, them);
    /* more than the value of any exchange, so that the king comes first */
    enum { KING_WIN = 10000 };
    int first = 0, second = 0;
    Threat fork = {THREAT_FORK, by, from, SQUARE_NONE, SQUARE_NONE, 0, 0, 0, false};
    for (Bitboard left = s->attacks[bit] & s->by_color[them]; left;) {
        const Square sq = pop_bit(&left);
        const Attacker a = attacker_on(pos, from, sq, by);
        const int win = sq == king ? KING_WIN : a.value;
        if (win <= 0)
            continue;
        fork.targets |= bb(sq);
        fork.now |= by == s->side && a.move != MOVE_NONE && move_is_legal(pos, a.move);
        second = win > first ? first : win > second ? win : second;
        first = win > first ? win : first;
    }
    if (!several(fork.targets))
        return;
    fork.value = second;
    int risk;
    best_exchange(pos, from, them, &risk);
    fork.risk = risk > 0 ? risk : 0;
    add(list, fork);
}

static void add_forks(const Position *pos, ThreatList *list, Color by) {
    for (uint32_t bits = pos->state->alive & half_of(by); bits;)
        add_fork(pos, list, pop_bit32(&bits), by);
}

/* --- pins ---------------------------------------------------------------------------------- */

/* Adds the pin of the piece on `pinned` by a slider, if the slider pins the piece: see THREAT_PIN and
 * THREAT_RELATIVE_PIN. */
static void add_pin(const State *s, ThreatList *list, Bit slider, Square pinned, Color by) {
    const Square from = s->square_of[slider];
    const Bitboard ray = geometry.beyond[pinned][from];
    const Bitboard lines = queen_attacks(pinned, occupied(s)) & ray;
    const Bitboard behind = lines & s->by_color[opponent(by)];
    if (!behind)
        return;
    const Square sq = lowest_bit(behind);
    const PieceType type = type_on(s, sq);
    const int value = exchange_type_value(type);
    const bool more =
        value > exchange_type_value(type_on(s, pinned)) &&
        (value > exchange_type_value(type_on(s, from)) || !attackers_of(s, sq, opponent(by)));
    if (type == KING || more)
        add(list, (Threat){.kind = type == KING ? THREAT_PIN : THREAT_RELATIVE_PIN,
                           .by = by,
                           .from = from,
                           .target = pinned,
                           .behind = sq,
                           .targets = bb(pinned) | bb(sq)});
}

void pins_list(const State *s, Color by, ThreatList *list) {
    const Color them = opponent(by);
    for (uint32_t sliders = s->sliders & half_of(by); sliders;) {
        const Bit bit = pop_bit32(&sliders);
        Bitboard hit = s->attacks[bit] & s->by_color[them] & ~bb(king_square(s, them));
        while (hit)
            add_pin(s, list, bit, pop_bit(&hit), by);
    }
}

/* --- all ----------------------------------------------------------------------------------- */

static bool comes_before(const Threat *a, const Threat *b) {
    return a->kind != b->kind ? a->kind < b->kind : a->value > b->value;
}

/* Sorts the threats of a list from the index `begin` on. Equal threats keep their order. */
static void sort(ThreatList *list, int begin) {
    for (int i = begin + 1; i < list->count; i++) {
        const Threat t = list->threats[i];
        int at = i;
        for (; at > begin && comes_before(&t, &list->threats[at - 1]); at--)
            list->threats[at] = list->threats[at - 1];
        list->threats[at] = t;
    }
}

void threats_list(const Position *pos, ThreatList *list) {
    const State *s = pos->state;
    list->count = 0;
    for (int i = 0; i < COLOR_COUNT; i++) {
        const Color by = i == 0 ? s->side : opponent(s->side);
        const int begin = list->count;
        add_checks(s, list, by);
        add_captures(pos, list, by);
        add_forks(pos, list, by);
        pins_list(s, by, list);
        sort(list, begin);
    }
}

bool threats_equal(const Threat *a, const Threat *b) {
    return (a->kind == b->kind || (threat_is_capture(a) && threat_is_capture(b))) &&
           a->by == b->by && a->from == b->from && a->target == b->target &&
           a->targets == b->targets && a->value == b->value;
}

/* --- as text --------------------------------------------------------------------------------- */

static void add_targets(Document *out, const State *s, Bitboard targets) {
    for (const char *and = ""; targets; and = several(targets) ? ", " : " and ")
        document_add(out, "%sthe %s", and, piece_phrase(s, pop_bit(&targets)).text);
}

static void add_fork_text(Document *out, const State *s, const Threat *t) {
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
        add_fork_text(out, s, t);
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

static void json_threat(Json *j, const State *s, const Threat *t) {
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

void json_threats(Json *j, const char *key, const State *s, const ThreatList *list) {
    json_open(j, key, '[');
    for (int i = 0; i < list->count; i++)
        json_threat(j, s, &list->threats[i]);
    json_close(j, ']');
}

void threats_json(Document *out, const Position *pos) {
    ThreatList list;
    Json j;
    threats_list(pos, &list);
    json_begin(&j, out, "threats", pos);
    json_threats(&j, "threats", pos->state, &list);
    json_end(&j);
}
