#include "moves/attackers.h"

#include "moves/pins.h"

/* The move of a man to a square that he attacks; MOVE_NONE if his own man or a King stands there,
 * or if he is a Pawn and nobody does. A Pawn on the last rank becomes a Queen. */
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
        return attackers_of(s, to, opponent(us)) ? ATTACKER_BARRED : ATTACKER_FREE;
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

/* Adds the sliders of either colour that would see the square if `front`, an attacker, left it: of
 * these the ones of `us`. What stands behind them in turn is looked at as well. */
static void add_behind(const State *s, Square sq, Square front, Color us, AttackerList *list) {
    uint32_t behind = s->map[front] & s->sliders & ~s->map[sq];
    while (behind) {
        const Bit bit = pop_bit32(&behind);
        const Square from = s->square_of[bit];
        if (!(geometry.beyond[front][sq] & bb(from)))
            continue;
        if (bit_color(bit) == us)
            list->men[list->count++] =
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
        list->men[list->count++] = attacker_of(pos, s->square_of[bit], sq, c);
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
        const Attacker *a = &list.men[i];
        if (a->move == MOVE_NONE || (best != MOVE_NONE && a->value <= *value))
            continue;
        best = a->move;
        *value = a->value;
    }
    return best;
}
