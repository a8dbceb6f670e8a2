/* What compares the generators with each other and with the order of the pieces' values notices what is
 * planted, and the captures come in their order where pieces have been promoted. */
#include "board/make.h"
#include "core/stats.h"
#include "moves/captures.h"
#include "moves/notation.h"
#include "moves/tactics.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char report[DIFFERENCE_SIZE];

/* Sets a position up and makes moves, blanks between them. */
static void play(const char *fen, const char *moves) {
    position_set(pos, fen);
    for (const char *at = moves; *at; at += strcspn(at, " "), at += *at == ' ') {
        char text[MOVE_TEXT_SIZE] = {0};
        memcpy(text, at, strcspn(at, " "));
        const Move m = move_read(pos, text);
        if (m == MOVE_NONE)
            fail_msg("%s: %s is illegal", fen, text);
        make_move(pos, m);
    }
}

static void wants(const char *part) {
    if (!strstr(report, part))
        fail_msg("no \"%s\" in:\n%s", part, report);
}

/* --- order ----------------------------------------------------------------------------------- */

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

/* Pieces promoted while others are gone find bits in their order. */
TEST(promoted_pieces_capture_in_order) {
    static const struct {
        const char *fen, *moves, *captures;
    } ROWS[] = {
        /* The queen is gone, but rooks are there: the knight stays below them. */
        {"6k1/P1q5/8/6p1/8/8/8/1NRBKBNR w - - 0 1", "a7a8n g5g4", " a8c7 c1c7 d1g4"},
        /* One rook: the bit beside it is above both bishops'. */
        {"6k1/P1q5/8/6p1/8/B7/7B/1N2K1NR w - - 0 1", "a7a8n g5g4", " a8c7 h2c7"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        play(ROWS[i].fen, ROWS[i].moves);
        assert_string_equal(walked(), ROWS[i].captures);
        if (!verify_moves(pos, report))
            fail_msg("%s", report);
        assert_int_equal(pos->state->out_of_order, 0);
    }
}

/* A pawn's own bit, with other pawns above it, is the last resort; it is marked. */
TEST(no_bit_in_order_is_marked) {
    play("6k1/8/P1q5/6p1/8/8/1PPPP3/1NRBKBNR w - - 0 1", "a6a7 g5g4 a7a8n g8g7");
    assert_true(pos->state->out_of_order != 0);
    if (!verify_moves(pos, report))
        fail_msg("%s", report);
}

/* --- the walk that plays ---------------------------------------------------------------------- */

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

static void assert_walk_noticed(CapturesAdvance *walk, const char *want) {
    position_set(pos, MIDDLE);
    playing = captures_advance;
    captures_advance = walk;
    const bool well = verify_moves(pos, report);
    captures_advance = playing;
    assert_false(well);
    wants(want);
    if (!verify_moves(pos, report))
        fail_msg("%s", report);
}

TEST(walk_that_plays_is_compared) {
    assert_walk_noticed(of_another_square, "staged captures");
    assert_walk_noticed(turned_round, "come after those by a more valuable piece");
    assert_walk_noticed(at_once_over, "staged captures lack");
}

/* The walk that plays is the one that captures_next takes, in builds that count, too. */
TEST(walk_that_plays_is_taken) {
    position_set(pos, MIDDLE);
    playing = captures_advance;
    captures_advance = at_once_over;
    const bool none = !*walked();
    stats_count_walks(true);
    const bool some = *walked() != '\0';
    stats_count_walks(false);
    captures_advance = playing;
    assert_true(none);
    assert_int_equal(some, stats_text(0) != NULL);
}
