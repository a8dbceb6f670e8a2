/* Of all 65,536 encodings legal_moves gives exactly those that move_is_legal accepts. The captures, quiet moves and
 * evasions generated separately are the same moves. Moves written in UCI notation read back as the same moves. */
#include "board/fen.h"
#include "board/make.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "moves/tactics.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/rows.h"
#include "support/setup.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

/* Fails with the position and the move in the message. */
static void fail_at(const Position *at, Move m, const char *what) {
    char text[MOVE_TEXT_SIZE];
    move_write(at, m, text);
    fail_msg("%s\n  %s: move %s (%#06x)", fen_of(at), what, text, m);
}

enum { ENCODINGS = 1 << 16 };

/* The number of times that each encoding is in a list. Only count_list adds, and only forget_list clears. */
static uint8_t seen[ENCODINGS];

static void count_list(const Position *at, const MoveList *list) {
    assert_in_range(list->count, 0, MOVE_LIMIT);
    for (int i = 0; i < list->count; i++)
        if (seen[list->moves[i]]++)
            fail_at(at, list->moves[i], "twice in the list");
}

static void forget_list(const MoveList *list) {
    for (int i = 0; i < list->count; i++)
        seen[list->moves[i]] = 0;
}

/* Fails unless both lists hold the same moves, each once. */
static void assert_same_moves(const Position *at, const MoveList *got, const MoveList *want) {
    count_list(at, want);
    for (int i = 0; i < got->count; i++) {
        if (!seen[got->moves[i]])
            fail_at(at, got->moves[i], "should not be here, or is here twice");
        seen[got->moves[i]] = 0;
    }
    for (int i = 0; i < want->count; i++)
        if (seen[want->moves[i]])
            fail_at(at, want->moves[i], "missing");
}

static void try_all_encodings(Position *at, Random *r) {
    const MoveList list = legal_list(at);
    count_list(at, &list);
    for (int m = 0; m < ENCODINGS; m++)
        if (move_is_legal(at, (Move)m) != (seen[m] == 1))
            fail_at(at, (Move)m, seen[m] ? "generated, but called illegal" : "called legal");
    forget_list(&list);
    assert_int_equal(legal_count(at), list.count);
}

TEST(legality_of_all_encodings) {
    printf("  %d positions\n", visit_positions(pos, scaled(6000), try_all_encodings));
}

/* A move gives direct check if the moved piece attacks the king after the move. */
static void compare_checks(Position *at, Random *r) {
    const MoveList list = legal_list(at);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        if (move_kind(m) != MOVE_NORMAL)
            continue;
        const bool direct = gives_direct_check(at->state, m);
        make_move(at, m);
        const State *s = at->state;
        const Bit mover = man_bit(s->man_on[move_to(m)]);
        const bool checks = checkers_of(s, s->side) >> mover & 1;
        unmake_move(at);
        if (direct != checks)
            fail_at(at, m, checks ? "checks, but is not said to" : "is said to check");
    }
}

TEST(direct_checks) {
    printf("  %d positions\n", visit_positions(pos, scaled(20000), compare_checks));
}

/* A position has an e.p. square only if a capture on it is legal. Otherwise equal positions would differ. */
static void check_ep_square(const Position *at) {
    MoveList list = {.count = 0};
    en_passant_moves(at->state, &list);
    if (at->state->ep != SQUARE_NONE && !list.count)
        fail_at(at, MOVE_NONE, "an e.p. square without a legal capture");
}

static void compare_parts(Position *at, Random *r) {
    check_ep_square(at);
    const MoveList all = legal_list(at);
    MoveList parts = {.count = 0};
    if (in_check(at->state)) {
        evasion_moves(at, &parts);
    } else {
        const Bitboard pinned = pinned_men(at->state, at->state->side);
        CaptureWalk walk;
        captures_start(&walk, at, pinned, THRESHOLD_ALL);
        for (Move m; (m = captures_next(&walk)) != MOVE_NONE;)
            list_add(&parts, m);
        assert_int_equal(captures_next(&walk), MOVE_NONE); /* an ended walk gives no more moves */
        push_promotions(at, pinned, false, &parts);
        en_passant_moves(at->state, &parts);
        assert_int_equal(captures_count(at), parts.count);
        quiet_moves(at, pinned, &parts);
    }
    assert_same_moves(at, &parts, &all);
}

TEST(parts_make_the_whole) {
    printf("  %d positions\n", visit_positions(pos, scaled(40000), compare_parts));
}

static void expect_read(const Position *at, const char *text, Move want) {
    if (move_read(at, text) != want)
        fail_at(at, want, text);
}

/* Reads a castling move whose second square is the king's target instead of the rook's square. Skips the move if the
 * king can also go there by a normal move. */
static void read_other_castling(const Position *at, Move m) {
    const Square from = move_from(m), to = castled_king(at->state->side, castling_wing(m));
    char text[MOVE_TEXT_SIZE];
    snprintf(text, sizeof text, "%c%c%c%c", 'a' + file_of(from), '1' + rank_of(from),
             'a' + file_of(to), '1' + rank_of(to));
    if (abs(to - from) > 1 && at->castle_rook[2 * at->state->side] != to &&
        at->castle_rook[2 * at->state->side + 1] != to)
        expect_read(at, text, m);
    snprintf(text, sizeof text, "%c%c%c%c", 'a' + file_of(from), '1' + rank_of(from),
             'a' + file_of(move_to(m)), '1' + rank_of(move_to(m)));
    expect_read(at, text, m);
}

static void write_and_read(Position *at, Random *r) {
    const MoveList list = legal_list(at);
    char text[MOVE_TEXT_SIZE];
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        move_write(at, m, text);
        expect_read(at, text, m);
        if (move_kind(m) == MOVE_CASTLING)
            read_other_castling(at, m);
        if (move_kind(m) != MOVE_PROMOTION)
            continue;
        text[4] = (char)toupper(text[4]);
        expect_read(at, text, m);
        text[4] = '\0';
        expect_read(at, text, MOVE_NONE); /* the letter of the new piece is missing */
    }
}

TEST(notation_round_trip) {
    printf("  %d positions\n", visit_positions(pos, scaled(10000), write_and_read));
}

static void is_unread(char **cells) {
    if (move_read(pos, cells[0]) != MOVE_NONE)
        fail_msg("\"%s\" was read as a move", cells[0]);
}

TEST(notation_refuses) {
    position_set(pos, FEN_START);
    each_row("moves.tsv", "unread", is_unread);
    char text[MOVE_TEXT_SIZE];
    move_write(pos, MOVE_NONE, text);
    assert_string_equal(text, "0000");
    position_set(pos, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    move_write(pos, move_make_kind(E1, A1, MOVE_CASTLING), text);
    assert_string_equal(text, "e1c1");
    pos->chess960 = true;
    move_write(pos, move_make_kind(E1, A1, MOVE_CASTLING), text);
    assert_string_equal(text, "e1a1");
    pos->chess960 = false;
}

/* If the king's target square does not show the castling, move_write writes king takes rook without Chess960, too. */
TEST(notation_of_odd_castlings) {
    static const struct {
        const char *fen;
        int king_file;
        Square rook;
        const char *text;
    } CASES[] = {
        {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", FILE_C, A1, "c1a1"},
        {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", FILE_C, E1, "c1g1"},
        {"4k3/8/8/8/8/8/8/6KR w H - 0 1", FILE_G, H1, "g1h1"},
        {"4k3/8/8/8/8/8/8/R1K5 w A - 0 1", FILE_C, A1, "c1a1"},
    };
    char text[MOVE_TEXT_SIZE];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        position_set(pos, CASES[i].fen);
        const Square king = square_at(CASES[i].king_file, RANK_1);
        const Move m = move_make_kind(king, CASES[i].rook, MOVE_CASTLING);
        move_write(pos, m, text);
        assert_string_equal(text, CASES[i].text);
        assert_int_equal(move_read(pos, text), m);
    }
}
