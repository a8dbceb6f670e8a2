/* The static exchange evaluation gives the answers of a known suite. exchange_value and exchange_at_least agree with
 * exchanges played out on the board. */
#include "moves/exchange.h"
#include "moves/notation.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

/* The moves of see.epd for which our value is meant to differ from the suite's value, with our value. */
static const struct {
    const char *board, *move;
    int value;
} DIFFERENT[] = {
    /* The pawn on f6 is pinned and does not take; the suite ignores pins. */
    {"6r1/4kq2/b2p1p2/p1pPb3/p1P2B1Q/2P4P/2B1R1P1/6K1", "f4e5", 100},
    /* The value depends on the rook with which White recaptures first; the suite takes the other rook first. */
    {"5rk1/5pp1/2r4p/5b2/2R5/6Q1/R1P1qPP1/5NK1", "f5c2", 100},
    /* Black recaptures with a promotion; the suite does not count the gain of a promotion. */
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

static void played_out_here(Position *at, Random *r) {
    require(verify_exchanges(at, 1, report));
}

/* exchange_value and exchange_at_least agree with the exchange played out on a plain board. */
TEST(agrees_when_played_out) {
    visit_positions(pos, scaled(20000), played_out_here);
}
