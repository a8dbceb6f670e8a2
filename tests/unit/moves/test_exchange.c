/* Static exchange evaluation: a suite of known answers; its two forms against each other; and
 * against a swap-off written a second time. */
#include "board/fen.h"
#include "moves/exchange.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "moves/tactics.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/suite.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <string.h>

static void fail_at(const Position *at, Move m, const char *what, int got, int want) {
    char fen[FEN_SIZE], text[MOVE_TEXT_SIZE];
    fen_write(at, fen);
    move_write(at, m, text);
    fail_msg("%s\n  %s: move %s: got %d, want %d", fen, what, text, got, want);
}

/* --- the suite ----------------------------------------------------------------------------- */

/* Where we differ from the suite, and mean to. */
static const struct {
    const char *board, *move;
    int value;
} DIFFERENT[] = {
    /* The pawn on f6 is pinned and does not take; the suite knows no pins. */
    {"6r1/4kq2/b2p1p2/p1pPb3/p1P2B1Q/2P4P/2B1R1P1/6K1", "f4e5", 100},
    /* White has two rooks to take with; the suite takes with the other one first. */
    {"5rk1/5pp1/2r4p/5b2/2R5/6Q1/R1P1qPP1/5NK1", "f5c2", 100},
    /* Black takes back and promotes; in the suite Black only takes. */
    {"8/8/8/1k6/6b1/4N3/2p3K1/3n4", "e3d1", -800},
};

static int expected(const char *fen, const char *move, int value) {
    for (size_t i = 0; i < sizeof DIFFERENT / sizeof *DIFFERENT; i++)
        if (strncmp(fen, DIFFERENT[i].board, strlen(DIFFERENT[i].board)) == 0 &&
            strcmp(move, DIFFERENT[i].move) == 0)
            return DIFFERENT[i].value;
    return value;
}

TEST(known_exchanges) {
    Suite suite;
    int lines = 0, wrong = 0;
    assert_true(suite_open(&suite, TEST_DATA_DIR "/see.epd"));
    while (suite_next(&suite)) {
        char fen[SUITE_LINE], text[16];
        int want;
        /* The FENs of this suite have four fields, or six. */
        assert_int_equal(sscanf(suite.line, "%[^|]| %15[^ |] | %d", fen, text, &want), 3);
        position_set(pos, fen);
        const Move m = move_read(pos, text);
        if (m == MOVE_NONE)
            fail_msg("%s: move %s is illegal", fen, text);
        lines++;
        want = expected(fen, text, want);
        if (exchange_value(pos, m) != want) {
            printf("  %s: %s: got %d, want %d\n", fen, text, exchange_value(pos, m), want);
            wrong++;
        }
    }
    printf("  %d exchanges\n", lines);
    assert_true(lines >= 70);
    assert_int_equal(wrong, 0);
}

/* --- both forms agree ---------------------------------------------------------------------- */

static int moves_checked;

static void compare_forms(Position *at, Random *r) {
    const MoveList list = legal_list(at);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const int value = exchange_value(at, m);
        moves_checked++;
        if (!exchange_at_least(at, m, value))
            fail_at(at, m, "at least its own value", 0, value);
        if (exchange_at_least(at, m, value + 1))
            fail_at(at, m, "at least more than its value", 1, value);
        const int other = 100 * (random_below(r, 40) - 20);
        if (exchange_at_least(at, m, other) != (value >= other))
            fail_at(at, m, "at least another value", value, other);
    }
}

TEST(forms_agree) {
    moves_checked = 0;
    visit_positions(pos, scaled(20000), compare_forms);
    printf("  %d moves\n", moves_checked);
}

/* --- the swap-off, written again ----------------------------------------------------------- */

/* Squares of a colour's pieces of a type that attack `target` under an occupancy. */
static Bitboard takers_of(const State *s, Color c, PieceType type, Square target, Bitboard occ) {
    return piece_attacks(opponent(c), type, target, occ) & men_of(s, c, type) & occ;
}

static Bitboard all_takers(const State *s, Color c, Square target, Bitboard occ) {
    Bitboard set = 0;
    for (PieceType type = PAWN; type <= KING; type++)
        set |= takers_of(s, c, type, target, occ);
    return set;
}

/* What c gains at best by capturing a piece of type `standing`, or by leaving it. No pins. Of
 * equals the one on the highest square takes first, as the numbering of a root has it: with other
 * pieces behind them, the order may matter. */
static int swap_off(const State *s, Color c, Square target, PieceType standing, Bitboard occ) {
    const bool last = rank_of(target) == RANK_1 || rank_of(target) == RANK_8;
    for (PieceType type = PAWN; type <= KING; type++) {
        const Bitboard takers = takers_of(s, c, type, target, occ);
        if (!takers)
            continue;
        if (type == KING && all_takers(s, opponent(c), target, occ))
            return 0;
        const PieceType becomes = type == PAWN && last ? QUEEN : type;
        const int gain = exchange_type_value(standing) + exchange_type_value(becomes) -
                         exchange_type_value(type) -
                         swap_off(s, opponent(c), target, becomes, occ ^ bb(highest_bit(takers)));
        return gain > 0 ? gain : 0;
    }
    return 0;
}

static int slow_exchange(const State *s, Move m) {
    const Square from = move_from(m), to = move_to(m);
    Bitboard occ = (occupied(s) ^ bb(from)) | bb(to);
    PieceType becomes = type_on(s, from);
    int gain = s->man_on[to] == MAN_NONE ? 0 : exchange_type_value(type_on(s, to));
    if (move_kind(m) == MOVE_EN_PASSANT) {
        occ ^= bb(to - pawn_push(s->side));
        gain = EXCHANGE_PAWN;
    }
    if (move_kind(m) == MOVE_PROMOTION) {
        becomes = move_promotion(m);
        gain += exchange_type_value(becomes) - EXCHANGE_PAWN;
    }
    /* The target itself is occupied all along; that does not matter to attacks on it. */
    return gain - swap_off(s, opponent(s->side), to, becomes, occ);
}

static int swaps;

static void compare_swap_off(Position *at, Random *r) {
    (void)r;
    const State *s = at->state;
    if (pinned_men(s, WHITE) | pinned_men(s, BLACK))
        return;
    const MoveList list = legal_list(at);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        if (move_kind(m) == MOVE_CASTLING)
            continue;
        const int got = exchange_value(at, m), want = slow_exchange(s, m);
        if (got != want)
            fail_at(at, m, "against a plain swap-off", got, want);
        swaps++;
    }
}

/* In roots, whose order is true, and without pins, both agree exactly. */
TEST(agrees_with_plain_swap_off) {
    swaps = 0;
    visit_roots(pos, scaled(40000), compare_swap_off);
    printf("  %d moves\n", swaps);
    assert_true(swaps > scaled(40000));
}
