/* The answers of the inspection commands about exchanges, attackers, threats and repaired FENs agree with moves made or
 * with a second implementation. tests/platform/clients/inspect.mjs checks the changes by a move. */
#include "inspect/inspect_internal.h"
#include "moves/generate.h"
#include "moves/tactics.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/rows.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int seen;

static void fail_at(const Position *at, const char *what, Square sq, int got, int want) {
    fail_msg("%s\n  %s, square %d: got %d, want %d", fen_of(at), what, sq, got, want);
}

static void want(const Position *at, const char *what, Square sq, int got, int wanted) {
    if (got != wanted)
        fail_at(at, what, sq, got, wanted);
}

static void visit_all(int positions, Visit *visit, int least) {
    seen = 0;
    visit_positions(pos, scaled(positions), visit);
    printf("  %d seen\n", seen);
    assert_true(seen >= scaled(least));
}

static void compare_lines(Position *at, Random *r) {
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
        seen += line.count > 2;
    }
}

TEST(exchanges_written_down) {
    visit_all(20000, compare_lines, 2000);
}

/* The attackers of a square and the sliders behind them: removes the attackers found so far, adds the pieces that
 * attack the square now, and so on. attackers_list must list the same pieces for both colours together. */
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
            seen++;
        }
    }
    if (found != closure(s, sq))
        fail_at(at, "attackers and those behind them", sq, popcount(found),
                popcount(closure(s, sq)));
}

TEST(attackers_by_man) {
    visit_all(40000, compare_attackers, 40000);
}

/* The exchange value of the best legal capture of a piece; 0 if none wins material. */
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

static void compare_captures(const Position *at, const ThreatList *list) {
    const State *s = at->state;
    int value[SQUARE_COUNT] = {0};
    for (int i = 0; i < list->count; i++)
        if (list->threats[i].by == s->side &&
            (list->threats[i].kind == THREAT_HANGING || list->threats[i].kind == THREAT_LESSER ||
             list->threats[i].kind == THREAT_WEAK))
            value[list->threats[i].target] = list->threats[i].value;
    for (Bitboard left = s->by_color[opponent(s->side)] & ~s->by_type[KING]; left;) {
        const Square sq = pop_bit(&left);
        want(at, "a capture that wins", sq, value[sq], best_win(at, sq));
        seen += value[sq] > 0;
    }
}

static void compare_threats(Position *at, Random *r) {
    const State *s = at->state;
    ThreatList list;
    Bitboard pinned[COLOR_COUNT] = {0}, checkers = 0, wanted = 0;
    threats_list(at, &list);
    assert_true(list.count <= THREAT_LIMIT);
    for (int i = 0; i < list.count; i++) {
        const Threat *t = &list.threats[i];
        if (t->kind == THREAT_PIN)
            pinned[opponent(t->by)] |= bb(t->target);
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
    visit_all(20000, compare_threats, 10000);
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
