/* Each legal move of a position has its own text in standard algebraic notation, which reads back as the move. A table
 * has the right texts of some moves, and other texts that san_read must accept or refuse. */
#include "board/make.h"
#include "core/text.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/rows.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void all_moves_come_back(Position *p, Random *r) {
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

TEST(round_trip) {
    printf("  %d positions\n", visit_positions(pos, scaled(6000), all_moves_come_back));
}

static void known_spelling(char **cells) {
    char text[SAN_SIZE];
    position_set(pos, cells[0]);
    san_write(pos, move_read(pos, cells[1]), text);
    assert_string_equal(text, cells[2]);
}

static void as_people_write_it(char **cells) {
    Move m;
    position_set(pos, cells[0]);
    const int count = san_read(pos, cells[1], &m);
    if (count != atoi(cells[2]) || (count == 1 && m != move_read(pos, cells[3])) ||
        (m == MOVE_NONE) != (count == 0))
        fail_msg("\"%s\" describes %d moves, %#06x", cells[1], count, m);
}

TEST(known_spellings) {
    each_row("moves.tsv", "san", known_spelling);
    each_row("moves.tsv", "read", as_people_write_it);
}

/* For each pair of squares the move is legal, or move_illegal gives a reason. */
static void each_has_a_reason(Position *p, Random *r) {
    char text[8], reason[ILLEGAL_SIZE];
    for (Square from = 0; from < SQUARE_COUNT; from++)
        for (Square to = 0; to < SQUARE_COUNT; to++) {
            snprintf(text, sizeof text, "%s%s", square_name(from), square_name(to));
            const bool legal = move_read(p, text) != MOVE_NONE;
            assert_int_equal(move_illegal(p, text, reason), !legal);
            assert_int_equal(*reason == '\0', legal);
            snprintf(text, sizeof text, "%s%sk", square_name(from), square_name(to));
            assert_true(move_illegal(p, text, reason));
            assert_null(strstr(reason, "--"));
        }
}

TEST(reasons_for_all) {
    printf("  %d positions\n", visit_positions(pos, scaled(1500), each_has_a_reason));
}

static void has_reason(char **cells) {
    char reason[ILLEGAL_SIZE];
    position_set(pos, cells[0]);
    if (move_illegal(pos, cells[1], reason) != (*cells[2] != '\0') || strcmp(reason, cells[2]) != 0)
        fail_msg("%s, %s: '%s'", cells[0], cells[1], reason);
}

TEST(reasons_in_words) {
    each_row("moves.tsv", "illegal", has_reason);
}
