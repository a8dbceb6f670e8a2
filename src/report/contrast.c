/* Outcomes of lines of play, threats that are played out, and the fate of defenders. */
#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/generate.h"

#include <stdlib.h>

/* --- quiet positions -------------------------------------------------------------------------- */

/* True if a list has a threat that is equal to `threat`: the same piece takes on the same square with gain. */
static bool has_threat(const ThreatList *list, const Threat *threat) {
    for (int i = 0; i < list->count; i++) {
        const Threat *t = &list->threats[i];
        if (threat_is_capture(t) && t->by == threat->by && t->target == threat->target &&
            t->from == threat->from)
            return true;
    }
    return false;
}

/* True if the side to move can take something with gain. `now` has the threats of the position. If `before` is not
 * NULL, `before` has the threats of the previous position, and only a capture that was a threat there counts. */
static bool wins_something(const Position *pos, const ThreatList *now, const ThreatList *before) {
    for (int i = 0; i < now->count; i++) {
        const Threat *t = &now->threats[i];
        if (t->by == pos->state->side && t->now && threat_is_capture(t) &&
            (!before || has_threat(before, t)))
            return true;
    }
    return false;
}

bool is_quiet(const Position *pos) {
    ThreatList list;
    threats_list(pos, &list);
    return !in_check(pos->state) && !wins_something(pos, &list, NULL);
}

/* --- trades ----------------------------------------------------------------------------------- */

Trade pieces_ahead(const State *s, Color us) {
    Trade ahead = {.queened = 0};
    for (PieceType type = PAWN; type < KING; type++)
        ahead.won[type] = popcount(men_of(s, us, type)) - popcount(men_of(s, opponent(us), type));
    return ahead;
}

int trade_value(const Trade *t) {
    int value = 0;
    for (PieceType type = PAWN; type < KING; type++)
        value += t->won[type] * exchange_type_value(type);
    return value;
}

Trade trade_less(const Trade *a, const Trade *b) {
    Trade rest = *a;
    for (PieceType type = PAWN; type < KING; type++)
        rest.won[type] -= b->won[type];
    rest.queened -= b->queened;
    return rest;
}

Trade trade_beyond(const Trade *a, const Trade *b) {
    for (PieceType type = PAWN; type < KING; type++) {
        const int all = a->won[type], both = b->won[type];
        if ((both > 0 && all < both) || (both < 0 && all > both))
            return *a;
    }
    return trade_less(a, b);
}

/* Adds the pieces that a trade wins, or with the sign -1 the pieces that it loses: "a new queen, a queen, two pawns and
 * a knight". */
static void add_pieces(Document *out, const Trade *t, int sign) {
    static const char *const NUMBERS[] = {"", "a ", "two ", "three ", "four ", "five ", "six "};
    int kinds = sign * t->queened > 0;
    for (PieceType type = PAWN; type <= KING; type++)
        kinds += sign * t->won[type] > 0;
    for (PieceType type = TYPE_COUNT; type >= PAWN; type--) {
        const bool is_new = type == TYPE_COUNT;
        const int count = sign * (is_new ? t->queened : t->won[type]);
        if (count <= 0)
            continue;
        if (type == KING)
            document_add_text(out, "the exchange");
        else
            document_add(out, "%s%s%s", NUMBERS[min_int(count, 6)],
                         is_new ? "new queen" : type_word(type), count > 1 ? "s" : "");
        kinds--;
        document_add_text(out, kinds > 1 ? ", " : kinds == 1 ? " and " : "");
    }
}

/* Returns a trade as players count it. A new queen is not a queen won. A knight and a bishop cancel out. A rook for a
 * knight or a bishop is the exchange: won[KING] counts exchanges. */
static Trade by_name(Trade t) {
    int *minor = t.won;
    const int queens = t.queened > 0 ? clamp_int(t.won[QUEEN], 0, t.queened)
                                     : clamp_int(t.won[QUEEN], t.queened, 0);
    t.queened = queens;
    t.won[QUEEN] -= queens;
    t.won[PAWN] += queens;
    while (minor[KNIGHT] * minor[BISHOP] < 0) {
        const int sign = minor[KNIGHT] > 0 ? 1 : -1;
        minor[KNIGHT] -= sign;
        minor[BISHOP] += sign;
    }
    const int minors = minor[KNIGHT] + minor[BISHOP];
    if (minors == -t.won[ROOK] && abs(minors) == 1 && !t.won[QUEEN]) {
        t.won[KING] = t.won[ROOK];
        t.won[ROOK] = t.won[KNIGHT] = t.won[BISHOP] = 0;
    }
    return t;
}

void trade_text(Document *out, const Trade *t, int sign) {
    const Trade named = by_name(*t);
    bool pays = sign * named.queened < 0;
    for (PieceType type = PAWN; type <= KING; type++)
        pays |= sign * named.won[type] < 0;
    add_pieces(out, &named, sign);
    if (pays)
        document_add_text(out, " for ");
    add_pieces(out, &named, -sign);
}

/* --- lines ------------------------------------------------------------------------------------ */

/* The quiet positions of a line, with the number of moves before each position, and the trade by these moves. */
typedef struct Quiet {
    int count;
    int plies[OUTCOME_PLIES];
    Trade trades[OUTCOME_PLIES];
} Quiet;

/* Returns the outcome at one of the quiet positions: the first one from which on the balance of material stays near the
 * balance at the last quiet position. */
static Outcome settled(const Quiet *q) {
    /* balances are near if they differ by at most a third of the last one, so by a pawn if a piece is won */
    enum { SHARE = 3 };
    int i = q->count - 1;
    const int last = trade_value(&q->trades[i]);
    while (i > 0 && SHARE * abs(trade_value(&q->trades[i - 1]) - last) <= abs(last))
        i--;
    return (Outcome){
        .plies = q->plies[i], .value = trade_value(&q->trades[i]), .trade = q->trades[i]};
}

/* True if the last move gave the moving piece away: the last move neither captured nor answered a check, and the next
 * move takes the piece with gain. */
static bool gives_away(Position *pos, Move last, Move next) {
    return move_to(last) == move_to(next) && pos->state[-1].man_on[move_to(last)] == MAN_NONE &&
           !in_check(&pos->state[-1]) && played_exchange(pos, next) >= EXCHANGE_PAWN;
}

/* True if the last move moved a piece, not a pawn, away from a capture that the side to move threatened. `before` has
 * the threats before the last move. */
static bool is_flight(const Position *pos, const ThreatList *before, Move last) {
    for (int i = 0; i < before->count; i++) {
        const Threat *t = &before->threats[i];
        if (t->by == pos->state->side && t->target == move_from(last) && threat_is_capture(t))
            return type_on(pos->state, move_to(last)) != PAWN;
    }
    return false;
}

/* True if the side to move has lost more than it has won, and has a capture with gain that was already a threat before
 * the last move. `trade` counts the pieces that the side `us` has won. */
static bool is_unsettled(const Position *pos, Color us, const Trade *trade, const ThreatList *now,
                         const ThreatList *before) {
    const int value = trade_value(trade);
    return (pos->state->side == us ? value < 0 : value > 0) && wins_something(pos, now, before);
}

Outcome outcome_of_line(Position *pos, const Trade *base, const Move *moves, int count) {
    const Color us = pos->state->side;
    Quiet quiet = {.count = 0};
    ThreatList lists[2];
    int made = 0, queened = 0;
    threats_list(pos, &lists[0]);
    count = min_int(count, OUTCOME_PLIES);
    while (made < count) {
        const ThreatList *before = &lists[made % 2];
        if (made > 1 && gives_away(pos, moves[made - 1], moves[made])) {
            if (!is_flight(pos, &lists[(made + 1) % 2], moves[made - 1]))
                break;
            count = made + 1;
        }
        if (move_kind(moves[made]) == MOVE_PROMOTION && move_promotion(moves[made]) == QUEEN)
            queened += pos->state->side == us ? 1 : -1;
        make_move(pos, moves[made++]);
        threats_list(pos, &lists[made % 2]);
        const int last = quiet.count - 1;
        if (last >= 0 && quiet.plies[last] == made - 1 &&
            is_unsettled(pos, us, &quiet.trades[last], &lists[made % 2], before))
            quiet.count--;
        if (in_check(pos->state) || wins_something(pos, &lists[made % 2], NULL))
            continue;
        const Trade ahead = pieces_ahead(pos->state, us);
        quiet.plies[quiet.count] = made;
        quiet.trades[quiet.count] = trade_less(&ahead, base);
        quiet.trades[quiet.count++].queened = queened;
    }
    while (made-- > 0)
        unmake_move(pos);
    return quiet.count ? settled(&quiet) : (Outcome){.plies = 0};
}

Outcome outcome_from(Position *pos, const Line *line) {
    const Trade base = pieces_ahead(pos->state, pos->state->side);
    return outcome_of_line(pos, &base, line->moves, line->count);
}

bool line_mates(Position *pos, const Move *moves, int count) {
    for (int i = 0; i < count; i++)
        make_move(pos, moves[i]);
    const bool mates = in_check(pos->state) && legal_count(pos) == 0;
    for (int i = 0; i < count; i++)
        unmake_move(pos);
    return mates;
}

bool contrast_holds(const Contrast *c) {
    enum { HALVES_MOST = 3, TOLERANCE = 60, SHARE_LEAST = 3, DECIDED = 900, AT_ONCE = 4 };
    const int pieces = c->better.value - c->worse.value;
    const bool loses = c->worse.plies && c->worse.value <= -EXCHANGE_MINOR;
    return c->worse.plies && (c->better.plies || loses) && pieces > 0 &&
           pieces <= HALVES_MOST * c->searched / 2 + TOLERANCE &&
           ((loses && c->worse.plies <= AT_ONCE) ||
            SHARE_LEAST * pieces >= min_int(c->searched, DECIDED));
}

/* --- played threats --------------------------------------------------------------------------- */

/* Returns the move that carries out a threat of the side to move, or MOVE_NONE if this capture is not legal. */
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

/* --- defenders -------------------------------------------------------------------------------- */

static const Defender NOBODY = {DEFENDER_NONE, SQUARE_NONE, SQUARE_NONE};

/* True if a piece defended the target before the move and does not defend it after the move. The piece has the attack
 * bit `bit`, and stood on `from` before the move. */
static bool defended_before(const State *before, const State *after, Square from, Bit bit,
                            Square target) {
    return before->man_on[from] != MAN_NONE && man_bit(before->man_on[from]) == bit &&
           (before->map[target] >> bit & 1) && !(after->map[target] >> bit & 1);
}

static Defender lost_defender(const State *before, const State *after, Move played, Square target) {
    const Color us = before->side;
    const Bit mover = man_bit(before->man_on[move_from(played)]);
    if (target == move_to(played) || before->man_on[target] == MAN_NONE ||
        before->man_on[target] != after->man_on[target] ||
        popcount(attackers_of(after, target, us)) >= popcount(attackers_of(before, target, us)))
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

/* Returns the only defender of the target, if this defender is also the only defender of another attacked piece. The
 * other piece is neither a king nor a pawn. Returns NOBODY without such a defender. */
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

bool was_threatened(const Position *before, const Threat *threat) {
    const State *s = before->state;
    ThreatList list;
    bool was = false;
    threats_list(before, &list);
    for (int i = 0; i < list.count; i++) {
        const Threat *t = &list.threats[i];
        was |= threat_is_capture(t) && t->by == threat->by && t->target == threat->target;
    }
    return was && has_bit(s->map[threat->target], man_bit(s->man_on[threat->from]));
}
