/* Motives of a move: exchanges played out, what a line gains, and what a threat is for. */
#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/generate.h"

/* --- played threats --------------------------------------------------------------------------- */

/* The capture that a threat of the side to move is; MOVE_NONE if it is not legal. */
static Move capture_of(const Position *pos, const Threat *t) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        Threat same;
        if (move_from(m) == t->from && threat_of_capture(pos, m, &same) && same.target == t->target)
            return m;
    }
    return MOVE_NONE;
}

bool played_threat(Position *pos, Threat *t) {
    const bool to_move = pos->state->side == t->by;
    if (!to_move && in_check(pos->state))
        return true;
    if (!to_move)
        make_null(pos);
    const Move m = capture_of(pos, t);
    if (m != MOVE_NONE)
        t->value = played_exchange(pos, m);
    if (!to_move)
        unmake_move(pos);
    return t->value > 0;
}

/* --- the end of a line ------------------------------------------------------------------------ */

static bool wins_something(const Position *pos) {
    ThreatList list;
    threats_list(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Threat *t = &list.threats[i];
        if (t->by == pos->state->side && t->now && threat_is_capture(t))
            return true;
    }
    return false;
}

static bool is_quiet(const Position *pos) {
    return in_check(pos->state) ? legal_count(pos) == 0 : !wins_something(pos);
}

/* --- what was taken --------------------------------------------------------------------------- */

/* Notes what a colour has lost; false if it has promoted a pawn. */
static bool count_lost(const State *before, const State *after, Color c, int lost[TYPE_COUNT]) {
    for (PieceType type = PAWN; type < KING; type++) {
        lost[type] = popcount(men_of(before, c, type)) - popcount(men_of(after, c, type));
        if (lost[type] < 0)
            return false;
    }
    return true;
}

static int value_of(const int lost[TYPE_COUNT]) {
    int value = 0;
    for (PieceType type = PAWN; type < KING; type++)
        value += lost[type] * exchange_type_value(type);
    return value;
}

static void weigh(const State *before, const State *after, Gain *gain) {
    int *white = gain->lost[WHITE], *black = gain->lost[BLACK];
    if (!count_lost(before, after, WHITE, white) || !count_lost(before, after, BLACK, black))
        return;
    const int balance = value_of(black) - value_of(white);
    gain->side = balance > 0 ? WHITE : BLACK;
    gain->value = balance > 0 ? balance : -balance;
    for (PieceType type = PAWN; type < KING; type++) {
        const int both = min_int(white[type], black[type]);
        white[type] -= both;
        black[type] -= both;
    }
}

Gain gain_of_line(Position *pos, const Move *moves, int count) {
    const State *begin = pos->state;
    const int most = min_int(count, GAIN_PLIES);
    Gain gain = {.plies = 0};
    int made = 0;
    while (made < most) {
        make_move(pos, moves[made++]);
        if (!is_quiet(pos))
            continue;
        gain = (Gain){.plies = made, .mate = in_check(pos->state)};
        weigh(begin, pos->state, &gain);
        if (gain.mate)
            gain.side = opponent(pos->state->side);
    }
    while (made-- > 0)
        unmake_move(pos);
    return gain;
}

/* --- in words --------------------------------------------------------------------------------- */

/* Adds "a Queen, two Pawns and a Knight". */
static void add_pieces(Document *out, const int lost[TYPE_COUNT]) {
    static const char *const NUMBERS[] = {"", "a ", "two ", "three ", "four ", "five ", "six "};
    int kinds = 0;
    for (PieceType type = PAWN; type < KING; type++)
        kinds += lost[type] > 0;
    for (PieceType type = QUEEN; type >= PAWN; type--) {
        if (!lost[type])
            continue;
        document_add(out, "%s%s%s%s", NUMBERS[min_int(lost[type], 6)], type_name(type),
                     lost[type] > 1 ? "s" : "",
                     kinds > 2    ? ", "
                     : kinds == 2 ? " and "
                                  : "");
        kinds--;
    }
}

void gain_text(Document *out, const Gain *gain) {
    const int *won = gain->lost[opponent(gain->side)], *lost = gain->lost[gain->side];
    add_pieces(out, won);
    if (value_of(lost) > 0) {
        document_add_text(out, " for ");
        add_pieces(out, lost);
    }
}

/* --- defenders -------------------------------------------------------------------------------- */

static const Defender NOBODY = {DEFENDER_NONE, SQUARE_NONE, SQUARE_NONE};

/* True if the piece on a square before the move defended the target then and does not now. The
 * target itself stood there before. */
static bool defended_before(const State *before, const State *after, Square from, Bit bit,
                            Square target) {
    return before->man_on[from] != MAN_NONE && man_bit(before->man_on[from]) == bit &&
           (before->map[target] >> bit & 1) && !(after->map[target] >> bit & 1);
}

static Defender lost_defender(const State *before, const State *after, Move played, Square target) {
    const Color us = before->side;
    const Bit mover = man_bit(before->man_on[move_from(played)]);
    if (target == move_to(played) || before->man_on[target] == MAN_NONE ||
        before->man_on[target] != after->man_on[target])
        return NOBODY;
    if (move_kind(played) != MOVE_CASTLING &&
        defended_before(before, after, move_from(played), mover, target))
        return (Defender){DEFENDER_LEFT, move_from(played), SQUARE_NONE};
    for (uint32_t bits = before->alive & after->alive & before->sliders & half_of(us); bits;) {
        const Bit bit = pop_bit32(&bits);
        const Square from = before->square_of[bit];
        const bool between = geometry.between[from][target] & bb(move_to(played));
        if (after->square_of[bit] == from && between &&
            defended_before(before, after, from, bit, target))
            return (Defender){DEFENDER_SHUT, from, SQUARE_NONE};
    }
    return NOBODY;
}

static Defender pinned_defender(const Position *after, Square target, Color us) {
    AttackerList list;
    attackers_list(after, target, us, &list);
    for (int i = 0; i < list.count; i++)
        if (list.attackers[i].state == ATTACKER_PINNED)
            return (Defender){DEFENDER_PINNED, list.attackers[i].from, SQUARE_NONE};
    return NOBODY;
}

/* The only defender of two pieces that are both attacked; a king does not count as a piece. */
static Defender overloaded_defender(const State *s, Square target, Color us) {
    const uint32_t defenders = attackers_of(s, target, us);
    if (!defenders || several(defenders))
        return NOBODY;
    const Square from = s->square_of[lowest_bit(defenders)];
    for (Bitboard men = s->by_color[us] & ~s->by_type[KING] & ~s->by_type[PAWN] & ~bb(target);
         men;) {
        const Square other = pop_bit(&men);
        if (other != from && attackers_of(s, other, us) == defenders &&
            attackers_of(s, other, opponent(us)))
            return (Defender){DEFENDER_OVERLOADED, from, other};
    }
    return NOBODY;
}

Defender defender_of(const Position *before, const Position *after, Move played, Square target) {
    const Color us = before->state->side;
    Defender d = lost_defender(before->state, after->state, played, target);
    if (d.fate == DEFENDER_NONE)
        d = pinned_defender(after, target, us);
    if (d.fate == DEFENDER_NONE)
        d = overloaded_defender(after->state, target, us);
    return d;
}

/* --- threats ---------------------------------------------------------------------------------- */

static bool holds(const ThreatList *list, const Threat *t) {
    for (int i = 0; i < list->count; i++) {
        const Threat *other = &list->threats[i];
        if (other->kind == t->kind && other->by == t->by && other->from == t->from &&
            other->target == t->target && other->targets == t->targets)
            return true;
    }
    return false;
}

/* How much a threat matters; 0: not at all. */
static int weight_of(const State *s, const Threat *t) {
    enum { FORK = 3000, PIN = 100 };
    switch (t->kind) {
    case THREAT_FORK:
        return t->risk ? 0 : FORK + t->value;
    case THREAT_HANGING:
    case THREAT_LESSER:
    case THREAT_WEAK:
        return t->value >= EXCHANGE_MINOR - EXCHANGE_PAWN ? 2 * t->value : 0;
    case THREAT_PIN:
    case THREAT_RELATIVE_PIN:
        return type_on(s, t->target) == PAWN ? 0 : PIN;
    default:
        return 0;
    }
}

bool new_threat(const Position *earlier, const Position *later, Color by, Threat *out) {
    ThreatList old, new;
    int best = 0;
    threats_list(earlier, &old);
    threats_list(later, &new);
    for (int i = 0; i < new.count; i++) {
        const Threat *t = &new.threats[i];
        const int weight = t->by == by && !holds(&old, t) ? weight_of(later->state, t) : 0;
        if (weight <= best)
            continue;
        best = weight;
        *out = *t;
    }
    return best > 0;
}

bool was_threatened(const Position *before, const Threat *threat) {
    ThreatList list;
    threats_list(before, &list);
    for (int i = 0; i < list.count; i++) {
        const Threat *t = &list.threats[i];
        if (threat_is_capture(t) && t->by == threat->by && t->from == threat->from &&
            t->target == threat->target)
            return true;
    }
    return false;
}
