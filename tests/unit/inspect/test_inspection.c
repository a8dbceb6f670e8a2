/* The models behind the inspection commands: exchanges step by step, attackers, threats, deltas and
 * repaired FENs, each checked against the moves themselves or a second implementation. */
#include "board/make.h"
#include "eval/evaluate.h"
#include "inspect/inspect_internal.h"
#include "inspect/threats.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/tactics.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/rows.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int seen;

static void fail_at(const Position *at, const char *what, Square sq, int got, int want) {
    char fen[FEN_SIZE];
    fen_write(at, fen);
    fail_msg("%s\n  %s, square %d: got %d, want %d", fen, what, sq, got, want);
}

static void want(const Position *at, const char *what, Square sq, int got, int wanted) {
    if (got != wanted)
        fail_at(at, what, sq, got, wanted);
}

static int sum(const char *name, int least) {
    printf("  %d %s\n", seen, name);
    assert_true(seen >= least);
    return seen;
}

/* --- exchanges ----------------------------------------------------------------------------- */

/* The steps alternate between the sides, no piece takes twice, each takes the piece that took
 * before it, and the balance is the sum of what was taken. */
static void check_steps(const Position *at, Move m, const ExchangeLine *line) {
    const State *s = at->state;
    Bitboard gone = 0;
    int balance = 0;
    for (int i = 0; i < line->count; i++) {
        const ExchangeStep *step = &line->steps[i];
        const Color us = i % 2 ? opponent(s->side) : s->side;
        const int won = step->taken == TYPE_NONE ? 0 : exchange_type_value(step->taken);
        const int grown = exchange_type_value(step->becomes) - exchange_type_value(step->taker);
        balance += i % 2 ? -won - grown : won + grown;
        want(at, "a man of the side", step->from, s->by_color[us] >> step->from & 1, 1);
        want(at, "the man's type", step->from, step->taker, type_on(s, step->from));
        want(at, "a man who comes twice", step->from, gone >> step->from & 1, 0);
        want(at, "the balance", step->from, step->balance, balance);
        if (i > 0)
            want(at, "the man taken", move_to(m), step->taken, line->steps[i - 1].becomes);
        gone |= bb(step->from);
    }
}

static void compare_lines(Position *at, Random *r) {
    (void)r;
    const MoveList list = legal_list(at);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        ExchangeLine line;
        if (move_kind(m) == MOVE_CASTLING)
            continue;
        exchange_line(at, m, &line);
        want(at, "the line's value", move_to(m), line.value, exchange_value(at, m));
        want(at, "the first man", move_to(m), line.steps[0].from, move_from(m));
        want(at, "captures played", move_to(m), line.played >= 1 && line.played <= line.count, 1);
        want(at, "the last balance", move_to(m), line.steps[line.played - 1].balance, line.value);
        check_steps(at, m, &line);
        seen += line.count > 2;
    }
}

TEST(exchanges_written_down) {
    seen = 0;
    visit_positions(pos, scaled(20000), compare_lines);
    sum("exchanges of three men and more", scaled(2000));
}

/* --- attackers ----------------------------------------------------------------------------- */

/* Finds the attackers of a square, then those that attack it once these are gone, and so on; those
 * of one colour must be the list. */
static Bitboard closure(const State *s, Square sq) {
    Bitboard found = 0, before;
    do {
        before = found;
        for (Color c = WHITE; c <= BLACK; c++)
            for (PieceType type = PAWN; type <= KING; type++)
                found |=
                    piece_attacks(opponent(c), type, sq, occupied(s) & ~found) & men_of(s, c, type);
    } while (found != before);
    return found;
}

static void check_attacker(const Position *at, Square sq, Color c, const Attacker *a) {
    const State *s = at->state;
    const Bit bit = man_bit(s->man_on[a->from]);
    want(at, "in the map", a->from, a->state != ATTACKER_BEHIND, s->map[sq] >> bit & 1);
    want(at, "behind whom", a->from, a->before == SQUARE_NONE, a->state != ATTACKER_BEHIND);
    if (sq == king_square(s, WHITE) || sq == king_square(s, BLACK))
        want(at, "a King is not taken", a->from, a->move, MOVE_NONE);
    want(at, "may, but does not", a->from, a->state == ATTACKER_FREE || a->move == MOVE_NONE, 1);
    if (c != s->side || in_check(s))
        return;
    const bool pawn_step = type_on(s, a->from) == PAWN && s->man_on[sq] == MAN_NONE && sq != s->ep;
    bool legal = false;
    const MoveList list = legal_list(at);
    for (int i = 0; i < list.count; i++)
        legal |= move_from(list.moves[i]) == a->from && move_to(list.moves[i]) == sq &&
                 move_kind(list.moves[i]) != MOVE_CASTLING;
    if (a->state != ATTACKER_BEHIND && !pawn_step)
        want(at, "has a move", a->from, a->move != MOVE_NONE, legal);
    if (a->move != MOVE_NONE && legal) {
        want(at, "its move is legal", a->from, move_is_legal(at, a->move), 1);
        want(at, "its exchange", a->from, a->value, exchange_value(at, a->move));
        seen++;
    }
}

static void compare_attackers(Position *at, Random *r) {
    const State *s = at->state;
    const Square sq = random_below(r, SQUARE_COUNT);
    Bitboard found = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        AttackerList list;
        attackers_list(at, sq, c, &list);
        for (int i = 0; i < list.count; i++) {
            want(at, "listed twice", list.attackers[i].from, found >> list.attackers[i].from & 1,
                 0);
            found |= bb(list.attackers[i].from);
            check_attacker(at, sq, c, &list.attackers[i]);
        }
    }
    if (found != closure(s, sq))
        fail_at(at, "attackers and those behind them", sq, popcount(found),
                popcount(closure(s, sq)));
}

TEST(attackers_by_man) {
    seen = 0;
    visit_positions(pos, scaled(40000), compare_attackers);
    sum("attackers with a move", scaled(10000));
}

/* --- threats ------------------------------------------------------------------------------- */

/* What the best legal capture of a piece wins; 0 if none wins. */
static int best_win(const Position *at, Square victim) {
    const MoveList list = legal_list(at);
    int best = 0;
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const bool ep = move_kind(m) == MOVE_EN_PASSANT;
        const Square taken = ep ? move_to(m) - pawn_push(at->state->side) : move_to(m);
        if (move_kind(m) == MOVE_CASTLING || taken != victim)
            continue;
        const int value = exchange_value(at, m);
        best = value > best ? value : best;
    }
    return best;
}

static bool is_capture(const Threat *t) {
    return t->kind == THREAT_HANGING || t->kind == THREAT_LESSER || t->kind == THREAT_WEAK;
}

static void compare_captures(const Position *at, const ThreatList *list) {
    const State *s = at->state;
    int value[SQUARE_COUNT] = {0};
    for (int i = 0; i < list->count; i++)
        if (is_capture(&list->threats[i]) && list->threats[i].by == s->side)
            value[list->threats[i].target] = list->threats[i].value;
    for (Bitboard left = s->by_color[opponent(s->side)] & ~s->by_type[KING]; left;) {
        const Square sq = pop_bit(&left);
        want(at, "a capture that wins", sq, value[sq], best_win(at, sq));
        seen += value[sq] > 0;
    }
}

/* A pinner attacks the piece behind as soon as the piece between is gone. */
static void check_pin(const Position *at, const Threat *t) {
    const State *s = at->state;
    const Bitboard through =
        piece_attacks(t->by, type_on(s, t->from), t->from, occupied(s) & ~bb(t->target));
    want(at, "the pinner reaches", t->behind, through >> t->behind & 1, 1);
    want(at, "the pinner attacks the pinned", t->target,
         s->attacks[man_bit(s->man_on[t->from])] >> t->target & 1, 1);
    want(at, "pinned and behind are of a colour", t->behind,
         (s->by_color[opponent(t->by)] & t->targets) == t->targets, 1);
}

static void check_fork(const Position *at, const Threat *t) {
    const State *s = at->state;
    const Bitboard attacks = s->attacks[man_bit(s->man_on[t->from])];
    want(at, "a fork of two", t->from, popcount(t->targets) >= 2, 1);
    want(at, "a fork attacks", t->from,
         (attacks & s->by_color[opponent(t->by)] & t->targets) == t->targets, 1);
    want(at, "a fork's value", t->from, t->value > 0 && t->value <= 2 * EXCHANGE_QUEEN, 1);
    int risk;
    best_exchange(at, t->from, opponent(t->by), &risk);
    want(at, "a fork's risk", t->from, t->risk, risk > 0 ? risk : 0);
}

static void compare_threats(Position *at, Random *r) {
    (void)r;
    const State *s = at->state;
    ThreatList list;
    Bitboard pinned[COLOR_COUNT] = {0}, checkers = 0, wanted = 0;
    threats_list(at, &list);
    assert_true(list.count <= THREAT_LIMIT);
    for (int i = 0; i < list.count; i++) {
        const Threat *t = &list.threats[i];
        if (t->kind == THREAT_PIN)
            pinned[opponent(t->by)] |= bb(t->target);
        if (t->kind == THREAT_PIN || t->kind == THREAT_RELATIVE_PIN)
            check_pin(at, t);
        if (t->kind == THREAT_FORK)
            check_fork(at, t);
        if (t->kind == THREAT_CHECK)
            checkers |= bb(t->from);
    }
    for (Color c = WHITE; c <= BLACK; c++)
        want(at, "pinned men", c, pinned[c] == pinned_men(s, c), 1);
    for (uint32_t set = checkers_of(s, s->side); set;)
        wanted |= bb(s->square_of[pop_bit32(&set)]);
    want(at, "checkers", 0, checkers == wanted, 1);
    if (!in_check(s))
        compare_captures(at, &list);
}

TEST(threats_against_moves) {
    seen = 0;
    visit_positions(pos, scaled(20000), compare_threats);
    sum("captures that win", scaled(10000));
}

/* A null move changes no threats but those en passant. */
static void compare_passed(Position *at, Random *r) {
    (void)r;
    ThreatList here, passed;
    if (in_check(at->state) || at->state->ep != SQUARE_NONE)
        return;
    threats_list(at, &here);
    make_null(at);
    threats_list(at, &passed);
    unmake_move(at);
    want(at, "threats after a pass", 0, passed.count, here.count);
    for (int i = 0; i < here.count; i++) {
        int at_same = 0;
        while (at_same < passed.count && !threats_equal(&here.threats[i], &passed.threats[at_same]))
            at_same++;
        want(at, "a threat of before the pass", here.threats[i].from, at_same < passed.count, 1);
        seen++;
    }
}

TEST(threats_do_not_depend_on_the_turn) {
    seen = 0;
    visit_positions(pos, scaled(20000), compare_passed);
    sum("threats", scaled(20000));
}

/* A piece that is lost is lost, whatever its defenders: why a capture wins does not count. */
TEST(threats_that_change_their_kind) {
    const Threat hanging = {.kind = THREAT_HANGING, .from = E1, .target = E8, .value = 300};
    Threat changed = hanging;
    changed.kind = THREAT_WEAK;
    assert_true(threats_equal(&hanging, &changed));
    changed.value = 200;
    assert_false(threats_equal(&hanging, &changed));
    changed = hanging;
    changed.kind = THREAT_PIN;
    assert_false(threats_equal(&hanging, &changed));
    changed.kind = THREAT_CHECK;
    assert_false(threats_equal(&hanging, &changed));
}

static Square square_of_text(const char *text) {
    return *text == '-' ? SQUARE_NONE : square_at(text[0] - 'a', text[1] - '1');
}

static void known_threat(char **cells) {
    static const char *const KINDS[THREAT_KIND_COUNT] = {[THREAT_CHECK] = "check",
                                                         [THREAT_PIN] = "pin",
                                                         [THREAT_HANGING] = "hanging",
                                                         [THREAT_LESSER] = "lesser",
                                                         [THREAT_WEAK] = "weak",
                                                         [THREAT_FORK] = "fork",
                                                         [THREAT_RELATIVE_PIN] = "relative_pin"};
    ThreatList list;
    int found = 0;
    position_set(pos, cells[0]);
    threats_list(pos, &list);
    for (int n = 0; n < list.count; n++)
        found += strcmp(KINDS[list.threats[n].kind], cells[1]) == 0 &&
                 list.threats[n].value == atoi(cells[4]) &&
                 list.threats[n].from == square_of_text(cells[2]) &&
                 list.threats[n].target == square_of_text(cells[3]);
    if (found != 1)
        fail_msg("%s: %s from %s: found %d times", cells[0], cells[1], cells[2], found);
}

TEST(known_threats) {
    each_row("game_state.tsv", "threat", known_threat);
}

/* --- deltas and comparisons ---------------------------------------------------------------- */

/* The deltas turn one matrix into the other. */
static void check_deltas(const Position *before, const Position *after) {
    Delta deltas[BIT_COUNT];
    Bitboard columns[BIT_COUNT];
    const int count = deltas_between(before, after, deltas);
    memcpy(columns, before->state->attacks, sizeof columns);
    for (int i = 0; i < count; i++) {
        const Delta *d = &deltas[i];
        want(before, "lost and gained", d->bit, (d->lost & d->gained) == 0, 1);
        columns[d->bit] ^= d->lost | d->gained;
        if (d->after.type != TYPE_NONE) {
            want(after, "the owner's square", d->bit,
                 man_bit(after->state->man_on[d->after.square]), d->bit);
            want(after, "the owner's cell", d->bit, cell_on(after, d->after.square), d->after.cell);
        }
    }
    want(before, "columns", 0, memcmp(columns, after->state->attacks, sizeof columns), 0);
    seen += count;
}

static void compare_move(Position *at, Random *r) {
    static Comparison c;
    ThreatList before, after;
    const MoveList list = legal_list(at);
    if (list.count == 0)
        return;
    position_copy(other_pos, at);
    make_move(other_pos, list.moves[random_below(r, list.count)]);
    check_deltas(at, other_pos);
    compare_positions(at, other_pos, &c);
    threats_list(at, &before);
    threats_list(other_pos, &after);
    want(at, "threats gone and kept", 0, c.gone.count + c.kept.count, before.count);
    want(at, "threats new and kept", 0, c.new.count + c.kept.count, after.count);
    const int sign = at->state->side == WHITE ? 1 : -1;
    want(at, "the evaluation before", 0, c.evaluation[0].score, sign * evaluate(at));
    want(at, "the evaluation after", 0, c.evaluation[1].score, -sign * evaluate(other_pos));
}

TEST(moves_compared) {
    seen = 0;
    visit_positions(pos, scaled(20000), compare_move);
    sum("deltas", scaled(40000));
}

/* --- FENs ---------------------------------------------------------------------------------- */

/* Repairs a FEN field by field, as `validate` does. */
static bool mend(const char *fen, char out[FEN_MENDED_SIZE]) {
    char next[FEN_MENDED_SIZE];
    FenFault fault;
    snprintf(out, FEN_MENDED_SIZE, "%s", fen);
    for (int tries = 0; !fen_check(other_pos, out, &fault); tries++) {
        if (tries > FEN_FIELD_COUNT || !fen_repair(out, fault.field, next))
            return false;
        memcpy(out, next, sizeof next);
    }
    return true;
}

static void mended(char **cells) {
    char out[FEN_MENDED_SIZE];
    assert_string_equal(mend(cells[0], out) ? out : "none", cells[1]);
}

TEST(fens_mended) {
    each_row("game_state.tsv", "mended", mended);
}

/* Whatever comes in, a repaired FEN is valid. */
TEST(broken_fens_mended) {
    static const char LETTERS[] = "pnbrqkPNBRQK12345678/ -wbKQkqx0\t\x01\xff";
    Random r = {7};
    int mended = 0;
    for (int i = 0; i < scaled(100000); i++) {
        char fen[FEN_SIZE] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        char out[FEN_MENDED_SIZE];
        const int length = (int)strlen(fen);
        for (int n = random_below(&r, 6); n >= 0; n--)
            fen[random_below(&r, length)] = LETTERS[random_below(&r, sizeof LETTERS)];
        mended += mend(fen, out);
    }
    printf("  %d of %d mended\n", mended, scaled(100000));
    assert_true(mended > scaled(20000));
}
