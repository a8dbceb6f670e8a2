/* Motives of a move: threats, and what became of the defenders. */
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

bool was_threatened(const Position *before, const Threat *threat) {
    ThreatList list;
    threats_list(before, &list);
    for (int i = 0; i < list.count; i++) {
        const Threat *t = &list.threats[i];
        if (threat_is_capture(t) && t->by == threat->by && t->target == threat->target &&
            t->from == threat->from)
            return true;
    }
    return false;
}
