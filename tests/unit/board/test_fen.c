/* FENs are read and written as the tables of cases say. A refused FEN changes nothing, an accepted one gives a sound
 * position. The fuzz target `fen` tries random changes of good FENs. */
#include "board/fen.h"
#include "board/geometry.h"
#include "board/make.h"
#include "moves/notation.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/rows.h"

#include <stdlib.h>
#include <string.h>

/* The position that `parse` sets, and its copy: a FEN that is refused must not change the position. */
static Position position, before;
static char message[FEN_ERROR_SIZE];

static bool is_printable_line(const char *text) {
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            return false;
    return true;
}

/* Parses from a heap buffer of exactly the FEN's size, so that a sanitizer reports a read past the end. Checks the
 * message after success and after a refusal. */
static bool parse(const char *fen) {
    const size_t size = strlen(fen) + 1;
    char *exact = malloc(size);
    assert_non_null(exact);
    memcpy(exact, fen, size);
    memset(message, 0, sizeof message);
    const bool accepted = fen_parse(&position, exact, message, sizeof message);
    free(exact);
    if (accepted)
        assert_string_equal(message, "");
    if (!accepted && (strncmp(message, "FEN ", 4) != 0 || !is_printable_line(message)))
        fail_msg("bad message '%s' for '%s'", message, fen);
    if (strlen(message) >= FEN_ERROR_SIZE - 1)
        fail_msg("message cut: '%s'", message);
    return accepted;
}

static void parse_or_fail(const char *fen) {
    if (!parse(fen))
        fail_msg("refused: %s\n%s", fen, message);
}

/* Fails unless the position, parsed from `fen`, equals a version computed from scratch. */
static void check_sound(const char *fen) {
    if (!verify_position(&position, "fen_parse", report))
        fail_msg("unsound after '%s':\n%s", fen, report);
}

static void check_written(char **cells, bool chess960) {
    char written[FEN_SIZE];
    position.chess960 = chess960;
    parse_or_fail(cells[0]);
    assert_int_equal(position.chess960, chess960);
    check_sound(cells[0]);
    fen_write(&position, written);
    assert_string_equal(written, *cells[1] ? cells[1] : cells[0]);
}

static void written(char **cells) {
    check_written(cells, false);
}

static void written960(char **cells) {
    check_written(cells, true);
}

TEST(round_trips) {
    each_row("fen.tsv", "written", written);
    each_row("fen.tsv", "written960", written960);
}

static void refused(char **cells) {
    if (parse(cells[0]))
        fail_msg("accepted: '%s'", cells[0]);
    if (!strstr(message, cells[1]))
        fail_msg("'%s'\nsays '%s'\nwithout '%s'", cells[0], message, cells[1]);
    assert_memory_equal(&before, &position, sizeof position);
}

TEST(refusals_change_nothing) {
    memset(&position, 0, sizeof position);
    position.chess960 = true;
    parse_or_fail(MIDDLE);
    memcpy(&before, &position, sizeof position);
    each_row("fen.tsv", "refused", refused);
}

/* The n-th field, from 0, of the FEN that is written for a position. */
static const char *written_field(const char *fen, int n) {
    static char line[FEN_SIZE];
    char *rest = line, *field = NULL;
    position.chess960 = false;
    parse_or_fail(fen);
    check_sound(fen);
    fen_write(&position, line);
    for (; n >= 0; n--)
        field = strsep(&rest, " ");
    return field;
}

static void castling(char **cells) {
    assert_string_equal(written_field(cells[0], 2), cells[1]);
}

static void ep(char **cells) {
    const char *got = written_field(cells[0], 3);
    if (strcmp(got, cells[1]) != 0)
        fail_msg("e.p. is %s, not %s: %s", got, cells[1], cells[0]);
}

TEST(fields_that_are_dropped) {
    each_row("fen.tsv", "castling", castling);
    each_row("fen.tsv", "ep", ep);
}

/* Checks the remark of fen_check: it names each dropped field, and material that no game can reach. The remark does not
 * name an e.p. square on which no pawn can capture. */
static void says(char **cells) {
    FenFault fault;
    memset(&fault, '#', sizeof fault);
    assert_true(fen_check(NULL, cells[0], &fault));
    if (*cells[1] ? !strstr(fault.reason, cells[1]) : *fault.reason)
        fail_msg("'%s'\nsays '%s'\nnot '%s'", cells[0], fault.reason, cells[1]);
}

TEST(remarks) {
    each_row("fen.tsv", "says", says);
}

TEST(state_fields) {
    parse_or_fail("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w Kq f6 0 3");
    assert_int_equal(position.state->side, WHITE);
    assert_int_equal(position.state->castling, CASTLE_WHITE_SHORT | CASTLE_BLACK_LONG);
    assert_int_equal(position.state->ep, square_at(FILE_F, RANK_6));
    assert_int_equal(game_ply(&position), 4);
    static const uint8_t ROOKS[4] = {H1, SQUARE_NONE, SQUARE_NONE, A8};
    assert_memory_equal(position.castle_rook, ROOKS, 4);
    assert_int_equal(position.castle_mask[E1], CASTLE_ALL & ~CASTLE_WHITE_SHORT);
    assert_int_equal(position.castle_mask[H1], CASTLE_ALL & ~CASTLE_WHITE_SHORT);
    assert_int_equal(position.castle_mask[A1], CASTLE_ALL);
    assert_int_equal(position.castle_mask[A8], CASTLE_ALL & ~CASTLE_BLACK_LONG);
    parse_or_fail("4k3/8/8/8/8/8/4P3/4K3 b - - 37 80");
    assert_int_equal(position.state->rule50, 37);
    assert_int_equal(game_ply(&position), 159);
    assert_int_equal(position.castle_mask[E1], CASTLE_ALL);
}

TEST(error_size) {
    char small[16];
    assert_false(fen_parse(&position, "", NULL, 0));
    for (size_t size = 1; size < sizeof small; size++) {
        memset(small, '#', sizeof small);
        assert_false(fen_parse(&position, "", small, size));
        assert_int_equal(strlen(small), size - 1);
        assert_memory_equal(small, "FEN board field", size - 1);
        assert_int_equal(small[size], '#');
    }
}

/* However long a game is, fen_parse reads the counters that fen_write writes. */
TEST(counters_of_endless_games) {
    static const char *const MOVES[] = {"h1h2", "e8d8", "h2h1", "d8e8"};
    char fen[FEN_SIZE], error[FEN_ERROR_SIZE];
    assert_true(fen_parse(&position, "4k3/8/8/8/8/8/8/4K2R w - - 0 99999", error, sizeof error));
    for (int ply = 0; ply < 70000; ply++) {
        position_advance(&position, move_read(&position, MOVES[ply % 4]));
        assert_int_equal(game_ply(&position), 2 * 99998 + ply + 1);
        if (ply >= 99)
            assert_true(position.state->rule50 >= 100);
        if (ply >= 20 && ply % 997)
            continue;
        fen_write(&position, fen);
        if (!fen_parse(&before, fen, error, sizeof error))
            fail_msg("%s: %s", fen, error);
    }
}

static void collected(char **cells) {
    const char *verdict = cells[0], *fen = cells[4];
    const bool accepted = parse(fen);
    if (accepted)
        check_sound(fen);
    if (strcmp(verdict, accepted ? "reject" : "accept") == 0)
        fail_msg("%s: %s\n%s", verdict, fen, message);
}

TEST(collected_cases) {
    assert_int_equal(each_row("fen_cases.tsv", NULL, collected), 211);
}
