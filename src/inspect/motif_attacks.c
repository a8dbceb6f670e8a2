/* Motifs by which a piece attacks: forks, pins, skewers, discoveries, traps, threats of mate. */
#include "inspect/motifs_internal.h"

#include "board/make.h"
#include "moves/generate.h"
#include "moves/tactics.h"

/* --- shared ---------------------------------------------------------------------------------- */

static int worth(const State *s, Square sq) {
    const PieceType type = type_on(s, sq);
    return type == KING ? MOTIF_MATE_VALUE : exchange_type_value(type);
}

/* Returns the most valuable piece of a set of pieces. */
static Square most_valuable(const State *s, Bitboard men) {
    Square best = pop_bit(&men);
    while (men) {
        const Square sq = pop_bit(&men);
        best = worth(s, sq) > worth(s, best) ? sq : best;
    }
    return best;
}

/* True if an attacked piece takes its attacker, and we recapture with gain: the reply to step i takes our piece on
 * `from` by one of `targets`, which is worth more than our piece. */
static bool sold_dearly(const Track *t, int i, Square from, Bitboard targets) {
    const Step *reply = &t->steps[i + 1];
    return !track_ends(t, i) && reply->at == from && bb(reply->from) & targets &&
           exchange_type_value(reply->type) > exchange_type_value(reply->taken) &&
           reply[1].at == from && track_wins(t, i, i + 2);
}

/* For step i at the end of a line: returns what we win at least, whatever the reply. Returns 0 if a reply saves all
 * `targets`, or if the line has further steps of ours. */
static int won_by_force(Position *pos, const Track *t, int i, Square from, Bitboard targets) {
    const int worst = track_ends(t, i) ? played_worst(pos, from, targets) : 0;
    const int taken = taken_value(&t->states[i], t->steps[i].move);
    return worst > 0 ? min_int(worst + taken, MOTIF_MATE_VALUE) : 0;
}

/* True if the piece on `from` wins one of `targets` in the line or, if the line ends, after every legal reply. Sets the
 * value of the motif. Sets *at to the square of the target that the line wins, or to SQUARE_NONE. */
static bool proved(Position *pos, const Track *t, int i, Square from, Bitboard targets, Motif *m,
                   Square *at) {
    const int j = track_capture(t, i, from, targets);
    *at = j ? t->steps[j].at : SQUARE_NONE;
    m->value = j                                  ? track_gain(t, i, j)
               : sold_dearly(t, i, from, targets) ? track_gain(t, i, i + 2)
                                                  : won_by_force(pos, t, i, from, targets);
    return m->value > 0;
}

/* Returns the pieces, without pawns, that we win by an exchange after step i, but did not win before step i. */
static Bitboard newly_loose(const Track *t, int i) {
    return t->loose[t->them][i + 1] & ~t->loose[t->them][i] & ~t->states[i + 1].by_type[PAWN];
}

/* --- forks and double attacks -------------------------------------------------------------------- */

/* Returns the enemy pieces that the piece on `from` attacks and that count as targets of a fork: the king, and pieces
 * other than pawns that this piece can take with gain. */
static Bitboard fork_targets(const Position *pos, Square from, Color them) {
    const State *s = pos->state;
    Bitboard men = s->attacks[man_bit(s->man_on[from])] & s->by_color[them] & ~s->by_type[PAWN];
    Bitboard targets = men & s->by_type[KING];
    for (men &= ~s->by_type[KING]; men;) {
        const Square sq = pop_bit(&men);
        if (attacker_on(pos, from, sq, opponent(them)).value > 0)
            targets |= bb(sq);
    }
    return targets;
}

bool motif_fork(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = pos->state, *before = &t->states[i];
    const Square from = t->steps[i].to;
    const Bitboard targets = fork_targets(pos, from, t->them);
    const Bitboard old = before->attacks[man_bit(before->man_on[t->steps[i].from])];
    Square at;
    if (!several(targets) || !(targets & ~old) ||
        !proved(pos, t, i, from, targets & ~s->by_type[KING], m, &at))
        return false;
    const Square first = most_valuable(s, targets & ~(at == SQUARE_NONE ? 0 : bb(at)));
    motif_target(m, 0, s, first);
    motif_target(m, 1, s, at != SQUARE_NONE ? at : most_valuable(s, targets & ~bb(first)));
    return true;
}

Move threatened_mate(Position *pos) {
    if (in_check(pos->state) || !legal_count(pos))
        return MOVE_NONE;
    make_null(pos);
    const Move mate = mating_move(pos);
    unmake_move(pos);
    return mate;
}

bool motif_mate_threat(Position *pos, const Track *t, int i, Motif *m) {
    const Move mate = threatened_mate(pos);
    const bool taken = i + 1 < t->count && t->steps[i + 1].at == move_from(mate);
    if (mate == MOVE_NONE || (taken && !t->mates))
        return false;
    m->piece = move_from(mate);
    m->type = type_on(pos->state, m->piece);
    m->targets[0] = arrival(mate);
    m->value = t->mates           ? MOTIF_MATE_VALUE
               : track_ends(t, i) ? 0
                                  : max_int(0, track_gain(t, i, i + 2));
    return true;
}

/* True if a piece other than the one on `from` takes on `sq` with gain. */
static bool taken_by_other(const Position *pos, Square sq, Square from, Color us) {
    AttackerList list;
    attackers_list(pos, sq, us, &list);
    for (int i = 0; i < list.count; i++)
        if (list.attackers[i].from != from && list.attackers[i].value > 0)
            return true;
    return false;
}

bool motif_double_attack(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = pos->state;
    const Bitboard loose = newly_loose(t, i), by_mover = fork_targets(pos, m->piece, t->them);
    const Move mate = loose ? threatened_mate(pos) : MOVE_NONE;
    Bitboard by_others = 0;
    for (Bitboard men = loose; men;) {
        const Square sq = pop_bit(&men);
        by_others |= taken_by_other(pos, sq, m->piece, t->us) ? bb(sq) : 0;
    }
    const bool two = several(loose) && loose & by_mover && by_others & ~(loose & by_mover);
    Bitboard targets = mate != MOVE_NONE ? loose & ~bb(arrival(mate)) : two ? loose : 0;
    if (!targets)
        return false;
    const int j = i + 2;
    const bool falls = !track_ends(t, i) && track_wins(t, i, j) && bb(t->steps[j].at) & targets;
    m->value = falls ? track_gain(t, i, j) : won_by_force(pos, t, i, SQUARE_NONE, targets);
    const Square first = falls ? t->steps[j].at : most_valuable(s, targets);
    motif_target(m, 0, s, first);
    if (mate != MOVE_NONE)
        m->targets[1] = arrival(mate);
    else
        motif_target(m, 1, s, most_valuable(s, targets & ~bb(first)));
    return m->value > 0;
}

/* --- discoveries ------------------------------------------------------------------------------- */

/* Returns the square of a slider whose line step i opens to one of the pieces `among`, and sets *target to the square
 * of this piece. Returns SQUARE_NONE if the step opens no such line. */
static Square discoverer(const Track *t, int i, Bitboard among, Square *target) {
    const State *before = &t->states[i], *after = &t->states[i + 1];
    for (uint32_t bits = after->sliders & half_of(t->us); bits;) {
        const Bit bit = pop_bit32(&bits);
        const Square from = after->square_of[bit];
        const Bitboard seen = after->attacks[bit] & ~before->attacks[bit] & among;
        if (from != t->steps[i].to && before->square_of[bit] == from && seen) {
            *target = lowest_bit(seen);
            return from;
        }
    }
    return SQUARE_NONE;
}

bool motif_discovered_check(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = pos->state;
    const Square mover = m->piece;
    Square king, at = SQUARE_NONE;
    m->piece = discoverer(t, i, s->by_type[KING] & s->by_color[t->them], &king);
    if (m->piece == SQUARE_NONE)
        return false;
    m->type = type_on(s, m->piece);
    motif_target(m, 0, s, king);
    Bitboard targets = fork_targets(pos, mover, t->them) & ~s->by_type[KING];
    if (track_mates(t, i))
        m->value = MOTIF_MATE_VALUE;
    else if (!targets || !proved(pos, t, i, mover, targets, m, &at))
        m->value = max_int(0, track_gain(t, i, i));
    else
        motif_target(m, 1, s, at == SQUARE_NONE ? most_valuable(s, targets) : at);
    return true;
}

bool motif_discovered_attack(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = pos->state;
    Bitboard among = s->by_color[t->them] & ~s->by_type[KING] & ~s->by_type[PAWN];
    Square target, at;
    for (Square from; (from = discoverer(t, i, among, &target)) != SQUARE_NONE;) {
        among &= ~bb(target);
        if (!proved(pos, t, i, from, bb(target), m, &at))
            continue;
        m->piece = from;
        m->type = type_on(s, from);
        motif_target(m, 0, s, target);
        return true;
    }
    return false;
}

/* --- pins and skewers -------------------------------------------------------------------------- */

/* Returns our gain if step i attacks a pinned piece, and we then win it, or it moves and we win the piece behind it.
 * Else returns 0. A pinned pawn does not count. */
static int pinned_falls(Position *pos, const Track *t, int i, const Threat *pin) {
    const Bitboard target = bb(pin->target);
    const Man man = t->states[i + 1].man_on[pin->target];
    const State *s = pos->state;
    if (in_check(s) || t->loose[t->them][i] & target || target & s->by_type[PAWN] ||
        !(s->attacks[man_bit(s->man_on[t->steps[i].to])] & target))
        return 0;
    if (track_ends(t, i))
        return target & newly_loose(t, i) ? won_by_force(pos, t, i, SQUARE_NONE, pin->targets) : 0;
    const Square at = t->steps[i + 2].at;
    const bool falls = (at == pin->target && t->states[i + 2].man_on[at] == man) ||
                       (at == pin->behind && t->steps[i + 1].from == pin->target);
    return falls && track_wins(t, i, i + 2) ? track_gain(t, i, i + 2) : 0;
}

/* Returns how much the side to move loses, in centipawns, if its pinned piece takes on the square `on` and so exposes
 * the piece behind. If the piece is pinned to the king, returns MOTIF_MATE_VALUE, or -MOTIF_MATE_VALUE if the pin
 * allows the capture. */
static int cost_of_taking(Position *pos, const Threat *pin, Square on) {
    const Move back = move_make(pin->target, on);
    if (pin->kind == THREAT_PIN)
        return pin_allows(pin->behind, pin->target, on) ? -MOTIF_MATE_VALUE : MOTIF_MATE_VALUE;
    if (!move_is_legal(pos, back))
        return 0;
    const int taken = taken_value(pos->state, back);
    make_move(pos, back);
    const int lost = played_best(pos, pin->from, bb(pin->behind), SQUARE_NONE);
    unmake_move(pos);
    return lost - taken;
}

/* If step i goes to a square that only the pinned piece seems to guard, returns our gain, else 0. */
static int pinned_guards_not(Position *pos, const Track *t, int i, const Threat *pin) {
    const State *s = pos->state;
    const Step *step = &t->steps[i];
    const Square on = step->to;
    const uint32_t pinned = bit_mask(man_bit(s->man_on[pin->target]));
    const uint32_t checks = checkers_of(s, t->them) & ~bit_mask(man_bit(s->man_on[on]));
    const bool safe_anyway =
        attackers_of(s, on, t->us) && exchange_type_value(step->type) <= worth(s, pin->target);
    if (attackers_of(s, on, t->them) != pinned || safe_anyway || checks)
        return 0;
    const int taken = taken_value(&t->states[i], step->move);
    int gain = 0;
    if (track_mates(t, i))
        gain = MOTIF_MATE_VALUE;
    else if (taken)
        gain = i + 1 == t->count ? taken : track_gain(t, i, i);
    else if (!track_ends(t, i) && track_wins(t, i, i + 2))
        gain = track_gain(t, i, i + 2);
    return gain > 0 && taken + cost_of_taking(pos, pin, on) > 0 ? gain : 0;
}

static bool find_pin(Position *pos, const Track *t, int i, Motif *m, ThreatKind kind) {
    const State *s = pos->state;
    ThreatList pins = {.count = 0};
    pins_list(s, t->us, &pins);
    for (int n = 0; n < pins.count; n++) {
        const Threat *pin = &pins.threats[n];
        if (pin->kind != kind)
            continue;
        m->value = pinned_falls(pos, t, i, pin);
        if (m->value <= 0)
            m->value = pinned_guards_not(pos, t, i, pin);
        if (m->value <= 0)
            continue;
        m->piece = pin->from;
        m->type = type_on(s, pin->from);
        motif_target(m, 0, s, pin->target);
        motif_target(m, 1, s, pin->behind);
        return true;
    }
    return false;
}

bool motif_pin(Position *pos, const Track *t, int i, Motif *m) {
    return find_pin(pos, t, i, m, THREAT_PIN);
}

bool motif_relative_pin(Position *pos, const Track *t, int i, Motif *m) {
    return find_pin(pos, t, i, m, THREAT_RELATIVE_PIN);
}

/* Returns the square of the enemy piece behind `front` on the line of a slider, or SQUARE_NONE if no enemy piece is
 * behind `front`. */
static Square behind(const State *s, Square slider, Square front, Color them) {
    const Bitboard line = queen_attacks(front, occupied(s)) & geometry.beyond[front][slider];
    return line & s->by_color[them] ? (Square)lowest_bit(line & s->by_color[them]) : SQUARE_NONE;
}

bool motif_skewer(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = pos->state;
    const Bit bit = man_bit(s->man_on[m->piece]);
    Bitboard fronts = s->attacks[bit] & s->by_color[t->them] & ~s->by_type[PAWN];
    if (!(s->sliders & bit_mask(bit)))
        return false;
    while (fronts) {
        const Square front = pop_bit(&fronts), back = behind(s, m->piece, front, t->them);
        Square at;
        if (back == SQUARE_NONE || type_on(s, back) == PAWN || worth(s, front) < worth(s, back) ||
            type_on(s, front) == m->type ||
            !(type_on(s, front) == KING || t->loose[t->them][i + 1] & bb(front)))
            continue;
        if (!track_ends(t, i) && t->steps[i + 1].from != front)
            continue;
        if (!proved(pos, t, i, m->piece, bb(back) | bb(front), m, &at) ||
            (at != SQUARE_NONE && at != back))
            continue;
        motif_target(m, 0, s, front);
        motif_target(m, 1, s, back);
        return true;
    }
    return false;
}

/* --- trapped pieces ------------------------------------------------------------------------------ */

/* Returns the index of the later step by which we take the piece that stands on `sq` after step i. Returns 0 if no
 * step takes the piece. */
static int falls_later(const Track *t, int i, Square sq) {
    const Man man = t->states[i + 1].man_on[sq];
    for (int j = i + 2; j < t->count && j <= i + 4; j += 2)
        if (track_wins(t, i, j) && t->states[j].man_on[t->steps[j].at] == man)
            return j;
    return 0;
}

/* True if a reply saves the piece on `sq`: the reply costs nothing, or less than half of the piece, which we cannot
 * take then. A reply that gives check saves only if it costs nothing. The cost is as in played_worst. */
static bool is_saved(Position *pos, Square sq) {
    const int value = exchange_type_value(type_on(pos->state, sq));
    MoveList list = {.count = 0};
    bool saved = false;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count && !saved; i++) {
        const Move r = list.moves[i];
        const Bitboard piece = bb(move_from(r) == sq ? move_to(r) : sq);
        const int lost = taken_value(pos->state, r);
        const Square any = lost || move_from(r) == sq ? move_to(r) : SQUARE_NONE;
        make_move(pos, r);
        const int cost = played_best(pos, SQUARE_NONE, piece, any) - lost;
        saved = (cost <= 0 || (2 * cost < value && !in_check(pos->state) &&
                               !played_best(pos, SQUARE_NONE, piece, SQUARE_NONE))) &&
                mating_move(pos) == MOVE_NONE;
        unmake_move(pos);
    }
    return saved;
}

bool motif_trapped(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = pos->state;
    Bitboard men = newly_loose(t, i);
    if (in_check(s))
        return false;
    while (men) {
        const Square sq = pop_bit(&men);
        const int j = falls_later(t, i, sq);
        if (pinned_men(s, t->them) & bb(sq) || is_saved(pos, sq))
            continue;
        m->value = j ? track_gain(t, i, j) : won_by_force(pos, t, i, SQUARE_NONE, bb(sq));
        motif_target(m, 0, s, sq);
        if (m->value > 0)
            return true;
    }
    return false;
}
