#include "moves/verify_moves.h"

#include "core/names.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/pins.h"

static bool list_has(const MoveList *list, Move m) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == m)
            return true;
    return false;
}

static bool takes_or_promotes(const State *s, Move m) {
    return move_kind(m) == MOVE_PROMOTION || move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) == MOVE_NORMAL && s->man_on[move_to(m)] != MAN_NONE);
}

static void say_man_on(Difference *d, const State *s, Square sq) {
    if (s->man_on[sq] == MAN_NONE)
        difference_say(d, "nothing on %s", square_name(sq));
    else
        difference_man(d, s, man_bit(s->man_on[sq]));
}

/* Reports a move that one generator has and another has not. */
static bool differs(const Position *pos, const char *who, const char *how, Move m, char *report) {
    Difference d = difference_begin(report, "generating moves");
    difference_say(&d, "moves: %s %s", who, how);
    difference_move(&d, m);
    difference_say(&d, ": ");
    say_man_on(&d, pos->state, move_from(m));
    difference_say(&d, " to ");
    say_man_on(&d, pos->state, move_to(m));
    difference_say(&d, "\n");
    difference_position(&d, pos);
    return false;
}

/* Each move of `want` that takes or promotes is in `got`, and nothing else. */
static bool same_captures(const Position *pos, const MoveList *want, const MoveList *got,
                          const char *who, char *report) {
    for (int i = 0; i < want->count; i++) {
        const Move m = want->moves[i];
        if (takes_or_promotes(pos->state, m) && !list_has(got, m))
            return differs(pos, who, "lack", m, report);
    }
    for (int i = 0; i < got->count; i++) {
        const Move m = got->moves[i];
        if (!takes_or_promotes(pos->state, m) || !list_has(want, m))
            return differs(pos, who, "have the illegal", m, report);
        for (int j = 0; j < i; j++)
            if (got->moves[j] == m)
                return differs(pos, who, "have twice", m, report);
    }
    return true;
}

static bool verify_captures(const Position *pos, const MoveList *legal, char *report) {
    const Bitboard pinned = pinned_men(pos->state, pos->state->side);
    MoveList staged = {.count = 0}, bulk = {.count = 0};
    CaptureWalk walk;
    captures_start(&walk, pos, pinned, THRESHOLD_ALL);
    for (Move m; staged.count < MOVE_LIMIT && (m = captures_next(&walk)) != MOVE_NONE;)
        list_add(&staged, m);
    if (staged.count == MOVE_LIMIT)
        return differs(pos, "staged captures", "do not end:", staged.moves[0], report);
    push_promotions(pos, pinned, false, &staged);
    en_passant_moves(pos->state, &staged);
    capture_moves(pos, pinned, &bulk);
    push_promotions(pos, pinned, false, &bulk);
    en_passant_moves(pos->state, &bulk);
    return same_captures(pos, legal, &staged, "staged captures", report) &&
           same_captures(pos, legal, &bulk, "captures at once", report);
}

static bool differs_in_count(const Position *pos, const char *what, int got, int want,
                             char *report) {
    Difference d = difference_begin(report, "counting moves");
    difference_say(&d, "moves: %s counts %d, the list has %d\n", what, got, want);
    difference_position(&d, pos);
    return false;
}

bool verify_moves(const Position *pos, char *report) {
    MoveList legal = {.count = 0};
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++)
        if (!move_is_legal(pos, legal.moves[i]))
            return differs(pos, "move_is_legal", "refuses", legal.moves[i], report);
    if (legal_count(pos) != legal.count)
        return differs_in_count(pos, "legal_count", legal_count(pos), legal.count, report);
    return in_check(pos->state) || verify_captures(pos, &legal, report);
}

bool verify_table_move(const Position *pos, Move m, bool *legal, char *report) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    *legal = move_is_legal(pos, m);
    return *legal == list_has(&list, m) ||
           differs(pos, "move_is_legal", *legal ? "allows" : "refuses", m, report);
}
