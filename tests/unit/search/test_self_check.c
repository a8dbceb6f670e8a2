/* The self-checks: they are silent on good positions of all kinds, each notices what is planted and names it
 * in its report, and a search that meets a fault starts again from its root. What they find in the
 * engine itself: tests/faults/self_faults.sh. */
#include "board/make.h"
#include "board/state.h"
#include "core/stats.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "moves/tactics.h"
#include "search/search_internal.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char report[DIFFERENCE_SIZE];

static void wants(const char *part) {
    if (!strstr(report, part))
        fail_msg("no \"%s\" in:\n%s", part, report);
}

/* --- good positions -------------------------------------------------------------------------- */

static void require(bool well) {
    if (!well)
        fail_msg("%s", report);
}

static void is_silent_here(Position *at, Random *r) {
    require(verify_moves(at, report) && verify_evaluation(at, other_pos, report) &&
            verify_rules(at, report));
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

/* --- moves ----------------------------------------------------------------------------------- */

/* The captures of the walk as text, a blank before each. */
static const char *walked(void) {
    static char line[1024];
    CaptureWalk walk;
    captures_start(&walk, pos, pinned_men(pos->state, pos->state->side), THRESHOLD_ALL);
    size_t used = 0;
    line[0] = '\0';
    for (Move m; (m = captures_next(&walk)) != MOVE_NONE;) {
        char text[MOVE_TEXT_SIZE];
        move_write(pos, m, text);
        used += (size_t)snprintf(line + used, sizeof line - used, " %s", text);
    }
    return line;
}

/* Pieces promoted while others are gone find bits in their order; a pawn's own bit, with other pawns above
 * it, is the last resort, and is marked. */
TEST(promoted_pieces_capture_in_order) {
    static const struct {
        const char *fen, *moves, *captures; /* NULL: a mark */
    } ROWS[] = {
        /* The queen is gone, but rooks are there: the knight stays below them. */
        {"6k1/P1q5/8/6p1/8/8/8/1NRBKBNR w - - 0 1", "a7a8n g5g4", " a8c7 c1c7 d1g4"},
        /* One rook: the bit beside it is above both bishops'. */
        {"6k1/P1q5/8/6p1/8/B7/7B/1N2K1NR w - - 0 1", "a7a8n g5g4", " a8c7 h2c7"},
        {"6k1/8/P1q5/6p1/8/8/1PPPP3/1NRBKBNR w - - 0 1", "a6a7 g5g4 a7a8n g8g7", NULL},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        position_set(pos, ROWS[i].fen);
        position_play(pos, ROWS[i].moves);
        if (ROWS[i].captures)
            assert_string_equal(walked(), ROWS[i].captures);
        require(verify_moves(pos, report));
        assert_int_equal(pos->state->out_of_order == 0, ROWS[i].captures != NULL);
    }
}

static CapturesAdvance *playing;

/* As a walk that captures its own pieces: a victim's square is another one. */
static bool KERNEL_ABI of_another_square(CaptureWalk *walk) {
    const bool more = playing(walk);
    walk->target ^= 1;
    return more;
}

/* The most valuable capturer first. */
static bool KERNEL_ABI turned_round(CaptureWalk *walk) {
    const bool more = playing(walk);
    for (int i = 0, j = walk->count - 1; more && i < j; i++, j--) {
        const uint8_t cell = walk->cells[i];
        walk->cells[i] = walk->cells[j];
        walk->cells[j] = cell;
    }
    return more;
}

/* Ends before the threshold. */
static bool KERNEL_ABI at_once_over(CaptureWalk *walk) {
    walk->victim = CELL_NONE;
    return false;
}

/* The walk that plays is compared, and is the one that captures_next takes, in builds that count, too. */
TEST(walk_that_plays_is_compared) {
    static const struct {
        CapturesAdvance *walk;
        const char *want;
    } ROWS[] = {{of_another_square, "staged captures"},
                {turned_round, "come after those by a more valuable piece"},
                {at_once_over, "staged captures lack"}};
    position_set(pos, MIDDLE);
    playing = captures_advance;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        captures_advance = ROWS[i].walk;
        const bool well = verify_moves(pos, report);
        captures_advance = playing;
        assert_false(well);
        wants(ROWS[i].want);
    }
    captures_advance = at_once_over;
    const bool none = !*walked();
    stats_count_walks(true);
    const bool some = *walked() != '\0';
    stats_count_walks(false);
    captures_advance = playing;
    assert_true(none);
    assert_int_equal(some, stats_text(0) != NULL);
}

/* --- the rules --------------------------------------------------------------------------------- */

/* Where rules were broken once. */
TEST(crossed_castling_is_a_quiet_ply) {
    pos->chess960 = true;
    position_set(pos, "4k3/8/8/8/8/8/8/1RK5 w B - 10 20");
    position_play(pos, "c1b1");
    pos->chess960 = false;
    assert_int_equal(pos->state->rule50, 11);
    assert_int_equal(pos->state->plies_from_null, 1);
    require(verify_rules(pos, report));
}

TEST(second_taker_makes_the_ep_square) {
    position_set(pos, "4k2r/6p1/8/5P1P/8/8/8/7K b - - 0 1");
    position_play(pos, "g7g5"); /* h5xg6 uncovers a check by the rook */
    assert_int_equal(pos->state->ep, 46);
    require(verify_rules(pos, report));
}

#define STATE_FIELD(member) offsetof(State, member)
#define EP                  "4k2r/6p1/8/5P1P/8/8/8/7K b - - 0 1"

/* A byte of a state of the game is changed, `back` plies before the current one. */
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

/* Before the root there are only keys. */
TEST(repetitions_before_the_root_are_compared) {
    position_set(pos, START);
    position_play(pos, "g1f3 g8f6 f3g1");
    position_reroot(pos);
    position_play(pos, "f6g8");
    assert_int_equal(repetitions(pos, 3), 1);
    require(verify_rules(pos, report));
    pos->past_keys[0] ^= 1;
    pos->past_keys[1] = pos->state->key; /* three plies back, where the other side was to move */
    assert_false(verify_rules(pos, report));
    wants("repetitions: 0, want 1");
}

/* Castling over a piece, and a king that is missing at the root. */
TEST(legal_moves_are_compared) {
    position_set(pos, MIDDLE);
    pos->castle_free[2 * WHITE + WING_LONG] |= bb(36); /* e5, where a knight stands */
    assert_false(verify_rules(pos, report));
    wants("legal moves lack e1a1");
    position_set(pos, "rn2k3/8/8/8/8/8/8/4K3 b q - 0 1");
    pos->castle_free[2 * BLACK + WING_LONG] = 0;
    assert_false(verify_rules(pos, report));
    wants("legal moves should not have e8a8");
    position_set(pos, START);
    position_play(pos, "e2e4 e7e5");
    pos->states[0].man_on[E1] = MAN_NONE;
    assert_false(verify_rules(pos, report));
    wants("a king is missing");
}

/* --- moves and the evaluation ------------------------------------------------------------------ */

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
