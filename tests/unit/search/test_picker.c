/* The move picker: every legal move exactly once, whatever the table and the killer say. The threshold by score. The count
 * of `bench` has the order. */
#include "board/fen.h"
#include "moves/exchange.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "search/picker_internal.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>

static History history;
static int picked;

static void fail_at(const Position *at, Move m, const char *what) {
    char fen[FEN_SIZE], text[MOVE_TEXT_SIZE];
    fen_write(at, fen);
    move_write(at, m, text);
    fail_msg("%s\n  %s: move %s (%#06x)", fen, what, text, m);
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

static HistoryView view;
static Move killer;

/* Fills entries with values of all sizes. */
static void randomize(Random *r, void *entries, size_t size) {
    int16_t *entry = entries;
    for (size_t i = 0; i < size / sizeof *entry; i++)
        entry[i] = (int16_t)(random_below(r, 2 * HISTORY_MAX + 1) - HISTORY_MAX);
}

static void random_history(Random *r) {
    randomize(r, history.butterfly, sizeof history.butterfly);
    randomize(r, history.capture, sizeof history.capture);
    randomize(r, history.continuation[0], sizeof history.continuation[0]);
    randomize(r, history.pawns, sizeof history.pawns);
    for (int i = 0; i < CONTINUATION_COUNT; i++)
        view.continuation[i] = &history.continuation[0][random_below(r, SQUARE_COUNT)];
    view.pawns = &history.pawns[random_below(r, PAWN_ROWS)];
}

static void start_picker(Picker *p, const Position *at, Random *r, const MoveList *legal,
                         Move hint) {
    killer = random_hint(r, legal);
    picker_init(p, at, &history, &view, hint, killer);
}

/* Takes all moves from a picker; fails on one that is illegal or comes twice. */
static MoveList pick_all(const Position *at, Picker *p, const MoveList *legal) {
    MoveList got = {.count = 0};
    for (Move m; (m = picker_next(p).move) != MOVE_NONE;) {
        if (!holds(legal, m))
            fail_at(at, m, "illegal");
        if (holds(&got, m))
            fail_at(at, m, "twice");
        list_add(&got, m);
    }
    assert_int_equal(picker_next(p).move, MOVE_NONE);
    picked += got.count;
    return got;
}

static void assert_first(const Position *at, const MoveList *got, const MoveList *legal,
                         Move hint) {
    if (holds(legal, hint) && got->moves[0] != hint)
        fail_at(at, hint, "the table's move does not come first");
}

static void pick_everything(Position *at, Random *r) {
    const MoveList legal = legal_list(at);
    const Move hint = random_hint(r, &legal);
    Picker p;
    start_picker(&p, at, r, &legal, hint);
    const MoveList got = pick_all(at, &p, &legal);
    for (int i = 0; i < legal.count; i++)
        if (!holds(&got, legal.moves[i]))
            fail_at(at, legal.moves[i], "missing");
    assert_first(at, &got, &legal, hint);
}

TEST(every_move_once) {
    Random r = {3};
    random_history(&r);
    picked = 0;
    const int positions = visit_positions(pos, scaled(40000), pick_everything);
    printf("  %d positions, %d moves\n", positions, picked);
}

/* Quiet moves skipped from some point on: no noisy move is lost, and no quiet one comes after
 * it. */
static void pick_without_quiets(Position *at, Random *r) {
    const MoveList legal = legal_list(at);
    const Move hint = random_hint(r, &legal);
    const int before = random_below(r, 20);
    MoveList got;
    Picker p;
    got.count = 0;
    start_picker(&p, at, r, &legal, hint);
    for (Move m; (m = picker_next(&p).move) != MOVE_NONE;) {
        if (holds(&got, m) || !holds(&legal, m))
            fail_at(at, m, "twice or illegal");
        if (got.count > before && !is_noisy(at->state, m) && m != hint)
            fail_at(at, m, "a quiet move after they were skipped");
        if (got.count == before)
            picker_skip_quiets(&p);
        list_add(&got, m);
    }
    for (int i = 0; i < legal.count; i++)
        if (is_noisy(at->state, legal.moves[i]) && !holds(&got, legal.moves[i]))
            fail_at(at, legal.moves[i], "missing");
}

TEST(quiets_can_be_skipped) {
    visit_positions(pos, scaled(20000), pick_without_quiets);
}

/* Quiescence, all victims: promotions to a queen, captures that do not lose, en passant; in check
 * everything. */
static void pick_quiescence(Position *at, Random *r) {
    const State *s = at->state;
    const MoveList legal = legal_list(at);
    const Move hint = random_hint(r, &legal);
    Picker p;
    picker_init_quiescence(&p, at, &history, &view, hint, THRESHOLD_ALL);
    const MoveList got = pick_all(at, &p, &legal);
    for (int i = 0; i < legal.count; i++) {
        const Move m = legal.moves[i];
        const bool under = move_kind(m) == MOVE_PROMOTION && move_promotion(m) != QUEEN;
        const bool push = s->man_on[move_to(m)] == MAN_NONE;
        const bool safe = move_kind(m) == MOVE_EN_PASSANT ||
                          (push && move_kind(m) == MOVE_PROMOTION) || exchange_at_least(at, m, 0);
        const bool wanted = in_check(s) || (is_noisy(s, m) && ((!under && safe) || m == hint));
        if (holds(&got, m) != wanted)
            fail_at(at, m, wanted ? "missing in quiescence" : "not wanted in quiescence");
    }
}

/* A threshold leaves out victims from its cell on, and adds nothing. */
static void pick_with_threshold(Position *at, Random *r) {
    static const Cell THRESHOLDS[] = {THRESHOLD_NOTHING, THRESHOLD_QUEENS, THRESHOLD_ROOKS,
                                      THRESHOLD_PIECES, THRESHOLD_PREPROMOTED};
    if (in_check(at->state))
        return;
    const MoveList legal = legal_list(at);
    const Cell threshold = THRESHOLDS[random_below(r, 5)];
    Picker p;
    picker_init_quiescence(&p, at, &history, &view, MOVE_NONE, threshold);
    const MoveList got = pick_all(at, &p, &legal);
    for (int i = 0; i < got.count; i++) {
        const Move m = got.moves[i];
        const Cell victim = cell_on(at, move_to(m));
        if (victim == CELL_NONE ? move_kind(m) != MOVE_PROMOTION : victim >= threshold)
            fail_at(at, m, "beyond the threshold");
    }
}

TEST(quiescence_gives_what_it_promises) {
    picked = 0;
    visit_positions(pos, scaled(20000), pick_quiescence);
    visit_positions(pos, scaled(20000), pick_with_threshold);
    printf("  %d moves\n", picked);
}

/* Probcut: captures and promotions to a queen that win enough by exchange, and only those. */
static void pick_winners(Position *at, Random *r) {
    const State *s = at->state;
    if (in_check(s))
        return;
    const MoveList legal = legal_list(at);
    const Move hint = random_hint(r, &legal);
    const int gain = random_below(r, 900) - 100;
    Picker p;
    picker_init_probcut(&p, at, &history, &view, hint, gain);
    const MoveList got = pick_all(at, &p, &legal);
    for (int i = 0; i < legal.count; i++) {
        const Move m = legal.moves[i];
        if (move_kind(m) != MOVE_NORMAL || s->man_on[move_to(m)] == MAN_NONE)
            continue;
        if (holds(&got, m) != exchange_at_least(at, m, gain))
            fail_at(at, m, "given, or not, against its exchange value");
    }
    for (int i = 0; i < got.count; i++)
        if (!is_noisy(s, got.moves[i]))
            fail_at(at, got.moves[i], "a quiet move");
}

TEST(probcut_gives_winning_captures) {
    picked = 0;
    visit_positions(pos, scaled(20000), pick_winners);
    printf("  %d moves\n", picked);
}

/* --- the threshold by score ---------------------------------------------------------------- */

/* What the walk may meet of each class, by its first and last slot, and what it gains. */
static const struct {
    int first, last, gain;
} CLASSES[] = {{SLOT_QUEEN, SLOT_ROOK - 1, 1000},
               {SLOT_ROOK, SLOT_BISHOP - 1, 520},
               {SLOT_BISHOP, SLOT_PREPROMOTED - 1, 340},
               {SLOT_PREPROMOTED, SLOT_PAWN - 1, 250},
               {SLOT_PAWN, SLOT_DUMMY - 1, 110}};

/* For each deficit just the classes that gain more are met, and what the others gain is known. */
TEST(threshold_is_what_the_deficit_leaves) {
    for (int deficit = -3000; deficit <= 3000; deficit++) {
        const Threshold t = threshold_by_deficit(deficit);
        int reach = 0;
        for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++) {
            const bool worth = CLASSES[i].gain > deficit;
            if (!worth && CLASSES[i].gain > reach)
                reach = CLASSES[i].gain;
            for (int slot = CLASSES[i].first; slot <= CLASSES[i].last; slot++)
                for (Color c = WHITE; c <= BLACK; c++)
                    if ((cell_make(slot, c) < t.cell) != worth)
                        fail_msg("deficit %d: slot %d is %s", deficit, slot,
                                 worth ? "left out" : "met");
        }
        if (t.reach != reach)
            fail_msg("deficit %d: reach %d, want %d", deficit, t.reach, reach);
    }
}
