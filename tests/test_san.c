/* Writing standard algebraic notation: each legal move in a way that no other has, which is read
 * back as that move; and known spellings. */
#include "board/make.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/positions.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Position *pos;

static void all_moves_come_back(Position *p, Random *r) {
    (void)r;
    static char texts[MOVE_LIMIT][SAN_SIZE];
    MoveList list = {.count = 0};
    if (plies_left(p) == 0)
        return;
    legal_moves(p, &list);
    for (int i = 0; i < list.count; i++) {
        san_write(p, list.moves[i], texts[i]);
        assert_in_range(strlen(texts[i]), 2, SAN_SIZE - 1);
        Move read;
        assert_int_equal(san_read(p, texts[i], &read), 1);
        assert_int_equal(read, list.moves[i]);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(texts[i], texts[j]);
        make_move(p, list.moves[i]);
        const char last = texts[i][strlen(texts[i]) - 1];
        assert_int_equal(last == '#', in_check(p->state) && legal_count(p) == 0);
        assert_int_equal(last == '+', in_check(p->state) && legal_count(p) > 0);
        unmake_move(p);
    }
}

static void round_trip(void **unused) {
    (void)unused;
    printf("  %d positions\n", visit_positions(pos, scaled(6000), all_moves_come_back));
}

#define CASTLE   "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define KNIGHTS  "k7/8/8/8/1N3N2/8/1N3N2/6K1 w - - 0 1"
#define PROMOTES "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1"
#define ROOKS    "R7/6k1/8/8/8/8/8/R3K3 w - - 0 1"
#define PINNED   "4r2k/8/8/8/8/5N2/4N3/4K3 w - - 0 1"
#define PASSING  "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"

/* A move in UCI's spelling, and as it is written. */
static const struct {
    const char *fen, *move, *text;
} CASES[] = {
    {CASTLE, "e1g1", "O-O"},     {CASTLE, "e1c1", "O-O-O"},      {CASTLE, "a1a8", "Rxa8+"},
    {CASTLE, "e1f1", "Kf1"},     {KNIGHTS, "b4d3", "Nb4d3"},     {KNIGHTS, "b4c6", "Nc6"},
    {KNIGHTS, "b4d5", "Nbd5"},   {KNIGHTS, "b2d1", "Nbd1"},      {KNIGHTS, "b2c4", "Nc4"},
    {ROOKS, "a1a3", "R1a3"},     {PROMOTES, "e7d8q", "exd8=Q+"}, {PROMOTES, "e7d8b", "exd8=B"},
    {PROMOTES, "e7e8n", "e8=N"}, {PASSING, "e5d6", "exd6"},      {PASSING, "e5e6", "e6"},
    {MATE_IN_1, "d1d8", "Rd8#"}, {PINNED, "f3d4", "Nd4"},
};

static void known_spellings(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[SAN_SIZE];
        position_set(pos, CASES[i].fen);
        san_write(pos, move_read(pos, CASES[i].move), text);
        assert_string_equal(text, CASES[i].text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(known_spellings),
    };
    setup_tables();
    pos = position_new();
    const int failed = cmocka_run_group_tests_name("san", tests, NULL, NULL);
    free(pos);
    return failed;
}
