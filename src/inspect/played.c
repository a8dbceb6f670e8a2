/* Lines, exchanges and replies played out on the board. */
#include "inspect/motifs_internal.h"

#include "board/make.h"
#include "moves/generate.h"

/* --- exchanges ------------------------------------------------------------------------------- */

/* Returns the legal capture on a square by the least valuable piece; the king counts as the most valuable. Returns
 * MOVE_NONE if no capture is legal. */
static Move least_capture(const Position *pos, Square to) {
    MoveList list = {.count = 0};
    Move least = MOVE_NONE;
    int value = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const PieceType type = type_on(pos->state, move_from(m));
        const int cost = type == KING ? 2 * EXCHANGE_QUEEN : exchange_type_value(type);
        const bool queens = move_kind(m) != MOVE_PROMOTION || move_promotion(m) == QUEEN;
        if (move_to(m) != to || move_kind(m) == MOVE_CASTLING || !queens ||
            (least != MOVE_NONE && cost >= value))
            continue;
        least = m;
        value = cost;
    }
    return least;
}

int played_exchange(Position *pos, Move m) {
    const int taken = taken_value(pos->state, m);
    make_move(pos, m);
    const Move back = least_capture(pos, move_to(m));
    const int lost = back == MOVE_NONE ? 0 : played_exchange(pos, back);
    unmake_move(pos);
    return taken - (lost > 0 ? lost : 0);
}

/* --- replies --------------------------------------------------------------------------------- */

int played_best(Position *pos, Square from, Bitboard targets, Square any) {
    MoveList list = {.count = 0};
    int best = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const Square at = taken_square(pos->state, m);
        if (at == SQUARE_NONE ||
            (at != any && !(bb(at) & targets && (from == SQUARE_NONE || from == move_from(m)))))
            continue;
        best = max_int(best, played_exchange(pos, m));
    }
    return best;
}

int played_worst(Position *pos, Square from, Bitboard targets) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    int worst = list.count ? MOTIF_MATE_VALUE : 0;
    for (int i = 0; i < list.count; i++) {
        const Move r = list.moves[i];
        const int lost = taken_value(pos->state, r);
        const bool follow = lost || bb(move_from(r)) & targets;
        make_move(pos, r);
        int best = played_best(pos, from, targets, follow ? move_to(r) : SQUARE_NONE) - lost;
        if (best <= 0 && mating_move(pos) != MOVE_NONE)
            best = MOTIF_MATE_VALUE;
        unmake_move(pos);
        worst = min_int(worst, best);
    }
    return worst;
}

/* --- playing the line through ------------------------------------------------------------------- */

static void note_state(Track *t, const Position *pos, int i) {
    t->states[i] = *pos->state;
    for (Color c = WHITE; c <= BLACK; c++) {
        t->loose[c][i] = 0;
        for (Bitboard men = pos->state->by_color[c]; men;) {
            const Square sq = pop_bit(&men);
            int value;
            if (best_exchange(pos, sq, opponent(c), &value) != MOVE_NONE && value > 0)
                t->loose[c][i] |= bb(sq);
        }
    }
}

static void note_step(Track *t, const Position *pos, int i, Move m) {
    const State *s = pos->state;
    Step *step = &t->steps[i];
    const int value = taken_value(s, m), before = i ? t->steps[i - 1].balance : 0;
    *step = (Step){.move = m, .from = move_from(m), .to = arrival(m), .at = taken_square(s, m)};
    step->type = move_kind(m) == MOVE_PROMOTION ? move_promotion(m) : type_on(s, step->from);
    step->taken = step->at == SQUARE_NONE ? TYPE_NONE : type_on(s, step->at);
    step->balance = before + (s->side == t->us ? value : -value);
}

/* Returns our gain by the captures that would follow on the square of the line's last step; negative for a loss. */
static int follow_up(const Track *t, const Position *pos) {
    const Color side = pos->state->side;
    int value;
    best_exchange(pos, t->steps[t->count - 1].to, side, &value);
    return value <= 0 ? 0 : side == t->us ? value : -value;
}

void track_make(Track *t, Position *pos, const Move *line, int count) {
    t->us = pos->state->side;
    t->them = opponent(t->us);
    t->count = min_int(count, MOTIF_LINE_PLIES);
    for (int i = 0; i < t->count; i++) {
        note_state(t, pos, i);
        note_step(t, pos, i, line[i]);
        make_move(pos, line[i]);
        t->steps[i].check = in_check(pos->state);
    }
    note_state(t, pos, t->count);
    t->mates = pos->state->side == t->them && in_check(pos->state) && legal_count(pos) == 0;
    for (int i = t->count - 1; i >= 0; i--) {
        Step *s = &t->steps[i];
        const bool goes_on = i + 1 < t->count && t->steps[i + 1].at == s->to;
        s->settled = goes_on            ? t->steps[i + 1].settled
                     : i + 1 < t->count ? s->balance
                                        : s->balance + follow_up(t, pos);
    }
}

/* --- gains ----------------------------------------------------------------------------- */

int track_gain(const Track *t, int i, int j) {
    const Step *s = &t->steps[j];
    const int before = i ? t->steps[i - 1].balance : 0;
    const int now = (j + 1 < t->count ? min_int(s->settled, s[1].settled) : s->settled) - before;
    return now > 0 ? now : t->steps[t->count - 1].settled - before;
}

bool track_wins(const Track *t, int i, int j) {
    const Step *s = &t->steps[j];
    return j < t->count && s->at != SQUARE_NONE && s->settled > (j ? t->steps[j - 1].balance : 0) &&
           track_gain(t, i, j) > 0;
}

int track_capture(const Track *t, int i, Square from, Bitboard targets) {
    const Man man = t->states[i + 1].man_on[from];
    for (int j = i + 2; j < t->count && j <= i + 4; j += 2) {
        const Step *s = &t->steps[j];
        if (t->states[j].man_on[from] != man)
            return 0;
        if (s->from == from)
            return s->at != SQUARE_NONE && bb(s->at) & targets && track_wins(t, i, j) ? j : 0;
    }
    return 0;
}

void motif_target(Motif *m, int n, const State *s, Square sq) {
    m->targets[n] = sq;
    m->types[n] = type_on(s, sq);
}

Square taking_square(const State *s) {
    const Square from = move_from(s->move), to = move_to(s->move);
    const bool pawn = type_on(s, to) == PAWN || move_kind(s->move) == MOVE_PROMOTION;
    const bool steps = pawn && file_of(from) == file_of(to);
    return from == to || s->man_on[to] == MAN_NONE || move_kind(s->move) == MOVE_CASTLING ||
                   s->rule50 || steps
               ? SQUARE_NONE
               : to;
}
