/* The self-checks accept good positions of all kinds. Each notices its planted fault, and its report names the fault. A
 * search that meets a fault starts again from its root. tests/faults/self_faults.sh plants faults in the engine. */
#include "board/make.h"
#include "board/state.h"
#include "moves/generate.h"
#include "search/search_internal.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"

#include <stdio.h>
#include <string.h>

static Table table;

BEFORE_EACH {
    assert_int_equal(table_resize(&table, 1), 1);
}

AFTER_EACH {
    table_free(&table);
}

static void wants(const char *part) {
    if (!strstr(report, part))
        fail_msg("no \"%s\" in:\n%s", part, report);
}

static void is_silent_here(Position *at, Random *r) {
    require(verify_moves(at, report) && verify_evaluation(at, other_pos, report) &&
            verify_rules(at, report) && verify_questions(at, report) &&
            verify_ends(at, other_pos, report) && verify_copies(at, other_pos, 4, report));
    if (in_check(at->state) || plies_left(at) < 2)
        return;
    make_null(at);
    require(verify_rules(at, report));
    const Move m = random_move(at, r, TASTE_ANY);
    if (m != MOVE_NONE) {
        make_move(at, m);
        require(verify_rules(at, report));
        unmake_move(at);
    }
    unmake_move(at);
}

TEST(silent_on_good_positions) {
    visit_positions(pos, scaled(5000), is_silent_here);
}

TEST(known_scores_hold) {
    require(verify_known_scores(other_pos, report));
}

#define STATE_FIELD(member) offsetof(State, member)
#define EP                  "4k2r/6p1/8/5P1P/8/8/8/7K b - - 0 1"

/* verify_rules notices a changed byte in the state `back` plies before the current one. */
TEST(rules_are_compared) {
    static const struct {
        const char *fen, *moves;
        int back;
        size_t at;
        uint8_t change;
        const char *want;
    } ROWS[] = {
        {MIDDLE, "e2a6 b4c3", 0, STATE_FIELD(castling), 4, "castling rights"},
        {MIDDLE, "e2a6 b4c3", 1, STATE_FIELD(castling), 8, "castling rights"},
        {EP, "g7g5", 0, STATE_FIELD(ep), 46 ^ SQUARE_NONE,
         "e.p. square after 1 moves from the root: --, want g6"},
        {EP, "g7g5 h1g1", 1, STATE_FIELD(ep), 46 ^ SQUARE_NONE, "e.p. square after 1 moves"},
        {START, "e2e4", 0, STATE_FIELD(ep), 20 ^ SQUARE_NONE, "e3, want --"},
        {MIDDLE, "e1c1 b4b3 c1b1", 0, STATE_FIELD(rule50), 1 ^ 2,
         "plies since a capture or a pawn's move: 2, want 1"},
        {MIDDLE, "e1c1 b4b3 c1b1", 2, STATE_FIELD(rule50), 1, "plies since a capture"},
        {MIDDLE, "e1c1", 0, STATE_FIELD(plies_from_null), 1, "plies since a null move: 0, want 1"},
        {START, "g1f3 g8f6 f3g1 f6g8", 4, STATE_FIELD(key), 1, "repetitions: 0, want 1"},
        {START, "e2e4 e7e5", 0, STATE_FIELD(man_on[28]), 0x20, "rules: board: e4 has"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        position_set(pos, ROWS[i].fen);
        position_play(pos, ROWS[i].moves);
        require(verify_rules(pos, report));
        ((uint8_t *)(pos->state - ROWS[i].back))[ROWS[i].at] ^= ROWS[i].change;
        if (verify_rules(pos, report))
            fail_msg("not noticed; wanted \"%s\"", ROWS[i].want);
        wants(ROWS[i].want);
    }
}

static const char ROOK_MATES[] = "7k/8/6K1/8/8/8/8/R7 w - - 99 100";
enum { A1A8 = 56 << 6, A1B8 = 57 << 6, A8A1 = 56 };

TEST(lines_are_compared) {
    static const struct {
        Move move;
        int score;
        ScoreBound bound;
        const char *want; /* NULL: all is well */
    } ROWS[] = {{A1A8, SCORE_MATE - 1, BOUND_EXACT, NULL},
                {A1A8, SCORE_MATE - 3, BOUND_UPPER, NULL},
                {A1A8, SCORE_MATE - 3, BOUND_EXACT, "of 1 moves, its score says mate in 3 plies"},
                {A1B8, 20, BOUND_EXACT, "move 1 of it, a1b8, is illegal"}};
    position_set(pos, ROOK_MATES);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const SearchInfo info = {
            .score = ROWS[i].score, .bound = ROWS[i].bound, .pv_length = 1, .pv = &ROWS[i].move};
        if (verify_line(pos, &info, report) != !ROWS[i].want)
            fail_msg("row %d: %s", (int)i, report);
        if (ROWS[i].want)
            wants(ROWS[i].want);
    }
}

TEST(stores_are_compared) {
    enum { BETA = 20 };
    static const struct {
        Move move;
        int score;
        ScoreBound bound;
        bool excluding;
        int ply;
        const char *want; /* NULL: all is well */
    } ROWS[] = {{A1A8, SCORE_MATE - 1, BOUND_LOWER, false, 0, NULL},
                {A1A8, SCORE_MATE - 1, BOUND_LOWER, false, 1,
                 "a node 0 plies from the root is stored as at 1"},
                {MOVE_NONE, 0, BOUND_NONE, true, 0, NULL},
                {MOVE_NONE, 10, BOUND_UPPER, true, 0, "leaves a move out"},
                {A1A8, 30, BOUND_UPPER, false, 0, "an upper bound where beta is 20"},
                {A1A8, 10, BOUND_LOWER, false, 0, "a lower bound where beta is 20"},
                {A8A1, 30, BOUND_LOWER, false, 0, "an illegal move"}};
    position_set(pos, ROOK_MATES);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const Stored stored = {.table = &table,
                               .pos = pos,
                               .ply = ROWS[i].ply,
                               .known = true,
                               .beta = BETA,
                               .excluding = ROWS[i].excluding,
                               .alone = true,
                               .data = {ROWS[i].move, ROWS[i].score, 10, 7, ROWS[i].bound, false}};
        table_clear(&table);
        table_new_search(&table);
        table_store(&table, pos->state->key, ROWS[i].ply, &stored.data);
        if (verify_read(&stored, report) != (ROWS[i].ply == 0 || !score_is_mate(ROWS[i].score)))
            fail_msg("read, row %d: %s", (int)i, report);
        if (verify_stored(&stored, report) != !ROWS[i].want)
            fail_msg("row %d: %s", (int)i, report);
        if (ROWS[i].want)
            wants(ROWS[i].want);
    }
}

static int faults;

static void on_fault(void *context, const char *text) {
    faults++;
    snprintf(report, DIFFERENCE_SIZE, "%s", text);
}

/* Searches a middlegame; with `plant`, the root has a planted fault. */
static SearchResult search_middle(bool plant, SelfCheckCounts *counts) {
    const SearchReporter reporter = {.fault = on_fault};
    SearchLimits limits = limits_none();
    limits.depth = 7;
    const SearchSettings settings = {.self_check = 1};
    Search *s = search_create(&table, &reporter);
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

static void wants_end(const Search *s, const SearchResult *result, const char *part) {
    if (verify_end(s, result, report))
        fail_msg("not noticed; wanted \"%s\"", part);
    wants(part);
}

/* verify_end notices each planted change in a finished search or in its result. */
TEST(ends_are_compared) {
    SearchLimits limits = limits_none();
    Search *s = search_create(&table, NULL);
    assert_non_null(s);
    limits.depth = 4;
    position_set(pos, MIDDLE);
    search_prepare(s, pos, &limits, NULL);
    SearchResult result = search_run(s);
    require(verify_end(s, NULL, report) && verify_end(s, &result, report) &&
            verify_record(s, &s->pos, report));
    result.ponder = result.best;
    wants_end(s, &result, "is illegal");
    result.best = s->roots[1].move;
    wants_end(s, &result, "is not the first");
    s->history.nothing[0][0] = 1;
    wants_end(s, NULL, "a history is beyond its limit");
    s->limits.searchmoves_count = 1;
    wants_end(s, NULL, "search: 48 root moves, want 1");
    s->limits.searchmoves_count = 0;
    s->root_count--;
    wants_end(s, NULL, "search: 47 root moves, want 48");
    s->roots[1].move = s->roots[0].move;
    wants_end(s, NULL, "is there twice");
    make_move(&s->pos, s->roots[0].move);
    s->stack[STACK_BEFORE].move = MOVE_NULL;
    assert_false(verify_record(s, &s->pos, report));
    wants("move 1 of the line is not the one on record");
    search_free(s);
}

/* With a check at every node, a fault is reported once, and the search still ends. */
TEST(search_recovers) {
    SelfCheckCounts counts;
    faults = 0;
    const SearchResult good = search_middle(false, &counts);
    assert_true(counts.positions > 1000 && counts.table_moves > 10 && counts.faults == 0);
    assert_int_equal(faults, 0);
#ifndef PANOPTES_VERIFY /* the debug build aborts at a fault */
    table_clear(&table);
    const SearchResult recovered = search_middle(true, &counts);
    assert_int_equal(faults, 1);
    assert_int_equal(counts.faults, 1);
    wants("key of part 1");
    assert_true(recovered.best != MOVE_NONE);
    assert_true(move_is_legal(pos, recovered.best));
#endif
    assert_true(good.best != MOVE_NONE);
}

/* The number of positions that the next search of `s` checks. */
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

/* Each search checks its first nodes more often, but not so often that it becomes slow. */
TEST(dense_at_first) {
    Search *s = search_create(&table, NULL);
    assert_non_null(s);
    for (int i = 0; i < 2; i++)
        assert_in_range(checks_of_next(s), 35, 60);
    search_free(s);
}
