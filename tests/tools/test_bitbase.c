/* The bitbase that endings are judged by: against counts from the literature, against the engine's
 * own table of king and pawn, and against the Syzygy tables, where they are. */
#include "board/geometry.h"
#include "eval/kpk.h"
#include "moves/generate.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/setup.h"
#include "support/tables.h"
#include "tools/bitbase.h"

#include <stdio.h>
#include <stdlib.h>

static Position *pos;

static const Bitbase *solved(const char *name) {
    const char *why;
    const Bitbase *base = bitbase_solve(name, NULL, &why);
    if (!base)
        fail_msg("%s: %s", name, why);
    return base;
}

static bool wins(const Bitbase *base, Placement at, Square black_king, Color winner, Color side) {
    return bitbase_wins(base, &at, winner, side) >> black_king & 1;
}

/* --- without tables --------------------------------------------------------------------------- */

static Bitboard king_steps(Square sq) {
    return geometry.leaper[WHITE][KING][sq];
}

/* 124,960 positions are won with White to move, 97,604 with Black to move; Black never wins. */
static void king_and_pawn_is_known(void **unused) {
    (void)unused;
    const Bitbase *base = solved("KP-K");
    int won[COLOR_COUNT] = {0, 0};
    for (int i = 0; i < 2 * 48 * 64 * 64; i++) {
        const Color side = i & 1;
        const Square king = i >> 1 & 63, weak = i >> 7 & 63, pawn = 8 + (i >> 13);
        if (king == pawn || weak == pawn || king == weak || (king_steps(king) & bb(weak)) ||
            (side == WHITE && (geometry.leaper[WHITE][PAWN][pawn] & bb(weak))))
            continue;
        const Placement at = {king, {pawn}};
        const bool white = wins(base, at, weak, WHITE, side);
        assert_int_equal(white, kpk_wins(WHITE, king, pawn, weak, side));
        assert_false(wins(base, at, weak, BLACK, side));
        won[side] += white;
    }
    assert_int_equal(won[WHITE], 124960);
    assert_int_equal(won[BLACK], 97604);
}

/* King and rook have 175,168 positions with White to move, all of them won, and 223,944 with Black
 * to move. The same holds with colours exchanged. */
static void rook_is_known_with_either_colour(void **unused) {
    (void)unused;
    const Bitbase *white = solved("KR-K"), *black = solved("K-KR");
    int legal[COLOR_COUNT] = {0, 0}, won[COLOR_COUNT] = {0, 0};
    for (int i = 0; i < 2 << 18; i++) {
        const Color side = i & 1;
        const Square king = i >> 1 & 63, rook = i >> 7 & 63, weak = i >> 13 & 63;
        if (king == rook || king == weak || rook == weak || (king_steps(king) & bb(weak)) ||
            (side == WHITE && (rook_attacks(rook, bb(king)) & bb(weak))))
            continue;
        const bool wins_white = wins(white, (Placement){king, {rook}}, weak, WHITE, side);
        const Placement other = {weak ^ 56, {rook ^ 56}};
        assert_int_equal(wins(black, other, king ^ 56, BLACK, opponent(side)), wins_white);
        legal[side]++;
        won[side] += wins_white;
    }
    assert_int_equal(legal[WHITE], 175168);
    assert_int_equal(legal[BLACK], 223944);
    assert_int_equal(won[WHITE], 175168);
    assert_in_range(won[BLACK], 200000, 205000);
}

static void nonsense_is_refused(void **unused) {
    (void)unused;
    static const char *const NAMES[] = {"",     "K",     "KP",      "KPK",      "KP-",
                                        "KX-K", "kp-k",  "KQRB-KN", "KP-KP",    "KP-K-",
                                        "PK-K", "KPK-K", "KP-K K",  "KQQQQQQ-K"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const char *why = NULL;
        assert_null(bitbase_solve(NAMES[i], NULL, &why));
        assert_non_null(why);
    }
}

/* --- with tables ------------------------------------------------------------------------------ */

/* Random legal positions of a material: all results as in the tables. How many were compared. */
static int compare(const char *name, Random *r, int positions) {
    const Bitbase *base = solved(name);
    Kind kinds[BITBASE_OTHERS];
    const int count = bitbase_kinds(base, kinds);
    int compared = 0;
    while (compared < positions) {
        Placement at = {.white_king = random_below(r, 64)};
        const Square black_king = random_below(r, 64);
        Bitboard all = bb(at.white_king) | bb(black_king), pawns = 0;
        for (int i = 0; i < count; i++) {
            at.at[i] = random_below(r, 64);
            all |= bb(at.at[i]);
            pawns |= kinds[i].type == PAWN ? bb(at.at[i]) : 0;
        }
        if (popcount(all) != count + 2 || pawns & (rank_bb(RANK_1) | rank_bb(RANK_8)))
            continue;
        position_clear(pos);
        position_put(pos, at.white_king, WHITE, KING);
        position_put(pos, black_king, BLACK, KING);
        for (int i = 0; i < count; i++)
            position_put(pos, at.at[i], kinds[i].color, kinds[i].type);
        const Color side = random_below(r, 2);
        pos->state->side = (uint8_t)side;
        position_finish(pos);
        if (checkers_of(pos->state, opponent(side)))
            continue;
        const int table = sign(tablebase_wdl(pos));
        assert_int_equal(wins(base, at, black_king, side, side), table > 0);
        assert_int_equal(wins(base, at, black_king, opponent(side), side), table < 0);
        compared++;
    }
    return compared;
}

static void tables_agree(void **unused) {
    (void)unused;
    open_all();
    static const char *const FOUR[] = {"KQ-KR", "KR-KN", "KN-KP", "KBP-K", "KPP-K", "KR-KP"};
    Random r = {0xB17BA5E};
    int compared = 0;
    /* The debug build takes too long for four pieces. */
    if (scaled(10) == 10)
        for (size_t i = 0; i < sizeof FOUR / sizeof *FOUR; i++)
            compared += compare(FOUR[i], &r, 5000);
    compared += compare("KQ-K", &r, scaled(5000)) + compare("K-KP", &r, scaled(5000));
    printf("  %d positions compared\n", compared);
    close_tables();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(king_and_pawn_is_known),
        cmocka_unit_test(rook_is_known_with_either_colour),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(tables_agree),
    };
    setup_tables();
    pos = position_new();
    const int failed = cmocka_run_group_tests_name("bitbase", tests, NULL, NULL);
    bitbase_free_all();
    free(pos);
    return failed;
}
