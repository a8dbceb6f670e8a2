/* Standard algebraic notation: each legal move is written in a way that no other has, which is read
 * back as that move; known spellings; what people write, right and wrong. */
#include "board/fen.h"
#include "board/make.h"
#include "core/text.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

TEST(round_trip) {
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

TEST(known_spellings) {
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[SAN_SIZE];
        position_set(pos, CASES[i].fen);
        san_write(pos, move_read(pos, CASES[i].move), text);
        assert_string_equal(text, CASES[i].text);
    }
}

TEST(as_people_write_it) {
    static const char MIXED[] = "r3k2r/1P6/8/3pP3/8/2N5/8/R3K1NR w KQkq d6 0 1";
    static const struct {
        const char *fen, *text, *move; /* move: as UCI writes it; NULL for none */
        int count;
    } PEOPLE[] = {
        {FEN_START, "e4", "e2e4", 1},     {FEN_START, "Nf3", "g1f3", 1},
        {FEN_START, "Nf3+!?", "g1f3", 1}, {FEN_START, "nf3", NULL, 0},
        {FEN_START, "f3", "f2f3", 1},     {FEN_START, "O-O", NULL, 0},
        {FEN_START, "Ke2", NULL, 0},      {FEN_START, "", NULL, 0},
        {FEN_START, "N", NULL, 0},        {FEN_START, "Nf", NULL, 0},
        {FEN_START, "Nf3 ", NULL, 0},     {FEN_START, "Nf3=Q", NULL, 0},
        {FEN_START, "e4=", NULL, 0},      {FEN_START, "Nf3f3f3", NULL, 0},
        {FEN_START, "N1g1f3", NULL, 0},   {FEN_START, "Ngf3", "g1f3", 1},
        {FEN_START, "N1f3", "g1f3", 1},   {FEN_START, "Nbf3", NULL, 0},
        {FEN_START, "\xff\xfe", NULL, 0}, {FEN_START, "e9", NULL, 0},
        {MIXED, "O-O", NULL, 0},          {MIXED, "O-O-O", "e1c1", 1},
        {MIXED, "0-0-0+", "e1c1", 1},     {MIXED, "O-O-", NULL, 0},
        {MIXED, "exd6", "e5d6", 1},       {MIXED, "d6", NULL, 0},
        {MIXED, "ed6", "e5d6", 1},        {MIXED, "Nxd5", "c3d5", 1},
        {MIXED, "Ne2", NULL, 2},          {MIXED, "Nge2", "g1e2", 1},
        {MIXED, "bxa8=Q+", "b7a8q", 1},   {MIXED, "bxa8N", "b7a8n", 1},
        {MIXED, "bxa8", NULL, 4},         {MIXED, "b8=K", NULL, 0},
        {MIXED, "b8=R", "b7b8r", 1},
    };
    for (size_t i = 0; i < sizeof PEOPLE / sizeof *PEOPLE; i++) {
        Move m;
        position_set(pos, PEOPLE[i].fen);
        const int count = san_read(pos, PEOPLE[i].text, &m);
        if (count != PEOPLE[i].count || (count == 1 && m != move_read(pos, PEOPLE[i].move)) ||
            (m == MOVE_NONE) != (count == 0))
            fail_msg("\"%s\" describes %d moves, %#06x", PEOPLE[i].text, count, m);
    }
}

/* --- why a move is illegal ------------------------------------------------------------------- */

/* A reason that ends with the square of an attacker is true: the king is attacked behind the move, all
 * other enemies being changed to pawns of the king's side. Castling is left out. */
static void attacker_is_true(const Position *p, Square from, Square to, const char *reason) {
    const State *s = p->state;
    const char *end = reason + strlen(reason) - 2;
    const Bitboard steps = s->attacks[man_bit(s->man_on[from])] & ~s->by_color[s->side];
    const bool castling = type_on(s, from) == KING && !has_bit(steps, to);
    SlowBoard b;
    slow_take(&b, s, p->castle_rook);
    if (castling || (!strstr(reason, " from ") && !strstr(reason, " pinned by ")))
        return;
    const Square enemy = square_at(end[0] - 'a', end[1] - '1');
    assert_true(enemy >= 0 && enemy < SQUARE_COUNT);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        if (has_bit(s->by_color[opponent(s->side)], sq) && sq != enemy)
            b.man[sq] = b.white ? 'P' : 'p';
    b.man[to] = b.man[from];
    b.man[from] = '.';
    if (!slow_attacked(&b, slow_king(&b, b.white), !b.white))
        fail_msg("%s%s: %s", square_name(from), square_name(to), reason);
}

/* Each move from square to square is legal, or has a reason. */
static void each_has_a_reason(Position *p, Random *r) {
    char text[8], reason[ILLEGAL_SIZE];
    (void)r;
    for (Square from = 0; from < SQUARE_COUNT; from++)
        for (Square to = 0; to < SQUARE_COUNT; to++) {
            snprintf(text, sizeof text, "%s%s", square_name(from), square_name(to));
            const bool legal = move_read(p, text) != MOVE_NONE;
            assert_int_equal(move_illegal(p, text, reason), !legal);
            assert_int_equal(*reason == '\0', legal);
            if (!legal)
                attacker_is_true(p, from, to, reason);
            snprintf(text, sizeof text, "%s%sk", square_name(from), square_name(to));
            assert_true(move_illegal(p, text, reason));
            assert_null(strstr(reason, "--"));
        }
}

TEST(reasons_for_all) {
    printf("  %d positions\n", visit_positions(pos, scaled(1500), each_has_a_reason));
}

#define CHECKED  "4k3/8/8/8/7q/8/4P1P1/R3K2R w KQ - 0 1"
#define DOUBLE   "4r1k1/8/8/8/8/5n2/8/R3K2R w KQ - 0 1"
#define ATTACKED "4k3/8/b7/8/8/8/8/R3K2R w KQ - 0 1"
#define LINE     "8/8/8/K1pP3r/8/8/8/7k w - c6 0 1"

TEST(reasons_in_words) {
    static const struct {
        const char *fen, *text, *reason; /* NULL: a legal move, or no move at all */
    } REASONS[] = {
        {FEN_START, "e2e4", NULL},
        {FEN_START, "e2e4e5", NULL},
        {FEN_START, "Nf3", NULL},
        {FEN_START, "", NULL},
        {FEN_START, "xyz", NULL},
        {FEN_START, "e3e4", "no piece stands on e3"},
        {FEN_START, "e7e5", "White is to move"},
        {FEN_START, "e1e2", "White's own Pawn stands on e2"},
        {FEN_START, "f1c4", "the Bishop on f1 is blocked on e2"},
        {FEN_START, "b1d4", "the Knight on b1 does not reach d4"},
        {FEN_START, "e2e5", "the Pawn on e2 does not reach e5"},
        {FEN_START, "e2d3", "there is nothing to capture on d3"},
        {FEN_START, "exd3", "there is nothing to capture on d3"},
        {FEN_START, "Ne4", "no Knight of White reaches e4"},
        {FEN_START, "Nfd2", "White has no such Knight"},
        {FEN_START, "Qd3", "the Queen on d1 is blocked on d2"},
        {FEN_START, "e5", "the Pawn on e2 does not reach e5"},
        {FEN_START, "O-O", "castling needs f1 free"},
        {FEN_START, "e1c1", "castling needs b1 free"},
        {FEN_START, "e2e4q", "e2e4 promotes nothing"},
        {PROMOTES, "e7e8", "a promotion names its piece, as in e7e8q"},
        {PROMOTES, "e7e8k", "a promotion names its piece, as in e7e8q"},
        {PROMOTES, "e7d8x", "a promotion names its piece, as in e7d8q"},
        {CASTLE, "e1g1q", "e1g1 promotes nothing"},
        {CASTLE, "e1h1n", "e1h1 promotes nothing"},
        {CASTLE, "e1f1q", "e1f1 promotes nothing"},
        {PROMOTES, "e7f8q", "there is nothing to capture on f8"},
        {"4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2e4", "the Pawn on e2 is blocked on e4"},
        {"4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e4", "the Pawn on e2 is blocked on e3"},
        {CHECKED, "a1a8", "the King is in check from h4"},
        {CHECKED, "O-O-O", "the King is in check from h4"},
        {CHECKED, "Kf2", "f2 is attacked from h4"},
        {CHECKED, "g2g3", NULL},
        {DOUBLE, "Ra8", "the King is in check from e8"},
        {"4k3/8/8/8/8/8/8/q3K3 w - - 0 1", "Kf1", "the King is in check from a1"},
        {"4k3/8/8/8/1b6/3n4/2P5/4K3 w - - 0 1", "c2d3", "the King is in check from b4"},
        {"4k3/8/8/8/4b3/8/8/R5Kb w Q - 0 1", "g1h1", "h1 is attacked from e4"},
        {"4k3/8/8/8/3K4/8/8/8 w - - 0 1", "d4g1", "the King on d4 does not reach g1"},
        {ATTACKED, "e1g1", "castling passes f1, which is attacked from a6"},
        {ATTACKED, "O-O-O", NULL},
        {ATTACKED, "e1f1", "f1 is attacked from a6"},
        {"4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", "White has no right to castle short"},
        {"4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1", "O-O-O", "Black has no right to castle long"},
        {PINNED, "e2c3", "the Knight on e2 is pinned by the Rook on e8"},
        {PINNED, "Nc3", "the Knight on e2 is pinned by the Rook on e8"},
        {LINE, "d5c6", "the Pawn on c5 cannot be taken en passant"},
        {"1r5k/8/8/8/8/8/8/qR1K4 w B - 0 1", "d1b1", "the Rook on b1 is pinned by the Queen on a1"},
    };
    for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS; i++) {
        char reason[ILLEGAL_SIZE];
        position_set(pos, REASONS[i].fen);
        const bool illegal = move_illegal(pos, REASONS[i].text, reason);
        if (illegal != (REASONS[i].reason != NULL) ||
            (illegal && strcmp(reason, REASONS[i].reason) != 0))
            fail_msg("%s, %s: '%s'", REASONS[i].fen, REASONS[i].text, reason);
    }
}
