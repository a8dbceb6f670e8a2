/* The move picker: every legal move exactly once, whatever the table and the killers say. */
#include "board/fen.h"
#include "moves/exchange.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "search/picker.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Position *pos;
static History history;
static int picked;

static void fail_at(const Position *at, Move m, const char *what) {
    char fen[FEN_SIZE], text[MOVE_TEXT_SIZE];
    fen_write(at, fen);
    move_write(at, m, text);
    fail_msg("%s\n  %s: move %s (%#06x)", fen, what, text, m);
}

static MoveList legal_list(const Position *at) {
    MoveList list;
    list.count = 0;
    legal_moves(at, &list);
    return list;
}

static bool holds(const MoveList *list, Move m) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == m)
            return true;
    return false;
}

/* A legal move, any encoding, or none. */
static Move random_hint(Random *r, const MoveList *legal) {
    const int kind = random_below(r, 4);
    if (kind == 0 || !legal->count)
        return MOVE_NONE;
    if (kind == 1)
        return (Move)random_next(r);
    return legal->moves[random_below(r, legal->count)];
}

enum { PLY = 7 };

static void set_hints(Random *r, const MoveList *legal) {
    history.killers[PLY][0] = random_hint(r, legal);
    history.killers[PLY][1] = random_hint(r, legal);
}

static void random_history(Random *r) {
    for (Color c = WHITE; c <= BLACK; c++)
        for (Square from = 0; from < SQUARE_COUNT; from++)
            for (Square to = 0; to < SQUARE_COUNT; to++)
                history.butterfly[c][from][to] =
                    (int16_t)(random_below(r, 2 * HISTORY_MAX + 1) - HISTORY_MAX);
}

/* Takes all moves out of a picker; fails on one that is illegal or comes twice. */
static MoveList pick_all(const Position *at, Picker *p, const MoveList *legal) {
    MoveList got;
    got.count = 0;
    for (Move m; (m = picker_next(p)) != MOVE_NONE;) {
        if (!holds(legal, m))
            fail_at(at, m, "illegal");
        if (holds(&got, m))
            fail_at(at, m, "twice");
        list_add(&got, m);
    }
    assert_int_equal(picker_next(p), MOVE_NONE);
    picked += got.count;
    return got;
}

static void assert_first(const Position *at, const MoveList *got, const MoveList *legal,
                         Move hint) {
    if (holds(legal, hint) && got->moves[0] != hint)
        fail_at(at, hint, "the table's move does not come first");
}

/* Good captures: victims do not rise in value, the table's move and promotions aside. Roots only.
 */
static void check_victims(const Position *at, const MoveList *got, Move hint) {
    const State *s = at->state;
    int last = KING;
    for (int i = 0; i < got->count; i++) {
        const Move m = got->moves[i];
        if (m == hint || move_kind(m) == MOVE_PROMOTION)
            continue;
        if (move_kind(m) != MOVE_NORMAL || s->man_on[move_to(m)] == MAN_NONE)
            return; /* e.p. and the quiets follow */
        const int victim = type_on(s, move_to(m));
        if (victim > last)
            fail_at(at, m, "a more valuable victim after a lesser one");
        last = victim;
    }
}

static void pick_everything(Position *at, Random *r) {
    const MoveList legal = legal_list(at);
    const Move hint = random_hint(r, &legal);
    Picker p;
    set_hints(r, &legal);
    picker_init(&p, at, &history, hint, PLY);
    const MoveList got = pick_all(at, &p, &legal);
    for (int i = 0; i < legal.count; i++)
        if (!holds(&got, legal.moves[i]))
            fail_at(at, legal.moves[i], "missing");
    assert_first(at, &got, &legal, hint);
    if (at->state == at->states && !in_check(at->state))
        check_victims(at, &got, hint);
}

static void every_move_once(void **unused) {
    (void)unused;
    Random r = {3};
    random_history(&r);
    picked = 0;
    const int positions = visit_positions(pos, scaled(40000), pick_everything);
    printf("  %d positions, %d moves\n", positions, picked);
}

/* Without quiets from some point on: no tactical move is lost, and no quiet one comes later. */
static void pick_without_quiets(Position *at, Random *r) {
    const MoveList legal = legal_list(at);
    const Move hint = random_hint(r, &legal);
    const int before = random_below(r, 20);
    MoveList got;
    Picker p;
    got.count = 0;
    set_hints(r, &legal);
    picker_init(&p, at, &history, hint, PLY);
    for (Move m; (m = picker_next(&p)) != MOVE_NONE;) {
        if (holds(&got, m) || !holds(&legal, m))
            fail_at(at, m, "twice or illegal");
        if (got.count > before && !in_check(at->state) && !is_tactical(at->state, m) && m != hint)
            fail_at(at, m, "a quiet move after they were skipped");
        if (got.count == before)
            picker_skip_quiets(&p);
        list_add(&got, m);
    }
    for (int i = 0; i < legal.count; i++)
        if ((in_check(at->state) || is_tactical(at->state, legal.moves[i])) &&
            !holds(&got, legal.moves[i]))
            fail_at(at, legal.moves[i], "missing");
}

static void quiets_can_be_skipped(void **unused) {
    (void)unused;
    visit_positions(pos, scaled(20000), pick_without_quiets);
}

/* Quiescence, all victims: Queens, captures that do not lose, e.p.; in check everything. */
static void pick_quiescence(Position *at, Random *r) {
    const State *s = at->state;
    const MoveList legal = legal_list(at);
    const Move hint = random_hint(r, &legal);
    Picker p;
    picker_init_quiescence(&p, at, &history, hint, THRESHOLD_ALL);
    const MoveList got = pick_all(at, &p, &legal);
    for (int i = 0; i < legal.count; i++) {
        const Move m = legal.moves[i];
        const bool under = move_kind(m) == MOVE_PROMOTION && move_promotion(m) != QUEEN;
        const bool push = s->man_on[move_to(m)] == MAN_NONE;
        const bool safe = move_kind(m) == MOVE_EN_PASSANT ||
                          (push && move_kind(m) == MOVE_PROMOTION) || exchange_at_least(at, m, 0);
        const bool wanted = in_check(s) || (is_tactical(s, m) && ((!under && safe) || m == hint));
        if (holds(&got, m) != wanted)
            fail_at(at, m, wanted ? "missing in quiescence" : "not wanted in quiescence");
    }
}

/* Thresholds only leave out, and what they leave out are lesser victims. */
static void pick_with_threshold(Position *at, Random *r) {
    static const Cell THRESHOLDS[] = {THRESHOLD_NOTHING, THRESHOLD_QUEENS, THRESHOLD_ROOKS,
                                      THRESHOLD_PIECES, THRESHOLD_PREPROMOTED};
    if (in_check(at->state))
        return;
    const MoveList legal = legal_list(at);
    const Cell threshold = THRESHOLDS[random_below(r, 5)];
    Picker p;
    picker_init_quiescence(&p, at, &history, MOVE_NONE, threshold);
    const MoveList got = pick_all(at, &p, &legal);
    for (int i = 0; i < got.count; i++) {
        const Move m = got.moves[i];
        const Cell victim = cell_on(at, move_to(m));
        if (victim == CELL_NONE ? move_kind(m) != MOVE_PROMOTION : victim >= threshold)
            fail_at(at, m, "beyond the threshold");
    }
}

static void quiescence_has_what_it_promises(void **unused) {
    (void)unused;
    picked = 0;
    visit_positions(pos, scaled(20000), pick_quiescence);
    visit_positions(pos, scaled(20000), pick_with_threshold);
    printf("  %d moves\n", picked);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_once),
        cmocka_unit_test(quiets_can_be_skipped),
        cmocka_unit_test(quiescence_has_what_it_promises),
    };
    setup_tables();
    pos = position_new();
    const int failed = cmocka_run_group_tests_name("picker", tests, NULL, NULL);
    free(pos);
    return failed;
}
