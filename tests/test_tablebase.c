/* Endgame tablebases: what the tables say, what the search makes of it, and files that are no
 * tables. Most of it needs the tables that lie beside the repository; without them it is skipped.
 */
#include "board/fen.h"
#include "board/make.h"
#include "board/repetition.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "search/search.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/setup.h"
#include "support/three_men.h"
#include "tablebase/placement.h"
#include "tablebase/table_file.h"
#include "tablebase/tablebase.h"

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHARED "../shared/data/syzygy"
#define TABLES SHARED "/345"

enum { SKIPPED = 77, LINE_SIZE = 512 };

static Position *pos;
static Search *search;
static Table table;
static char folder[] = "/tmp/panoptes tables XXXXXX"; /* with blanks */

static void remove_files(void) {
    DIR *directory = opendir(folder);
    if (!directory)
        return;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (unlink(path))
            rmdir(path);
    }
    closedir(directory);
}

static int set_up(void **unused) {
    (void)unused;
    pos = position_new();
    search = search_create(&table, NULL);
    if (!search || !mkdtemp(folder) || table_resize(&table, 1) != 1)
        return -1;
    search->probing.options = (TablebaseOptions){1, 7, true};
    return 0;
}

static int tear_down(void **unused) {
    (void)unused;
    TablebaseCount count;
    char error[1];
    tablebase_open("", &count, error, 0);
    remove_files();
    table_free(&table);
    search_free(search);
    free(pos);
    return rmdir(folder);
}

static bool have_tables(void) {
    return access(TABLES "/KQvK.rtbw", R_OK) == 0;
}

/* Opens paths that are good. */
static TablebaseCount opened(const char *paths) {
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE] = "";
    if (!tablebase_open(paths, &count, error, sizeof error))
        fail_msg("%s: %s", paths, error);
    return count;
}

static void open_all(void) {
    if (!have_tables())
        skip();
    const TablebaseCount count = opened(TABLES);
    assert_int_equal(count.wdl, 36);
    assert_int_equal(count.dtz, 35);
    assert_int_equal(count.men, 5);
    assert_int_equal(tablebase_men(), 5);
}

/* The distance to zeroing, INT_MIN if it cannot be told. */
static int dtz_of(const Position *p) {
    int dtz;
    return tablebase_rank_dtz(p, NULL, 0, &dtz) ? dtz : INT_MIN;
}

static int sign(int number) {
    return (number > 0) - (number < 0);
}

/* --- against what is known ------------------------------------------------------------------ */

/* Calls a visitor for each line of an EPD file, set up in pos, with what follows the position.
 * Returns how many. */
static int each_line(const char *name, void (*visit)(const char *operations)) {
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    char line[LINE_SIZE];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        char board[100], side[4], castling[8], ep[4], fen[FEN_SIZE];
        int used;
        if (*line == '#' ||
            sscanf(line, "%99s %3s %7s %3s %n", board, side, castling, ep, &used) != 4)
            continue;
        snprintf(fen, sizeof fen, "%s %s %s %s", board, side, castling, ep);
        position_set(pos, fen);
        visit(line + used);
        count++;
    }
    fclose(file);
    return count;
}

static int number_after(const char *text, const char *name) {
    const char *at = strstr(text, name);
    assert_non_null(at);
    return atoi(at + strlen(name));
}

static void compare_wdl_dtz(const char *operations) {
    assert_int_equal(tablebase_wdl(pos), number_after(operations, " wdl "));
    assert_int_equal(dtz_of(pos), number_after(operations, " dtz "));
}

static void compare_first_wdl(const char *operations) {
    char padded[LINE_SIZE];
    snprintf(padded, sizeof padded, " %s", operations);
    compare_wdl_dtz(padded);
}

static void reference_positions_agree(void **unused) {
    (void)unused;
    open_all();
    assert_int_equal(each_line(SHARED "/probe_3_4men.epd", compare_first_wdl), 5550);
    assert_int_equal(each_line(SHARED "/endgame_wdl_dtz.epd", compare_wdl_dtz), 200);
}

static void compare_mate(const char *operations) {
    const int mate = number_after(operations, "dm ");
    assert_int_equal(sign(tablebase_wdl(pos)), sign(mate));
}

static void mates_are_won(void **unused) {
    (void)unused;
    open_all();
    assert_true(each_line(SHARED "/endgame_dtm_4men.epd", compare_mate) > 40);
}

/* Sets a position of three men up, with colours exchanged on demand. */
static void set_three_men(PieceType type, ThreeMen p, bool flipped) {
    const int mirror = flipped ? 56 : 0;
    position_clear(pos);
    position_put(pos, p.white_king ^ mirror, WHITE ^ flipped, KING);
    position_put(pos, p.black_king ^ mirror, BLACK ^ flipped, KING);
    position_put(pos, p.man ^ mirror, WHITE ^ flipped, type);
    pos->state->side = (uint8_t)(p.side ^ flipped);
    position_finish(pos);
}

/* Compares a position; plies from the witness, -1 for a draw. */
static void compare_wdl(ThreeMen p, int plies) {
    assert_int_equal(tablebase_wdl(pos), plies < 0         ? WDL_DRAW
                                         : p.side == WHITE ? WDL_WIN
                                                           : WDL_LOSS);
}

static void compare_dtz(PieceType type, ThreeMen p, int plies) {
    const int dtz = dtz_of(pos);
    assert_int_equal(sign(dtz), plies < 0 ? 0 : p.side == WHITE ? 1 : -1);
    /* With a piece nothing but the mate zeroes; distances may be one too small, and mate is -1. */
    if (type != PAWN && plies > 0)
        assert_in_range(abs(dtz), plies - 1, plies);
}

/* Every step-th position, and the distance of few of them, which takes much longer. */
static int compare_ending(PieceType type, int step) {
    enum { DTZ_STEP = 61 };
    int count = 0;
    for (int i = 0; i < 2 << 18; i++) {
        const ThreeMen p = {i >> 18, i >> 12 & 63, i >> 6 & 63, i & 63};
        if (!three_men_legal(type, p) || count++ % step)
            continue;
        set_three_men(type, p, (i * 7 + i / 64) & 1);
        const int plies = three_men_plies(type, p);
        compare_wdl(p, plies);
        if (count % DTZ_STEP == 0)
            compare_dtz(type, p, plies);
    }
    return count;
}

static void every_position_of_three_men(void **unused) {
    (void)unused;
    open_all();
    three_men_solve();
    const int step = scaled(10) == 10 ? 1 : 41;
    const int queen = compare_ending(QUEEN, step), rook = compare_ending(ROOK, step),
              pawn = compare_ending(PAWN, step);
    print_message("legal positions: KQK %d, KRK %d, KPK %d; every %d-th compared\n", queen, rook,
                  pawn, step);
    assert_true(queen > 300000 && rook > 300000 && pawn > 300000);
}

/* --- what is not to be probed --------------------------------------------------------------- */

static void refuses_what_tables_do_not_know(void **unused) {
    (void)unused;
    open_all();
    TablebaseMove none[1];
    int dtz;
    static const char *const UNKNOWN[] = {
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",    /* may castle */
        "4k3/8/8/8/8/8/PP6/R2QK3 w - - 0 1", /* too many men */
        "4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1",  /* no such table */
        "4k3/8/8/8/8/8/8/RN2K1n1 w - - 0 1", /* nor such */
    };
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof *UNKNOWN; i++) {
        position_set(pos, UNKNOWN[i]);
        assert_int_equal(tablebase_wdl(pos), WDL_UNKNOWN);
        assert_false(tablebase_rank_dtz(pos, none, 0, &dtz));
        assert_false(tablebase_rank_wdl(pos, none, 0));
    }
    position_set(pos,
                 "4k3/8/8/8/8/8/8/R3K3 w - - 1 1"); /* the counter is no obstacle at the root */
    assert_int_equal(tablebase_wdl(pos), WDL_UNKNOWN);
    assert_true(tablebase_rank_dtz(pos, none, 0, &dtz));
    assert_true(dtz > 0);
    opened("");
    assert_int_equal(tablebase_men(), 0);
    position_set(pos, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_int_equal(tablebase_wdl(pos), WDL_UNKNOWN);
    assert_false(tablebase_rank_dtz(pos, none, 0, &dtz));
}

/* --- the root ------------------------------------------------------------------------------- */

static Move searched(const char *fen, int depth, bool rule50) {
    SearchLimits limits = limits_none();
    limits.depth = depth;
    if (fen)
        position_set(pos, fen);
    search->probing.options = (TablebaseOptions){1, 7, rule50};
    search_prepare(search, pos, &limits, 0);
    return search_run(search).best;
}

/* What the tables give the position behind a move, for the side that makes it. */
static int wdl_behind(Move m) {
    make_move(pos, m);
    pos->state->rule50 = 0;
    const int wdl = -tablebase_wdl(pos);
    unmake_move(pos);
    return wdl;
}

/* All root moves that preserve the result are kept, no others; the score says so. Where the
 * fifty-move rule is near, it may be fewer. */
static void check_root(const char *unused) {
    (void)unused;
    const int wdl = tablebase_wdl(pos);
    MoveList moves = {.count = 0};
    legal_moves(pos, &moves);
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

static void root_keeps_what_preserves_the_result(void **unused) {
    (void)unused;
    open_all();
    each_line(SHARED "/endgame_wdl_dtz.epd", check_root);
#ifndef PANOPTES_VERIFY
    each_line(SHARED "/probe_3_4men.epd", check_root);
#endif
}

/* The move that puts the end off longest by the tables. */
static Move best_defence(void) {
    TablebaseMove moves[MOVE_LIMIT];
    MoveList list;
    int dtz, best = 0;
    list.count = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++)
        moves[i].move = list.moves[i];
    assert_true(tablebase_rank_dtz(pos, moves, list.count, &dtz));
    for (int i = 1; i < list.count; i++)
        if (moves[i].dtz < moves[best].dtz)
            best = i;
    return moves[best].move;
}

/* Plays a won position out, the winner by search, the loser by the tables; plies to the mate. */
static int play_out(int depth) {
    const Color winner = pos->state->side;
    for (int plies = 0; plies < 400; plies++) {
        if (legal_count(pos) == 0) {
            assert_true(in_check(pos->state));
            assert_int_equal(pos->state->side, opponent(winner));
            return plies;
        }
        assert_true(pos->state->rule50 < 100);
        assert_int_equal(repetitions(pos, 2) < 2, 1);
        make_move(pos, pos->state->side == winner ? searched(NULL, depth, true) : best_defence());
        position_reroot(pos);
    }
    fail_msg("no end in sight");
    return 0;
}

/* A random position of some men, White's in capitals; false if it is none. */
static bool random_position(const char *men, Random *r) {
    char board[64] = {0}, fen[FEN_SIZE], error[1], *out = fen;
    for (const char *man = men; *man; man++) {
        int sq;
        do
            sq = random_below(r, 64);
        while (board[sq] || ((*man | 32) == 'p' && (sq < 8 || sq >= 56)));
        board[sq] = *man;
    }
    for (int rank = 7; rank >= 0; rank--) {
        for (int file = 0, empty; file < 8; file++) {
            for (empty = 0; file < 8 && !board[8 * rank + file]; file++)
                empty++;
            if (empty)
                *out++ = (char)('0' + empty);
            if (file < 8)
                *out++ = board[8 * rank + file];
        }
        *out++ = rank ? '/' : ' ';
    }
    strcpy(out, random_below(r, 2) ? "w - - 0 1" : "b - - 0 1");
    return fen_parse(pos, fen, error, 0);
}

static void random_win(const char *men, Random *r) {
    while (!random_position(men, r) || tablebase_wdl(pos) != WDL_WIN)
        ;
}

static const char *const WON[] = {"KQk",  "KRk",  "KPk",  "KBNk", "KBBk",
                                  "KQkr", "KNPk", "kbnK", "kqKr"};
enum { WON_COUNT = sizeof WON / sizeof *WON };

static void wins_are_brought_home(void **unused) {
    (void)unused;
    open_all();
    Random r = {17};
    for (int i = 0; i < WON_COUNT; i++) {
        int longest = 0;
        for (int game = 0; game < scaled(10); game++) {
            random_win(WON[i], &r);
            const int plies = play_out(3);
            longest = plies > longest ? plies : longest;
        }
        print_message("%s: mate in %d plies at most\n", WON[i], longest);
    }
}

/* The counter stands so high that not a ply may be lost. */
static void wins_are_brought_home_at_the_last_moment(void **unused) {
    (void)unused;
    open_all();
    Random r = {18};
    for (int i = 0; i < WON_COUNT; i++) {
        for (int game = 0; game < scaled(10); game++) {
            random_win(WON[i], &r);
            pos->state->rule50 = (uint16_t)(99 - dtz_of(pos));
            play_out(2);
        }
    }
}

/* KBN against K, with the mate too far off for the counter, and what is cursed by its table. */
static void the_fifty_move_rule_counts_or_not(void **unused) {
    (void)unused;
    open_all();
    Random r = {19};
    do
        random_win("KBNk", &r);
    while (dtz_of(pos) < 20);
    pos->state->rule50 = (uint16_t)(101 - dtz_of(pos));
    searched(NULL, 2, true);
    assert_int_equal(search->probing.root_score, SCORE_DRAW + 1);
    searched(NULL, 2, false);
    assert_int_equal(search->probing.root_score, SCORE_TABLEBASE);

    int cursed = 0, blessed = 0; /* of KBNvKN there is WDL only */
    for (int tries = 0; (cursed < 5 || blessed < 5) && tries < 1000000; tries++) {
        if (!random_position("KBNkn", &r) || legal_count(pos) == 0)
            continue;
        const Wdl wdl = tablebase_wdl(pos);
        if (wdl != WDL_CURSED_WIN && wdl != WDL_BLESSED_LOSS)
            continue;
        *(wdl == WDL_CURSED_WIN ? &cursed : &blessed) += 1;
        searched(NULL, 2, true);
        assert_int_equal(search->probing.root_score, SCORE_DRAW + sign(wdl));
        for (int i = 0; i < search->root_count; i++)
            assert_int_equal(wdl_behind(search->roots[i].move), wdl);
        searched(NULL, 2, false);
        assert_int_equal(search->probing.root_score, sign(wdl) * SCORE_TABLEBASE);
    }
    print_message("%d cursed wins, %d blessed losses\n", cursed, blessed);
    assert_true(cursed && blessed);
}

/* --- within the search ---------------------------------------------------------------------- */

/* Searches with the tables used in a certain way; how often they were hit. */
static uint64_t hits_with(const char *fen, int depth, int probe_depth, int limit) {
    SearchLimits limits = limits_none();
    limits.depth = depth;
    position_set(pos, fen);
    table_clear(&table);
    search->probing.options = (TablebaseOptions){probe_depth, limit, true};
    search_prepare(search, pos, &limits, 0);
    search_run(search);
    assert_false(search->probing.root_known);
    return search->counters.tbhits;
}

/* There is no table for the root, but for what captures lead to. */
static void nodes_are_settled(void **unused) {
    (void)unused;
    open_all();
    static const char ROOKS[] = "3rk3/8/8/8/8/8/4P3/3RK3 w - - 0 1";
    const uint64_t all = hits_with(ROOKS, 6, 1, 7), few = hits_with(ROOKS, 6, 1, 3);
    assert_true(few > 0 && all > few);
    assert_int_equal(hits_with(ROOKS, 6, 1, 0), 0);
    assert_int_equal(hits_with(ROOKS, 6, 100, 3), 0); /* never as deep */

    /* Either capture of the Rook wins: KBNK. */
    static const char *const CAPTURES[] = {"8/8/4r3/4k3/2BN4/4K3/8/8 w - - 0 1",
                                           "8/8/4k3/2bn4/4K3/4R3/8/8 b - - 0 1"};
    for (int i = 0; i < 2; i++) {
        hits_with(CAPTURES[i], 4, 1, 7);
        assert_int_equal(type_on(pos->state, move_to(search->roots[0].move)), ROOK);
        assert_int_equal(search->roots[0].score, SCORE_TABLEBASE - 1);
    }
}

static void scores_are_in_order(void **unused) {
    (void)unused;
    assert_true(SCORE_TABLEBASE < SCORE_MATE_BOUND);
    assert_false(score_is_mate(SCORE_TABLEBASE));
    assert_true(score_is_decisive(SCORE_TABLEBASE - MAX_PLY));
    assert_true(score_is_decisive(-SCORE_TABLEBASE));
    assert_false(score_is_decisive(SCORE_TABLEBASE_BOUND - 1));
    const Probing known = {.root_known = true, .root_score = SCORE_TABLEBASE}, none = {0};
    assert_int_equal(probing_shown_score(&known, 123), SCORE_TABLEBASE);
    assert_int_equal(probing_shown_score(&known, SCORE_MATE - 3), SCORE_MATE - 3);
    assert_int_equal(probing_shown_score(&none, 123), 123);
}

/* --- threads -------------------------------------------------------------------------------- */

/* Probes positions of its own; their sum. */
static void *probe_many(void *seed) {
    Position *own = position_new();
    Random r = {(uint64_t)(uintptr_t)seed};
    static const char *const FENS[] = {
        "8/8/8/3k4/8/8/1P6/K7 w - - 0 1", "8/8/3p4/3k4/8/8/1P6/K7 w - - 0 1",
        "8/8/3q4/3k4/8/8/1Q6/K7 w - - 0 1", "8/8/3n4/3k4/8/8/1NB5/K7 b - - 0 1"};
    intptr_t sum = 0;
    for (int i = 0; i < scaled(2000); i++) {
        position_set(own, FENS[i % 4]);
        for (int plies = 0; plies < 20; plies++) {
            MoveList moves = {.count = 0};
            legal_moves(own, &moves);
            if (!moves.count)
                break;
            make_move(own, moves.moves[random_below(&r, moves.count)]);
            own->state->rule50 = 0;
            sum = sum * 5 + tablebase_wdl(own);
            sum &= 0xffffffff;
        }
    }
    free(own);
    return (void *)sum;
}

/* Right after the opening: the library has no locks, so no table may be left for threads to load.
 */
static void threads_probe_at_once(void **unused) {
    (void)unused;
    open_all();
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    void *sums[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, probe_many, (void *)(uintptr_t)(5 + i / 2)), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], &sums[i]);
    assert_ptr_equal(sums[0], sums[1]);
    assert_ptr_equal(sums[2], sums[3]);
    assert_ptr_equal(sums[0], probe_many((void *)(uintptr_t)5));
}

/* --- files that are no tables ---------------------------------------------------------------- */

/* Wants a refusal whose message names what is wrong. */
static void refused(const char *paths, const char *reason) {
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE] = "";
    assert_false(tablebase_open(paths, &count, error, sizeof error));
    if (!strstr(error, reason))
        fail_msg("'%s' does not say '%s'", error, reason);
    assert_int_equal(tablebase_men(), 0);
    assert_int_equal(count.wdl, 0);
    tablebase_open(paths, &count, error, 0);
}

static void file_path(char path[PATH_MAX], const char *name) {
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
}

static void write_file(const char *name, const void *bytes, size_t size) {
    char path[PATH_MAX];
    file_path(path, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* Reads a table of the shared ones; the caller frees it. */
static unsigned char *read_table(const char *name, size_t *size) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, TABLES "/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

static void names_are_read(void **unused) {
    (void)unused;
    static const char *const GOOD[] = {"KQvK.rtbw",     "KQvK.rtbz",     "KPvKP.rtbw",
                                       "KBNvKN.rtbw",   "KRPvKRP.rtbz",  "KQRBNPvK.rtbw",
                                       "KQQQQQvK.rtbw", "KRPPvKRP.rtbw", "KNNvKQ.rtbw"};
    static const char *const BAD[] = {
        "",          "KvK.rtbw",    "KvKQ.rtbw",      "KQvK",     "KQvK.rtbm",
        "kqvk.rtbw", "KNvKB.rtbw",  "KNBvK.rtbw",     "QvK.rtbw", "KQvK.rtbw~",
        "KKvK.rtbw", "KQvKKK.rtbw", "KQQQQQQvK.rtbw", "KQK.rtbw", "KPvKPP.rtbw"};
    TableName name;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        if (!table_name_read(GOOD[i], &name))
            fail_msg("%s refused", GOOD[i]);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        if (table_name_read(BAD[i], &name))
            fail_msg("%s accepted", BAD[i]);
}

static void paths_that_hold_no_tables(void **unused) {
    (void)unused;
    char paths[3 * PATH_MAX];
    remove_files();
    refused("/no/such/folder", "No such file or directory");
    refused("/dev/null", "Not a directory");
    refused("Makefile", "Not a directory");
    refused(folder, "no Syzygy tables");
    refused(":", "no Syzygy tables");
    write_file("KNBvK.rtbw", "", 0); /* not a name of theirs */
    write_file("readme.txt", "", 0);
    refused(folder, "no Syzygy tables");
    snprintf(paths, sizeof paths, "%s:/no/such/folder", folder);
    refused(paths, "/no/such/folder");
    char *endless = malloc(100000);
    assert_non_null(endless);
    memset(endless, 'x', 99999);
    endless[99999] = '\0';
    refused(endless, "too long a path");
    free(endless);
    remove_files();
}

static void files_that_are_no_tables(void **unused) {
    (void)unused;
    static unsigned char bytes[64 * 100 + 16];
    Random r = {23};
    char path[PATH_MAX];
    remove_files();
    static const size_t SIZES[] = {0, 1, 4, 16, 63, 64, 80, 64 * 100 + 16};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        write_file("KRPvKR.rtbw", bytes, SIZES[i]);
        refused(folder, "KRPvKR.rtbw");
    }
    for (int i = 0; i < scaled(5000); i++) {
        for (size_t j = 0; j < sizeof bytes; j++)
            bytes[j] = (unsigned char)random_next(&r);
        memcpy(bytes, "\x71\xe8\x23\x5d", 4); /* the magic number alone does not do */
        write_file("KRPvKR.rtbw", bytes, 80);
        refused(folder, "KRPvKR.rtbw");
    }
    remove_files();
    file_path(path, "KQvK.rtbw");
    assert_int_equal(mkdir(path, 0700), 0);
    refused(folder, "not a plain file");
    remove_files();
    assert_int_equal(mkfifo(path, 0600), 0);
    refused(folder, "not a plain file");
    remove_files();
    assert_int_equal(symlink("/no/such/table", path), 0);
    refused(folder, "No such file");
    remove_files();
}

static void cut_off_tables(void **unused) {
    (void)unused;
    if (!have_tables())
        skip();
    static const char *const NAMES[] = {"KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz",
                                        "KRvKP.rtbz"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        size_t size;
        unsigned char *bytes = read_table(NAMES[i], &size);
        remove_files();
        for (size_t cut = size;
             cut > 0;) { /* at sizes that would pass for whole ones, and others */
            cut -= cut > 64 * 40 + 80 ? 64 * 37 : cut > 80 ? 64 : 1;
            write_file(NAMES[i], bytes, cut);
            refused(folder, NAMES[i]);
        }
        write_file(NAMES[i], bytes, size);
        const bool whole = strchr(NAMES[i], 'w') != NULL && opened(folder).wdl == 1;
        assert_int_equal(whole, strstr(NAMES[i], ".rtbw") != NULL);
        remove_files();
        write_file("KRvK.rtbw", bytes, size); /* another table's name */
        refused(folder, "KRvK.rtbw");
        free(bytes);
    }
    remove_files();
}

/* Random bytes anywhere in the headers: accepted or refused, but read within bounds. */
static void damaged_headers(void **unused) {
    (void)unused;
    if (!have_tables())
        skip();
    static const char *const NAMES[] = {"KQvK.rtbw", "KRvKP.rtbz", "KPvKP.rtbw", "KBNvK.rtbz"};
    Random r = {29};
    int refusals = 0;
    remove_files();
    for (int i = 0; i < scaled(1000); i++) {
        const char *name = NAMES[i % 4];
        size_t size;
        unsigned char *bytes = read_table(name, &size);
        const int room = size < 600 ? (int)size : 600;
        for (int n = 1 + random_below(&r, 3); n > 0; n--)
            bytes[random_below(&r, room)] = (unsigned char)random_next(&r);
        write_file(name, bytes, size);
        free(bytes);
        char path[PATH_MAX];
        TableName table_name;
        TableFile facts;
        file_path(path, name);
        assert_true(table_name_read(name, &table_name));
        refusals += table_file_fault(path, &table_name, &facts) != NULL;
    }
    remove_files();
    print_message("%d of %d refused\n", refusals, scaled(1000));
    assert_true(refusals > 0);
}

/* Several folders, one of them with blanks in its name; WDL without DTZ. */
static void several_folders(void **unused) {
    (void)unused;
    if (!have_tables())
        skip();
    size_t size;
    char paths[2 * PATH_MAX];
    unsigned char *bytes = read_table("KQvK.rtbw", &size);
    remove_files();
    write_file("KQvK.rtbw", bytes, size);
    free(bytes);
    TablebaseCount count = opened(folder);
    assert_int_equal(count.wdl, 1);
    assert_int_equal(count.dtz, 0);
    assert_int_equal(count.men, 3);
    searched("8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", 6, true);
    assert_true(search->probing.root_known);
    assert_int_equal(search->probing.root_score, SCORE_TABLEBASE);
    snprintf(paths, sizeof paths, "::%s::" TABLES "::", folder);
    count = opened(paths);
    assert_int_equal(count.wdl, 37);
    assert_int_equal(count.men, 5);
    remove_files();
}

/* --- room and files that go ------------------------------------------------------------------ */

/* Every table that has a name gets men on squares where Black, to move, attacks none of White's. */
static int check_placements(TableName *name, int men, PieceType type) {
    int count = 0;
    for (; type < KING; type++) {
        for (Color c = WHITE; c <= BLACK && men < TABLE_MEN_MAX; c++) {
            name->count[c][type]++;
            count += check_placements(name, men + 1, type);
            name->count[c][type]--;
        }
    }
    Placement p;
    assert_true(placement_without_captures(name, &p));
    position_clear(pos);
    for (Color c = WHITE; c <= BLACK; c++) {
        for (type = PAWN; type <= KING; type++) {
            assert_int_equal(popcount(p.by_color[c] & p.by_type[type]), name->count[c][type]);
            for (Bitboard left = p.by_color[c] & p.by_type[type]; left; left = reset_lowest(left))
                position_put(pos, lowest_bit(left), c, type);
        }
    }
    pos->state->side = BLACK;
    position_finish(pos);
    for (Bitboard left = p.by_color[WHITE]; left; left = reset_lowest(left))
        assert_false(attackers_of(pos->state, lowest_bit(left), BLACK));
    return count + 1;
}

static void every_table_can_be_asked_for(void **unused) {
    (void)unused;
    TableName name = {.count = {[WHITE][KING] = 1, [BLACK][KING] = 1}};
    const int count = check_placements(&name, 2, PAWN);
    print_message("%d names\n", count);
    assert_true(count > 1511); /* those of 3 to 7 men; here also with the sides exchanged */
}

/* Lets this process have some bytes of address space more than it has, and no more; -1: as before.
 */
static void limit_address_space(long more) {
    static struct rlimit before;
    struct rlimit limit;
    unsigned long pages;
    if (more < 0) {
        assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
        return;
    }
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    limit = before;
    limit.rlim_cur = pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)more;
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

/* Without room the library would end the program. */
static void short_address_space(void **unused) {
    (void)unused;
    if (!have_tables())
        skip();
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE] = "";
    TablebaseMove none[1];
    int dtz;
    opened(""); /* the library itself is loaded, or will be */
    limit_address_space(4 << 20);
    const bool good = tablebase_open(TABLES, &count, error, sizeof error);
    limit_address_space(-1);
    assert_false(good);
    if (!strstr(error, "no address space for 7 MB of tables"))
        fail_msg("'%s'", error);

    open_all();
    position_set(pos, "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
    limit_address_space(0);
    const bool ranked = tablebase_rank_dtz(pos, none, 0, &dtz);
    const Wdl wdl = tablebase_wdl(pos);
    limit_address_space(-1);
    assert_false(ranked);
    assert_int_equal(wdl, WDL_WIN);
    assert_true(tablebase_rank_dtz(pos, none, 0, &dtz));
}

static void copy_table(const char *name) {
    size_t size;
    unsigned char *bytes = read_table(name, &size);
    write_file(name, bytes, size);
    free(bytes);
}

/* WDL tables are open from the beginning; DTZ tables are not, and are then missing. */
static void files_that_vanish(void **unused) {
    (void)unused;
    if (!have_tables())
        skip();
    TablebaseMove none[1];
    int dtz;
    remove_files();
    copy_table("KQvK.rtbw");
    copy_table("KQvK.rtbz");
    copy_table("KRvK.rtbw");
    assert_int_equal(opened(folder).dtz, 1);
    remove_files();
    position_set(pos, "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
    assert_int_equal(tablebase_wdl(pos), WDL_WIN);
    assert_true(tablebase_rank_wdl(pos, none, 0));
    assert_false(tablebase_rank_dtz(pos, none, 0, &dtz));
    position_set(pos, "8/8/8/3k4/8/8/1r6/K7 b - - 0 1");
    assert_int_equal(tablebase_wdl(pos), WDL_WIN);
    refused(folder, "no Syzygy tables");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_probe_at_once),
        cmocka_unit_test(reference_positions_agree),
        cmocka_unit_test(mates_are_won),
        cmocka_unit_test(every_position_of_three_men),
        cmocka_unit_test(refuses_what_tables_do_not_know),
        cmocka_unit_test(root_keeps_what_preserves_the_result),
        cmocka_unit_test(wins_are_brought_home),
        cmocka_unit_test(wins_are_brought_home_at_the_last_moment),
        cmocka_unit_test(the_fifty_move_rule_counts_or_not),
        cmocka_unit_test(nodes_are_settled),
        cmocka_unit_test(scores_are_in_order),
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(paths_that_hold_no_tables),
        cmocka_unit_test(files_that_are_no_tables),
        cmocka_unit_test(cut_off_tables),
        cmocka_unit_test(damaged_headers),
        cmocka_unit_test(several_folders),
        cmocka_unit_test(every_table_can_be_asked_for),
        cmocka_unit_test(short_address_space),
        cmocka_unit_test(files_that_vanish),
    };
    setup_tables();
    const int failed = cmocka_run_group_tests_name("tablebase", tests, set_up, tear_down);
    if (failed || have_tables())
        return failed;
    printf("no " TABLES " here: only bad files were tried\n");
    return SKIPPED;
}
