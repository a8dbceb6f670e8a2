/* The self-checks: they are silent on good positions of all kinds, each notices a planted fault and
 * names it in its report, and a search that meets a fault starts again from its root. */
#include "board/state.h"
#include "eval/eval_internal.h"
#include "eval/evaluate.h"
#include "kernels/registry.h"
#include "moves/generate.h"
#include "postmortem/postmortem_internal.h"
#include "search/search_internal.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char report[DIFFERENCE_SIZE];

/* --- good positions -------------------------------------------------------------------------- */

static void is_silent_here(Position *at, Random *r) {
    (void)r;
    if (!verify_moves(at, report) || !verify_evaluation(at, other_pos, report))
        fail_msg("%s", report);
}

TEST(silent_on_good_positions) {
    assert_true(visit_positions(pos, scaled(5000), is_silent_here) > scaled(4000));
}

/* An encoding is legal exactly if it is in the list. */
static void every_encoding_here(Position *at, Random *r) {
    (void)r;
    bool legal;
    for (int m = 0; m < 1 << 16; m++)
        if (!verify_table_move(at, (Move)m, &legal, report))
            fail_msg("%s", report);
}

TEST(table_moves_are_judged_rightly) {
    assert_true(visit_positions(pos, scaled(20), every_encoding_here) > 0);
}

/* --- planted faults -------------------------------------------------------------------------- */

static void wants(const char *part) {
    if (!strstr(report, part))
        fail_msg("no \"%s\" in:\n%s", part, report);
}

TEST(key_report_names_the_piece) {
    enum { F3 = 21, G5 = 38 };
    position_set(pos, MIDDLE);
    pos->state->key ^= zobrist.man[WHITE][KNIGHT][F3];
    assert_false(verify_position(pos, "a planted fault", report));
    wants("White Knight on f3");
    position_set(pos, MIDDLE);
    pos->state->key ^= zobrist.man[BLACK][QUEEN][F3] ^ zobrist.man[BLACK][QUEEN][G5];
    assert_false(verify_position(pos, "a planted fault", report));
    wants("Black Queen on f3");
    wants("Black Queen on g5");
    position_set(pos, MIDDLE);
    pos->state->key ^= zobrist.castling[CASTLE_ALL] ^ zobrist.castling[CASTLE_ALL & ~2];
    assert_false(verify_position(pos, "a planted fault", report));
    wants("castling rights");
}

TEST(list_report_names_the_piece) {
    enum { E5 = 36, F3 = 21 };
    position_set(pos, MIDDLE);
    Lists *l = &pos->lists;
    const Cell knight = cell_on(pos, E5);
    l->prev[l->next[knight]] = l->prev[knight]; /* taken out backwards only */
    assert_false(verify_position(pos, "a planted fault", report));
    wants("lists: White's cell");
    wants("White Knight on e5");
}

/* A victim that is missing from its list is never reached by the stages. */
TEST(lost_victim) {
    enum { A6 = 40 };
    position_set(pos, MIDDLE);
    lists_unlink(&pos->lists, cell_on(pos, A6));
    assert_false(verify_moves(pos, report));
    wants("staged captures lack e2a6");
    wants("White Bishop on e2");
    wants("Black Bishop on a6");
}

/* Rows and columns that differ give different captures. */
TEST(lost_attack) {
    enum { F3 = 21, F6 = 45 };
    position_set(pos, MIDDLE);
    pos->state->attacks[man_bit(pos->state->man_on[F3])] &= ~bb(F6);
    assert_false(verify_moves(pos, report));
    wants("f3f6");
    wants("White Queen on f3");
}

TEST(wrong_entry_of_an_evaluation_table) {
    position_set(pos, MIDDLE);
    pawns_probe(pos->state)->score += 1000;
    assert_false(verify_evaluation(pos, other_pos, report));
    wants("without tables");
    pawns_probe(pos->state)->score -= 1000;
    assert_true(verify_evaluation(pos, other_pos, report));
}

/* --- searches -------------------------------------------------------------------------------- */

static int faults;

static void on_fault(void *context, const char *text) {
    (void)context;
    faults++;
    snprintf(report, sizeof report, "%s", text);
}

/* Searches the middlegame, if asked for with a fault planted at the root. */
static SearchResult search_middle(Table *table, bool plant, SelfCheckCounts *counts) {
    const SearchReporter reporter = {.fault = on_fault};
    SearchLimits limits = limits_none();
    limits.depth = 7;
    const SearchSettings settings = {.self_check = 1};
    Search *s = search_create(table, &reporter);
    assert_non_null(s);
    position_set(pos, MIDDLE);
    search_prepare(s, pos, &limits, &settings);
    if (plant)
        s->pos.state->part_key[PART_WHITE] ^= 1;
    const SearchResult result = search_run(s);
    *counts = s->check.counts;
    search_free(s);
    return result;
}

/* Every node is checked, a fault is reported once, and the search still comes to its end. */
TEST(search_recovers) {
    Table table = {0};
    SelfCheckCounts counts;
    assert_true(table_resize(&table, 1) > 0);
    faults = 0;
    const SearchResult good = search_middle(&table, false, &counts);
    assert_true(counts.positions > 1000 && counts.table_moves > 10 && counts.faults == 0);
    assert_int_equal(faults, 0);
#ifndef PANOPTES_VERIFY /* which aborts at a fault */
    table_clear(&table);
    const SearchResult recovered = search_middle(&table, true, &counts);
    assert_int_equal(faults, 1);
    assert_int_equal(counts.faults, 1);
    wants("key of part 1");
    assert_true(recovered.best != MOVE_NONE);
    assert_true(move_is_legal(pos, recovered.best));
#endif
    assert_true(good.best != MOVE_NONE);
    table_free(&table);
}

/* How many positions the next search of an object checks. */
static uint64_t checks_of_next(Search *s) {
    enum { NODES = 20000, INTERVAL = 2048 };
    SearchLimits limits = limits_none();
    limits.nodes = NODES;
    const SearchSettings settings = {.self_check = INTERVAL};
    position_set(pos, MIDDLE);
    search_prepare(s, pos, &limits, &settings);
    search_run(s);
    return s->check.counts.positions;
}

/* The first checks of each search come more densely, but not so that they cost much. */
TEST(dense_at_first) {
    Table table = {0};
    assert_true(table_resize(&table, 1) > 0);
    Search *s = search_create(&table, NULL);
    assert_non_null(s);
    for (int i = 0; i < 2; i++)
        assert_in_range(checks_of_next(s), 35, 60);
    search_free(s);
    table_free(&table);
}

/* --- names ----------------------------------------------------------------------------------- */

TEST(symbols_have_names) {
    uintptr_t offset = 99;
    symbols_init();
    const char *name = symbols_find((uintptr_t)symbols_have_names, &offset);
    assert_non_null(name); /* static functions have names too */
    assert_string_equal(name, "symbols_have_names");
    assert_int_equal(offset, 0);
    name = symbols_find((uintptr_t)evaluate + 1, &offset);
    assert_non_null(name);
    assert_string_equal(name, "evaluate");
    assert_int_equal(offset, 1);
#ifndef NO_NASM
    const Kernel *kernel = kernel_find("make_white");
    assert_non_null(kernel);
    name = symbols_find((uintptr_t)kernel->versions[1].function + 9, &offset);
    assert_non_null(name);
    assert_string_equal(name, "make_white_sse4");
#endif
    assert_null(symbols_find(0, &offset));
    assert_null(symbols_find((uintptr_t)&offset, &offset));
}
