/* Motifs of several moves: defenders drawn away or cut off, captures, promotions, mates and draws. */
#include "inspect/motifs_internal.h"

#include "board/make.h"
#include "moves/generate.h"

/* --- gains two plies later ---------------------------------------------------------------- */

/* Returns the square on which our next step, i + 2, wins something that step i made possible. Step i + 2 takes there a
 * piece that an exchange could not win before step i, or promotes with gain, or mates. Returns SQUARE_NONE if step i +
 * 2 does nothing of this. */
static Square falling(const Track *t, int i) {
    const int j = i + 2;
    if (track_ends(t, i))
        return SQUARE_NONE;
    const Step *s = &t->steps[j];
    if (track_mates(t, j))
        return t->steps[i + 1].to == s->to ? SQUARE_NONE : s->to;
    if (move_kind(s->move) == MOVE_PROMOTION && s->settled > t->steps[j - 1].balance &&
        track_gain(t, i, j) > 0 && !(t->states[i].by_color[opponent(t->them)] & bb(s->to)))
        return s->to;
    return track_wins(t, i, j) && t->states[i].man_on[s->at] == t->states[j].man_on[s->at] &&
                   !(t->loose[t->them][i] & bb(s->at))
               ? s->at
               : SQUARE_NONE;
}

static int value_of(const Track *t, int i) {
    return track_mates(t, i + 2) ? MOTIF_MATE_VALUE : max_int(0, track_gain(t, i, i + 2));
}

static bool attacks(const State *s, Bit bit, Square sq) {
    return s->map[sq] >> bit & 1;
}

/* --- defenders ----------------------------------------------------------------------------------- */

/* True if step i makes a guard leave: the piece that replies takes our piece, answers a check, or flees, and thereby no
 * longer guards the piece that our next step takes. Sets the targets to the guard and the piece that we take. */
static bool draws_away(const Track *t, int i, Motif *m) {
    const Square target = falling(t, i);
    if (target == SQUARE_NONE)
        return false;
    const Step *step = &t->steps[i], *reply = &t->steps[i + 1];
    const State *s = &t->states[i + 1];
    const Bit bit = man_bit(s->man_on[reply->from]);
    const bool forced =
        reply->at == step->to || step->check || t->loose[t->them][i + 1] & bb(reply->from);
    const bool same_piece = t->steps[i + 2].from == step->to && !track_mates(t, i + 2);
    if (!forced || same_piece || reply->from == target || reply->to == target ||
        !attacks(s, bit, target) ||
        geometry.between[t->steps[i + 2].from][target] & bb(reply->from) ||
        attacks(&t->states[i + 2], bit, target))
        return false;
    motif_target(m, 0, s, reply->from);
    motif_target(m, 1, s, target);
    m->value = value_of(t, i);
    return true;
}

/* True if both squares have exactly one defender of colour `them`, and it is the same piece. */
static bool guards_both(const State *s, Square one, Square other, Color them) {
    const uint32_t guards = attackers_of(s, one, them);
    return guards && !several(guards) && attackers_of(s, other, them) == guards;
}

static bool is_overloaded(const Track *t, int i, const Motif *m) {
    return t->steps[i].at != SQUARE_NONE && t->steps[i + 1].at == t->steps[i].to &&
           guards_both(&t->states[i], t->steps[i].at, m->targets[1], t->them);
}

bool motif_overloaded(__attribute__((unused)) Position *pos, const Track *t, int i, Motif *m) {
    return draws_away(t, i, m) && is_overloaded(t, i, m);
}

bool motif_deflection(__attribute__((unused)) Position *pos, const Track *t, int i, Motif *m) {
    return draws_away(t, i, m) && !is_overloaded(t, i, m);
}

/* For step i at the end of a line: true if the step makes it possible to win one of `men` by an exchange, and we win
 * the piece after every legal reply. Sets the value and targets[1]. */
static bool falls_anyway(Position *pos, const Track *t, int i, Bitboard men, Motif *m) {
    men &= t->loose[t->them][i + 1] & ~t->loose[t->them][i];
    while (track_ends(t, i) && men) {
        const Square sq = pop_bit(&men);
        const int taken = taken_value(&t->states[i], t->steps[i].move);
        m->value = min_int(taken + played_worst(pos, SQUARE_NONE, bb(sq)), MOTIF_MATE_VALUE);
        motif_target(m, 1, &t->states[i], sq);
        if (m->value > 0)
            return true;
    }
    return false;
}

bool motif_removed_defender(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = &t->states[i];
    const Step *step = &t->steps[i];
    if (step->at == SQUARE_NONE)
        return false;
    const Bit bit = man_bit(s->man_on[step->at]);
    const Square target = falling(t, i);
    motif_target(m, 0, s, step->at);
    if (target == SQUARE_NONE)
        return !(t->loose[t->them][i] & bb(step->at)) &&
               falls_anyway(pos, t, i, s->attacks[bit] & s->by_color[t->them], m);
    motif_target(m, 1, s, target);
    m->value = value_of(t, i);
    return target != step->to && attacks(s, bit, target);
}

/* Returns the square of a slider that defends the target in the state `before`, and that the piece on `block` cuts off
 * from the target in the state `after`. Returns SQUARE_NONE if there is no such slider. */
static Square cut_off(const State *before, const State *after, Square target, Square block,
                      Color them) {
    for (uint32_t bits = attackers_of(before, target, them) & before->sliders; bits;) {
        const Bit bit = pop_bit32(&bits);
        const Square from = before->square_of[bit];
        if (after->square_of[bit] == from && !attacks(after, bit, target) &&
            geometry.between[from][target] & bb(block))
            return from;
    }
    return SQUARE_NONE;
}

bool motif_interference(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = &t->states[i];
    const Square target = falling(t, i), block = t->steps[i].to;
    Square from = SQUARE_NONE;
    if (target != SQUARE_NONE) {
        from = cut_off(s, &t->states[i + 2], target, block, t->them);
        if (from == SQUARE_NONE && t->steps[i].check && t->steps[i + 2].taken != PAWN)
            from = cut_off(s, &t->states[i + 2], target, t->steps[i + 1].to, t->them);
        motif_target(m, 1, s, target);
        m->value = value_of(t, i);
    } else {
        Bitboard cut = 0;
        for (Bitboard men = t->loose[t->them][i + 1] & ~t->loose[t->them][i]; men;) {
            const Square sq = pop_bit(&men);
            cut |= cut_off(s, pos->state, sq, block, t->them) == SQUARE_NONE ? 0 : bb(sq);
        }
        if (falls_anyway(pos, t, i, cut, m))
            from = cut_off(s, pos->state, m->targets[1], block, t->them);
    }
    if (from == SQUARE_NONE)
        return false;
    motif_target(m, 0, s, from);
    return true;
}

/* --- captures ---------------------------------------------------------------------------------- */

bool motif_xray(__attribute__((unused)) Position *pos, const Track *t, int i, Motif *m) {
    const int j = i + 2;
    if (track_ends(t, i))
        return false;
    const Step *reply = &t->steps[i + 1], *s = &t->steps[j];
    const Square on = t->steps[i].at;
    if (reply->at != on || s->at != on || s->to != on || track_gain(t, i, j) <= 0 ||
        attacks(&t->states[i + 1], man_bit(t->states[j].man_on[s->from]), on))
        return false;
    m->piece = s->from;
    m->type = type_on(&t->states[j], s->from);
    m->targets[0] = on;
    m->value = track_gain(t, i, j);
    return true;
}

bool motif_hanging(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = &t->states[i];
    const Step *step = &t->steps[i];
    if (step->at == SQUARE_NONE || attackers_of(s, step->at, t->them) ||
        taking_square(s) == step->to || played_best(pos, SQUARE_NONE, 0, step->to) > 0)
        return false;
    motif_target(m, 0, s, step->at);
    m->value = track_gain(t, i, i);
    return m->value > 0;
}

bool motif_zwischenzug(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = &t->states[i];
    const Step *step = &t->steps[i];
    const Square due = taking_square(s);
    const int j = i + 2;
    if (due == SQUARE_NONE || track_ends(t, i) || step->to == due ||
        !(t->loose[t->them][i] & bb(due)) || t->steps[j].at != due ||
        t->states[j].man_on[due] != s->man_on[due])
        return false;
    const bool threat = step->check || step->at != SQUARE_NONE ||
                        t->loose[t->them][i + 1] & ~t->loose[t->them][i] ||
                        threatened_mate(pos) != MOVE_NONE;
    motif_target(m, 0, s, due);
    m->value = track_gain(t, i, j);
    return threat && m->value >= exchange_type_value(m->types[0]);
}

/* True if the piece that made step i had no safe alternative: after each of its moves without a capture, an exchange
 * would also have won it. `pos` is the position after the step. */
static bool had_no_way_out(Position *pos, const Track *t, int i) {
    const Move m = t->steps[i].move;
    bool none = true;
    MoveList list = {.count = 0};
    unmake_move(pos);
    legal_moves(pos, &list);
    for (int n = 0; n < list.count && none; n++) {
        if (move_from(list.moves[n]) != move_from(m) ||
            taken_square(pos->state, list.moves[n]) != SQUARE_NONE)
            continue;
        make_move(pos, list.moves[n]);
        none = played_best(pos, SQUARE_NONE, 0, move_to(list.moves[n])) > 0;
        unmake_move(pos);
    }
    make_move(pos, m);
    return none;
}

bool motif_desperado(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = &t->states[i];
    const Step *step = &t->steps[i];
    const Bitboard ours = t->loose[t->us][i];
    if (step->at == SQUARE_NONE || !(ours & bb(step->from)) || type_on(s, step->from) == PAWN ||
        exchange_type_value(step->taken) >= exchange_type_value(step->type))
        return false;
    const bool retaken = i + 1 < t->count ? t->steps[i + 1].at == step->to
                                          : played_best(pos, SQUARE_NONE, 0, step->to) > 0;
    const bool another = ours & ~bb(step->from) & ~s->by_type[PAWN];
    motif_target(m, 0, s, step->at);
    m->value = exchange_type_value(step->taken);
    return retaken && (another || had_no_way_out(pos, t, i));
}

/* --- promotions -------------------------------------------------------------------------------- */

bool motif_promotion(__attribute__((unused)) Position *pos, const Track *t, int i, Motif *m) {
    const Step *step = &t->steps[i];
    m->targets[0] = step->to;
    m->value = track_gain(t, i, i);
    return move_kind(step->move) == MOVE_PROMOTION && step->type == QUEEN && m->value > 0;
}

bool motif_underpromotion(Position *pos, const Track *t, int i, Motif *m) {
    const Step *step = &t->steps[i];
    if (move_kind(step->move) != MOVE_PROMOTION || step->type == QUEEN)
        return false;
    unmake_move(pos);
    make_move(pos, move_make_promotion(step->from, move_to(step->move), QUEEN));
    const bool check = in_check(pos->state), stalemate = !check && legal_count(pos) == 0;
    unmake_move(pos);
    make_move(pos, step->move);
    m->targets[0] = step->to;
    m->value = t->mates ? MOTIF_MATE_VALUE : track_gain(t, i, i);
    return m->value > 0 && (stalemate || (step->type == KNIGHT && step->check && !check));
}

/* --- mate on the back rank, and draws ------------------------------------------------------------ */

/* True if a rook or a queen checks the king along its rank. */
static bool checked_on_rank(const State *s, Square king, Color them) {
    for (uint32_t set = checkers_of(s, them); set;) {
        const Square from = s->square_of[pop_bit32(&set)];
        if (rank_of(from) == rank_of(king) && bb(from) & (s->by_type[ROOK] | s->by_type[QUEEN]))
            return true;
    }
    return false;
}

bool motif_back_rank(__attribute__((unused)) Position *pos, const Track *t, int i, Motif *m) {
    const State *s = &t->states[i + 1];
    const Square king = king_square(s, t->them);
    const Bitboard around = geometry.leaper[t->them][KING][king];
    const Bitboard front = around & push_bb(t->them, rank_bb(rank_of(king)));
    if (!track_mates(t, i) || relative_rank(t->them, king) != RANK_1 ||
        !checked_on_rank(s, king, t->them) || front & ~s->by_color[t->them])
        return false;
    motif_target(m, 0, s, king);
    m->value = MOTIF_MATE_VALUE;
    return true;
}

/* MOTIF_PERPETUAL holds if a repetition ends the line and all our steps from step i on give check.
 * Step i must be our first step after the first occurrence of the repeated position. */
bool motif_perpetual(__attribute__((unused)) Position *pos, const Track *t, int i, Motif *m) {
    const Key end = t->states[t->count].key;
    int first = 0;
    while (t->states[first].key != end)
        first++;
    if (first == t->count || i != first + first % 2)
        return false;
    for (int n = i; n < t->count; n += 2)
        if (!t->steps[n].check)
            return false;
    motif_target(m, 0, &t->states[i], king_square(&t->states[i], t->them));
    return true;
}

/* True if the other side can take the piece on a square, and each such capture is stalemate. */
static bool taking_stalemates(Position *pos, Square on) {
    MoveList list = {.count = 0};
    int takers = 0, stalemates = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        if (taken_square(pos->state, list.moves[i]) != on)
            continue;
        make_move(pos, list.moves[i]);
        stalemates += !in_check(pos->state) && legal_count(pos) == 0;
        unmake_move(pos);
        takers++;
    }
    return takers && stalemates == takers;
}

bool motif_stalemate(Position *pos, const Track *t, int i, Motif *m) {
    const State *s = &t->states[i];
    if (material_worth(s, t->us) >= material_worth(s, t->them) || !taking_stalemates(pos, m->piece))
        return false;
    motif_target(m, 0, &t->states[i + 1], king_square(s, t->us));
    return true;
}
