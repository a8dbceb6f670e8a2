/* Castling: where it is legal, what it makes of the position, and which moves take the rights. */
#include "board/make.h"
#include "moves/notation.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct CastlingCase {
    const char *fen;
    bool chess960;
    const char *legal;   /* castling moves that must be legal, in text */
    const char *illegal; /* and those that must not */
} CastlingCase;

static const CastlingCase CASTLING[] = {
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, "e1g1 e1c1", "e1e8"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", false, "e8g8 e8c8", ""},
    {"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", false, "e1g1", "e1c1"},
    {"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", false, "", "e1g1 e1c1"},
    {"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", false, "", "e1g1 e1c1"}, /* in check */
    {"4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1", false, "e1c1", "e1g1"},  /* through f1 */
    {"4k3/8/8/8/8/6r1/8/R3K2R w KQ - 0 1", false, "e1c1", "e1g1"},  /* into g1 */
    {"4k3/8/8/8/8/7r/8/R3K2R w KQ - 0 1", false, "e1g1 e1c1", ""},  /* the rook may be attacked */
    {"4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1", false, "e1g1 e1c1", ""}, /* and pass b1 */
    {"4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", false, "", "e1g1 e1c1"}, /* obstructed */
    {"4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1", false, "e1g1", "e1c1"},
    {"4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", false, "e1c1", "e1g1"}, /* a pawn guards f1 and h1 */
    {"k7/8/8/8/8/8/8/4K1R1 w G - 0 1", true, "e1g1", ""},          /* the rook on the king's goal */
    {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", true, "f1g1", ""},          /* they change places */
    {"4k3/8/8/8/8/8/8/6KR w H - 0 1", true, "g1h1", ""},           /* the king stays */
    {"4k3/8/8/8/8/8/8/RK6 w A - 0 1", true, "b1a1", ""},
    {"4k3/8/8/8/8/8/8/R1K5 w A - 0 1", true, "c1a1", ""}, /* the king stays */
    {"4k3/8/8/8/8/8/8/1RK5 w B - 0 1", true, "c1b1", ""},
    {"4k3/8/8/8/8/8/8/rRK5 w B - 0 1", true, "", "c1b1"}, /* the rook shields its king */
    {"4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", true, "d1b1", ""},
    {"k7/8/8/8/8/8/8/3KR3 w E - 0 1", true, "d1e1", ""},
    {"4k3/8/8/8/8/8/8/1KRN4 w C - 0 1", true, "", "b1c1"}, /* a knight on the king's way */
    {"4k3/8/8/8/8/8/8/1K4NR w H - 0 1", true, "", "b1h1"}, /* and on the rook's */
    {"4k3/8/8/8/8/8/8/R4KBR w HA - 0 1", true, "f1a1", "f1h1"},
    {"4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1", true, "e1h1 e1b1", "e1a1"}, /* the inner rook's right */
    {"r1k4r/8/8/8/8/8/8/4K3 b ha - 0 1", true, "c8a8 c8h8", ""},
    {"4k3/8/8/8/8/3r4/8/1K5R w H - 0 1", true, "", "b1h1"}, /* a long way, d1 attacked */
};

static void check_castling_texts(const CastlingCase *c, const char *texts, bool legal) {
    char copy[64], *rest = copy;
    snprintf(copy, sizeof copy, "%s", texts);
    for (char *text; (text = strtok_r(rest, " ", &rest)) != NULL;) {
        const Move m = move_read(pos, text);
        const bool castles = m != MOVE_NONE && move_kind(m) == MOVE_CASTLING;
        if (castles != legal)
            fail_msg("%s: castling %s should be %s", c->fen, text, legal ? "legal" : "illegal");
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

TEST(castling_of_every_kind) {
    for (size_t i = 0; i < sizeof CASTLING / sizeof *CASTLING; i++) {
        const CastlingCase *c = &CASTLING[i];
        pos->chess960 = c->chess960;
        position_set(pos, c->fen);
        check_castling_texts(c, c->legal, true);
        check_castling_texts(c, c->illegal, false);
        const MoveList list = legal_list(pos);
        int castlings = 0;
        for (int j = 0; j < list.count; j++) {
            if (move_kind(list.moves[j]) != MOVE_CASTLING)
                continue;
            castlings++;
            check_castling_result(list.moves[j], pos->state->side);
        }
        const int wanted = (int)(strlen(c->legal) + 1) / 5;
        if (castlings != wanted)
            fail_msg("%s: %d castling moves, want %d", c->fen, castlings, wanted);
    }
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
