/* Castling: where it is legal, what it makes of the position, and which moves take the rights. */
#include "board/make.h"
#include "moves/notation.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/rows.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_castling_texts(const char *fen, const char *texts, bool legal) {
    char copy[64], *rest = copy;
    snprintf(copy, sizeof copy, "%s", texts);
    for (char *text; (text = strtok_r(rest, " ", &rest)) != NULL;) {
        const Move m = move_read(pos, text);
        const bool castles = m != MOVE_NONE && move_kind(m) == MOVE_CASTLING;
        if (castles != legal)
            fail_msg("%s: castling %s should be %s", fen, text, legal ? "legal" : "illegal");
    }
}

/* Every kind makes the right position: king and rook on their squares, the rights gone, a quiet ply more. */
static void check_castling_result(Move m, Color us) {
    const int wing = castling_wing(m), quiet = pos->state->rule50;
    make_move(pos, m);
    const State *s = pos->state;
    assert_int_equal(s->rule50, quiet + 1);
    assert_int_equal(king_square(s, us), castled_king(us, wing));
    assert_int_equal(type_on(s, castled_rook(us, wing)), ROOK);
    assert_int_equal(s->castling >> (2 * us) & 3, 0);
    unmake_move(pos);
}

static void castling(char **cells) {
    const char *fen = cells[0], *legal = cells[1];
    position_set(pos, fen);
    check_castling_texts(fen, legal, true);
    check_castling_texts(fen, cells[2], false);
    const MoveList list = legal_list(pos);
    int castlings = 0;
    for (int j = 0; j < list.count; j++) {
        if (move_kind(list.moves[j]) != MOVE_CASTLING)
            continue;
        castlings++;
        check_castling_result(list.moves[j], pos->state->side);
    }
    const int wanted = (int)(strlen(legal) + 1) / 5;
    if (castlings != wanted)
        fail_msg("%s: %d castling moves, want %d", fen, castlings, wanted);
}

TEST(castling_of_every_kind) {
    each_row("moves.tsv", "castling", castling);
    pos->chess960 = true;
    each_row("moves.tsv", "castling960", castling);
    pos->chess960 = false;
}

/* A right goes with the king's move, the rook's, and the rook's capture; and with nothing else. */
TEST(castling_rights_go) {
    static const struct {
        const char *move;
        int left;
    } CASES[] = {{"e1e2", 12}, {"a1b1", 13}, {"h1g1", 14}, {"a1a8", 5},
                 {"h1h8", 10}, {"e1g1", 12}, {"e1c1", 12}, {"d2d3", 15}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        position_set(pos, "r3k2r/8/8/8/8/8/3P4/R3K2R w KQkq - 0 1");
        const Move m = move_read(pos, CASES[i].move);
        assert_int_not_equal(m, MOVE_NONE);
        make_move(pos, m);
        assert_int_equal(pos->state->castling, CASES[i].left);
    }
}
