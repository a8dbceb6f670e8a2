/* The search uses tablebases rightly: at the root, within the tree, and in games played to the end. */
#include "board/make.h"
#include "board/position.h"
#include "search/search_internal.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/setup.h"
#include "support/tables.h"

#include <stdio.h>
#include <stdlib.h>

static Search *search;
static Table table;

BEFORE {
    search = search_create(&table, NULL);
    assert_false(!search || table_resize(&table, 1) != 1);
}

AFTER {
    close_tables();
    table_free(&table);
    search_free(search);
    files_remove();
}

static Move searched_only(const char *fen, int depth, bool rule50, Move only) {
    SearchLimits limits = limits_none();
    limits.depth = depth;
    limits.searchmoves_count = only != MOVE_NONE;
    limits.searchmoves[0] = only;
    if (fen)
        position_set(pos, fen);
    const SearchSettings settings = {.tablebases = {1, 7, rule50}};
    search_prepare(search, pos, &limits, &settings);
    return search_run(search).best;
}

static Move searched(const char *fen, int depth, bool rule50) {
    return searched_only(fen, depth, rule50, MOVE_NONE);
}

/* The tables' result of the position after a move, for the side that makes the move. */
static int wdl_behind(Move m) {
    make_move(pos, m);
    pos->state->rule50 = 0;
    const int wdl = -tablebase_wdl(pos);
    unmake_move(pos);
    return wdl;
}

/* The root keeps only moves that preserve the tables' result, and its score is that result. In a draw or a loss the
 * root keeps all such moves, unless the fifty-move rule is near. */
static void check_root_moves(const char *unused) {
    const int wdl = tablebase_wdl(pos);
    const MoveList moves = legal_list(pos);
    if (!moves.count)
        return;
    searched(NULL, 1, true);
    int expected = 0;
    for (int i = 0; i < moves.count; i++)
        expected += wdl_behind(moves.moves[i]) == wdl;
    const bool all = wdl <= 0 && abs(dtz_of(pos)) < 45;
    assert_in_range(search->root_count, all ? expected : 1, expected);
    for (int i = 0; i < search->root_count; i++)
        assert_int_equal(wdl_behind(search->roots[i].move), wdl);
    assert_true(search->probing.root_known);
    assert_int_equal(search->probing.root_score, SCORE_TABLEBASE * sign(wdl));
    assert_int_equal(search->counters.tbhits, moves.count);
}

/* Checks the root moves of a position whose distance the tables have; the debug build does so in every seventh. */
static void check_known_root(const char *operations) {
    static int count;
    if (dtz_of(pos) != INT_MIN && count++ % (scaled(10) == 10 ? 1 : 7) == 0)
        check_root_moves(operations);
}

TEST(root_keeps_what_preserves_the_result) {
    open_tables();
    each_line(TEST_DATA_DIR "/endings_small.epd", check_known_root);
}

TEST(the_shortest_win_comes_first) {
    TablebaseMove moves[MOVE_LIMIT];
    Probing probing = {.options = {1, 7, true}};
    int dtz;
    open_tables();
    position_set(pos, "8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    MoveList list = legal_list(pos);
    probing_rank_root(&probing, pos, &list);
    assert_true(list.count > 1);
    for (int i = 0; i < list.count; i++)
        moves[i].move = list.moves[i];
    assert_true(tablebase_rank_dtz(pos, moves, list.count, &dtz));
    for (int i = 1; i < list.count; i++)
        assert_true(moves[i - 1].dtz <= moves[i].dtz);
}

/* Returns the move that, according to the tables, delays the loss longest. */
static Move best_defence(void) {
    TablebaseMove moves[MOVE_LIMIT];
    const MoveList list = legal_list(pos);
    int dtz, best = 0;
    for (int i = 0; i < list.count; i++)
        moves[i].move = list.moves[i];
    assert_true(tablebase_rank_dtz(pos, moves, list.count, &dtz));
    for (int i = 1; i < list.count; i++)
        if (moves[i].dtz < moves[best].dtz)
            best = i;
    return moves[best].move;
}

/* Plays a won position to the mate. The winner moves by search, the loser by the tables. */
static void play_out(int depth) {
    const Color winner = pos->state->side;
    for (int plies = 0; plies < 400; plies++) {
        if (legal_count(pos) == 0) {
            assert_true(in_check(pos->state));
            assert_int_equal(pos->state->side, opponent(winner));
            return;
        }
        assert_true(pos->state->rule50 < 100);
        assert_int_equal(repetitions(pos, 2) < 2, 1);
        position_advance(pos,
                         pos->state->side == winner ? searched(NULL, depth, true) : best_defence());
    }
    fail_msg("no end in sight");
}

/* Sets up a random won position of the men of a name such as KQvK. */
static void random_win(const char *name, Random *r) {
    uint64_t n;
    do
        n = random_word(r);
    while (!place_men(name, n >> 1, n & 1) || tablebase_wdl(pos) != WDL_WIN);
}

static const char *const WON[] = {"KQvK", "KRvK", "KPvK", "KBNvK", "KBBvK", "KQvKR", "KNPvK"};
enum { WON_COUNT = sizeof WON / sizeof *WON, WON_BY_THREE_MEN = 3 };

TEST(wins_are_brought_home) {
    Random r = {17};
    const int count = open_tables() ? WON_COUNT : WON_BY_THREE_MEN; /* that have distances */
    for (int i = 0; i < count; i++) {
        for (int game = 0; game < scaled(17); game++) {
            random_win(WON[i], &r);
            play_out(3);
            random_win(WON[i], &r);
            /* The fifty-move counter is so high that the winner must not waste a ply. */
            pos->state->rule50 = (uint16_t)(99 - dtz_of(pos));
            play_out(2);
        }
    }
}

/* Under the fifty-move rule a win that comes too late scores as a draw; with the rule off it scores as a win. */
TEST(the_fifty_move_rule_counts_or_not) {
    const bool all = open_tables();
    Random r = {19};
    do
        random_win("KRvK", &r);
    while (dtz_of(pos) < 20);
    pos->state->rule50 = (uint16_t)(100 - dtz_of(pos)); /* the win comes just in time */
    searched(NULL, 2, true);
    assert_int_equal(search->probing.root_score, SCORE_TABLEBASE);
    pos->state->rule50 = (uint16_t)(101 - dtz_of(pos));
    searched(NULL, 2, true);
    assert_int_equal(search->probing.root_score, SCORE_DRAW + 1);
    searched(NULL, 2, false);
    assert_int_equal(search->probing.root_score, SCORE_TABLEBASE);

    if (!all)
        skip();
    int cursed = 0, blessed = 0; /* of KBNvKN, which has no DTZ table */
    for (int tries = 0; (cursed < 5 || blessed < 5) && tries < 1000000; tries++) {
        const uint64_t n = random_word(&r);
        if (!place_men("KBNvKN", n >> 1, n & 1) || legal_count(pos) == 0)
            continue;
        const MoveList moves = legal_list(pos);
        const Wdl wdl = tablebase_wdl(pos);
        int best = WDL_LOSS;
        for (int i = 0; i < moves.count; i++)
            best = max_int(best, wdl_behind(moves.moves[i]));
        if (wdl != WDL_CURSED_WIN && wdl != WDL_BLESSED_LOSS)
            continue;
        *(wdl == WDL_CURSED_WIN ? &cursed : &blessed) += 1;
        searched(NULL, 2, true);
        assert_int_equal(search->probing.root_score, SCORE_DRAW + sign(wdl));
        for (int i = 0; i < search->root_count; i++)
            assert_int_equal(wdl_behind(search->roots[i].move), best);
        if (wdl == WDL_CURSED_WIN) {
            searched_only(NULL, 2, true, search->roots[0].move);
            assert_int_equal(search->probing.root_score, SCORE_DRAW + 1);
        }
        searched(NULL, 2, false);
        assert_int_equal(search->probing.root_score, sign(wdl) * SCORE_TABLEBASE);
    }
    print_message("%d cursed wins, %d blessed losses\n", cursed, blessed);
    assert_true(cursed && blessed);
}

/* Tables are found in several folders, one with blanks in its name. WDL tables are found without DTZ tables. */
TEST(several_folders) {
    char paths[2 * PATH_MAX];
    files_clear();
    copy_table("KQvK.rtbw");
    TablebaseCount count = opened(files_folder());
    assert_int_equal(count.wdl, 1);
    assert_int_equal(count.dtz, 0);
    assert_int_equal(count.men, 3);
    searched("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", 6, true);
    assert_true(search->probing.root_known);
    assert_int_equal(search->probing.root_score, SCORE_TABLEBASE);
    searched_only(NULL, 6, true,
                  move_make(square_at(1, 1), square_at(3, 3))); /* gives the queen away */
    assert_int_equal(search->probing.root_score, SCORE_DRAW);
    snprintf(paths, sizeof paths, "::%s::" TABLES "::", files_folder());
    count = opened(paths);
    assert_int_equal(count.wdl, TABLES_WDL); /* KQvK counts once */
    assert_int_equal(count.men, TABLES_MEN);
    files_clear();
}

/* Searches with this probe depth and limit of men. Returns the number of hits. */
static uint64_t hits_with(const char *fen, int depth, int probe_depth, int limit) {
    SearchLimits limits = limits_none();
    limits.depth = depth;
    position_set(pos, fen);
    table_clear(&table);
    const SearchSettings settings = {.tablebases = {probe_depth, limit, true}};
    search_prepare(search, pos, &limits, &settings);
    search_run(search);
    assert_false(search->probing.root_known);
    return search->counters.tbhits;
}

/* The search uses the tables of positions after captures, even if there is no table for the root. */
TEST(nodes_are_settled) {
    open_tables();
    static const char ROOKS[] = "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1";
    static const char FIVE_MEN[] = "8/8/8/3rk3/2BN4/4K3/8/8 w - - 0 1";
    assert_true(hits_with(ROOKS, 6, 1, 3) > 0);
    assert_int_equal(hits_with(ROOKS, 6, 1, 2), 0);
    assert_int_equal(hits_with(ROOKS, 6, 100, 3), 0); /* probes only at depth 100 or more */
    assert_true(hits_with(FIVE_MEN, 6, 1, 4) > hits_with(FIVE_MEN, 6, 1, 3));

    /* After either capture of the rook, KBN against K is won. */
    static const char *const CAPTURES[] = {"8/8/4r3/4k3/2BN4/4K3/8/8 w - - 0 1",
                                           "8/8/4k3/2bn4/4K3/4R3/8/8 b - - 0 1"};
    for (int i = 0; i < 2; i++) {
        hits_with(CAPTURES[i], 4, 1, 7);
        assert_int_equal(type_on(pos->state, move_to(search->roots[0].move)), ROOK);
        assert_int_equal(search->roots[0].score, SCORE_TABLEBASE - 1);
    }
}
