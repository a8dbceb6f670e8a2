/* Legal moves: the generator against all 65,536 encodings, against rules written a second time, and
 * against its own parts; staged captures; castling; notation; draws. */
#include "board/fen.h"
#include "board/make.h"
#include "board/repetition.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "moves/perft.h"
#include "moves/pins.h"
#include "moves/tactics.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/slow.h"
#include "support/suite.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Position *pos;

/* Fails with the position and the move in the message. */
static void fail_at(const Position *at, Move m, const char *what) {
    char fen[FEN_SIZE], text[MOVE_TEXT_SIZE];
    fen_write(at, fen);
    move_write(at, m, text);
    fail_msg("%s\n  %s: move %s (%#06x)", fen, what, text, m);
}

/* --- sets of moves ------------------------------------------------------------------------- */

enum { ENCODINGS = 1 << 16 };

/* How often each encoding was seen; the only way in is count_list, the only way out forget_list. */
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

/* --- legality ------------------------------------------------------------------------------ */

static void try_all_encodings(Position *at, Random *r) {
    (void)r;
    const MoveList list = legal_list(at);
    count_list(at, &list);
    for (int m = 0; m < ENCODINGS; m++)
        if (move_is_legal(at, (Move)m) != (seen[m] == 1))
            fail_at(at, (Move)m, seen[m] ? "generated, but called illegal" : "called legal");
    forget_list(&list);
    assert_int_equal(legal_count(at), list.count);
}

static void legality_of_all_encodings(void **unused) {
    (void)unused;
    printf("  %d positions\n", visit_positions(pos, scaled(6000), try_all_encodings));
}

static void compare_with_slow_rules(Position *at, Random *r) {
    (void)r;
    char fen[FEN_SIZE];
    SlowBoard b;
    MoveList slow = {.count = 0};
    fen_write(at, fen);
    slow_read(&b, fen);
    slow_moves(&b, &slow);
    const MoveList list = legal_list(at);
    assert_same_moves(at, &list, &slow);
    assert_int_equal(slow_in_check(&b), in_check(at->state));
}

static void moves_by_slow_rules(void **unused) {
    (void)unused;
    printf("  %d positions\n", visit_positions(pos, scaled(20000), compare_with_slow_rules));
}

/* A move checks directly if the mover is among the attackers of the king once it is made. */
static void compare_checks(Position *at, Random *r) {
    (void)r;
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

static void direct_checks(void **unused) {
    (void)unused;
    printf("  %d positions\n", visit_positions(pos, scaled(20000), compare_checks));
}

/* An e.p. square stands only where a capture on it is legal: else equal positions would differ. */
static void check_ep_square(const Position *at) {
    MoveList list = {.count = 0};
    en_passant_moves(at->state, &list);
    if (at->state->ep != SQUARE_NONE && !list.count)
        fail_at(at, MOVE_NONE, "an e.p. square without a legal capture");
}

static void compare_parts(Position *at, Random *r) {
    (void)r;
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
        assert_int_equal(captures_next(&walk), MOVE_NONE); /* and stays at the end */
        push_promotions(at, pinned, false, &parts);
        en_passant_moves(at->state, &parts);
        assert_int_equal(captures_count(at), parts.count);
        quiet_moves(at, pinned, &parts);
    }
    assert_same_moves(at, &parts, &all);
}

static void parts_make_the_whole(void **unused) {
    (void)unused;
    printf("  %d positions\n", visit_positions(pos, scaled(40000), compare_parts));
}

/* --- staged captures ----------------------------------------------------------------------- */

static int exchange_rank(const State *s, Square sq) {
    const PieceType type = type_on(s, sq);
    return type == BISHOP ? KNIGHT : type;
}

/* In a root: victims fall in value, and each one's capturers rise. */
static void check_order(const Position *at, const MoveList *list) {
    const State *s = at->state;
    for (int i = 1; i < list->count; i++) {
        const Square was = move_to(list->moves[i - 1]), is = move_to(list->moves[i]);
        if (type_on(s, is) > type_on(s, was))
            fail_at(at, list->moves[i], "a more valuable victim after a lesser one");
        if (is == was && exchange_rank(s, move_from(list->moves[i])) <
                             exchange_rank(s, move_from(list->moves[i - 1])))
            fail_at(at, list->moves[i], "a lesser capturer after a more valuable one");
    }
}

/* The enemy pieces that a walk meets: those in the list before the first cell not below the
 * threshold. */
static Bitboard victims_met(const Position *at, Cell threshold) {
    const Cell king = cell_make(SLOT_KING, opponent(at->state->side));
    Bitboard met = 0;
    for (Cell cell = at->lists.next[king]; cell != king; cell = at->lists.next[cell]) {
        if (slot_of(cell) == SLOT_DUMMY)
            continue;
        if (cell >= threshold)
            break;
        met |= bb(square_of_cell(at, cell));
    }
    return met;
}

/* Legal captures but e.p., by filtering the list of legal moves. */
static MoveList filtered_captures(const Position *at, Cell threshold) {
    const MoveList all = legal_list(at);
    const Bitboard victims = victims_met(at, threshold);
    MoveList list = {.count = 0};
    for (int i = 0; i < all.count; i++)
        if (move_kind(all.moves[i]) != MOVE_CASTLING && (victims & bb(move_to(all.moves[i]))))
            list_add(&list, all.moves[i]);
    return list;
}

static MoveList walked_captures(const Position *at, Cell threshold) {
    MoveList list;
    CaptureWalk walk;
    list.count = 0;
    captures_start(&walk, at, pinned_men(at->state, at->state->side), threshold);
    for (Move m; (m = captures_next(&walk)) != MOVE_NONE;)
        list_add(&list, m);
    return list;
}

static void walk_with_thresholds(Position *at, Random *r) {
    if (in_check(at->state))
        return;
    const MoveList whole = walked_captures(at, THRESHOLD_ALL);
    if (at->state == at->states)
        check_order(at, &whole);
    for (Cell threshold = 0; threshold <= THRESHOLD_ALL; threshold += 2) {
        /* The named ones always, the others now and then. */
        if (threshold != THRESHOLD_QUEENS && threshold != THRESHOLD_ROOKS &&
            threshold != THRESHOLD_PIECES && threshold != THRESHOLD_PREPROMOTED &&
            threshold != THRESHOLD_NOTHING && threshold != THRESHOLD_ALL && random_below(r, 8))
            continue;
        const MoveList got = walked_captures(at, threshold);
        const MoveList want = filtered_captures(at, threshold);
        assert_same_moves(at, &got, &want);
    }
}

static void captures_by_thresholds(void **unused) {
    (void)unused;
    printf("  %d positions\n", visit_positions(pos, scaled(20000), walk_with_thresholds));
    printf("  %d roots\n", visit_roots(pos, scaled(20000), walk_with_thresholds));
}

static int captures_checked;

static void compare_capture_perft(Position *at, Random *r) {
    char fen[FEN_SIZE];
    SlowBoard b;
    fen_write(at, fen);
    slow_read(&b, fen);
    for (int depth = 1; depth <= 3; depth++) {
        const uint64_t want = slow_perft(&b, depth, true);
        if (perft(at, depth, PERFT_CAPTURES, NULL) != want)
            fail_at(at, MOVE_NONE, "perft of captures");
        captures_checked++;
        if (want > 300 || random_below(r, 4) == 0)
            break;
    }
}

static void captures_by_slow_rules(void **unused) {
    (void)unused;
    captures_checked = 0;
    visit_positions(pos, scaled(3000), compare_capture_perft);
    printf("  %d counts\n", captures_checked);
}

/* --- perft: its modes agree ---------------------------------------------------------------- */

static void compare_modes(Position *at, Random *r) {
    const int depth = 1 + random_below(r, 2);
    const MoveList list = legal_list(at);
    uint64_t sum = 0;
    for (int i = 0; i < list.count; i++) {
        make_move(at, list.moves[i]);
        sum += perft(at, depth, PERFT_BULK, NULL);
        unmake_move(at);
    }
    if (perft(at, depth + 1, PERFT_BULK, NULL) != sum ||
        perft(at, depth + 1, PERFT_FULL, NULL) != sum)
        fail_at(at, MOVE_NONE, "perft modes differ");
}

static void perft_modes_agree(void **unused) {
    (void)unused;
    printf("  %d positions\n", visit_positions(pos, scaled(300), compare_modes));
    position_set(pos, FEN_START);
    assert_int_equal(perft(pos, 0, PERFT_BULK, NULL), 1);
    assert_int_equal(perft(pos, 0, PERFT_FULL, NULL), 1);
    assert_int_equal(perft(pos, 0, PERFT_CAPTURES, NULL), 1);
}

/* --- castling ------------------------------------------------------------------------------ */

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

/* Every kind makes the right position: king and rook on their squares, the rights gone. */
static void check_castling_result(Move m, Color us) {
    const int wing = castling_wing(m);
    make_move(pos, m);
    const State *s = pos->state;
    assert_int_equal(king_square(s, us), castled_king(us, wing));
    assert_int_equal(type_on(s, castled_rook(us, wing)), ROOK);
    assert_int_equal(s->castling >> (2 * us) & 3, 0);
    unmake_move(pos);
}

static void castling_of_every_kind(void **unused) {
    (void)unused;
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
static void castling_rights_go(void **unused) {
    (void)unused;
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

/* --- many moves ---------------------------------------------------------------------------- */

static void positions_with_218_moves(void **unused) {
    (void)unused;
    static const char *const FENS[] = {
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    };
    for (int i = 0; i < 2; i++) {
        position_set(pos, FENS[i]);
        assert_int_equal(legal_list(pos).count, 218);
        assert_int_equal(legal_count(pos), 218);
        Random r = {1};
        try_all_encodings(pos, &r);
    }
}

/* --- notation ------------------------------------------------------------------------------ */

static void expect_read(const Position *at, const char *text, Move want) {
    if (move_read(at, text) != want)
        fail_at(at, want, text);
}

/* Castling in the other form: by the king's goal, where that is no ordinary king's move. */
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
    (void)r;
    const MoveList list = legal_list(at);
    char text[MOVE_TEXT_SIZE];
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        move_write(at, m, text);
        /* Outside Chess960 the two-step form may be ambiguous for Chess960 set-ups: both are read.
         */
        if (move_kind(m) != MOVE_CASTLING || at->chess960)
            expect_read(at, text, m);
        if (move_kind(m) == MOVE_CASTLING)
            read_other_castling(at, m);
        if (move_kind(m) != MOVE_PROMOTION)
            continue;
        text[4] = (char)toupper(text[4]);
        expect_read(at, text, m);
        text[4] = '\0';
        expect_read(at, text, MOVE_NONE); /* the letter is needed */
    }
}

static void notation_round_trip(void **unused) {
    (void)unused;
    printf("  %d positions\n", visit_positions(pos, scaled(10000), write_and_read));
}

static void notation_refuses(void **unused) {
    (void)unused;
    static const char *const TEXTS[] = {
        "",       "e",
        "e2",     "e2e",
        "e2e5",   "e2e4q",
        "e2e4 ",  " e2e4",
        "e2e4e5", "E2E4",
        "i2i4",   "e0e4",
        "e2e9",   "e7e5",
        "0000",   "a1a1",
        "b1b1",   "O-O",
        "Nf3",    "e1g1",
        "e1h1",   "e2-e4",
        "e4e5",   "g1e2",
        "e2e4n",  "\xff\xff\xff\xff",
        "g1f3\n", "e2e3k",
    };
    position_set(pos, FEN_START);
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        if (move_read(pos, TEXTS[i]) != MOVE_NONE)
            fail_msg("\"%s\" was read as a move", TEXTS[i]);
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

/* --- draws --------------------------------------------------------------------------------- */

static void play(const char *moves) {
    char copy[256], *rest = copy;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *text; (text = strtok_r(rest, " ", &rest)) != NULL;) {
        const Move m = move_read(pos, text);
        if (m == MOVE_NONE)
            fail_msg("test move %s is illegal", text);
        make_move(pos, m);
    }
}

static void counts_repetitions(void **unused) {
    (void)unused;
    position_set(pos, FEN_START);
    play("g1f3 g8f6 f3g1");
    assert_int_equal(repetitions(pos, 9), 0);
    play("f6g8");
    assert_int_equal(repetitions(pos, 9), 1);
    assert_true(is_repetition(pos, 5));  /* within the line searched: once is enough */
    assert_false(is_repetition(pos, 4)); /* at the root: not yet */
    play("g1f3 g8f6 f3g1 f6g8");
    assert_int_equal(repetitions(pos, 9), 2);
    assert_int_equal(repetitions(pos, 1), 1);
    assert_true(is_repetition(pos, 0));
    position_reroot(pos);
    assert_int_equal(repetitions(pos, 9), 2); /* the keys outlive the states */
    play("e2e4");
    assert_int_equal(repetitions(pos, 9), 0);
}

/* The same pieces on the same squares, but once with a right to castle or e.p. and once without. */
static void rights_make_positions_differ(void **unused) {
    (void)unused;
    position_set(pos, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play("a1b1 a8b8 b1a1 b8a8");
    assert_int_equal(repetitions(pos, 9), 0);
    play("h1g1 h8g8 g1h1 g8h8");
    assert_int_equal(repetitions(pos, 9), 0);
    play("h1g1 h8g8 g1h1 g8h8");
    assert_int_equal(repetitions(pos, 9), 1);
    position_set(pos, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    play("e2e4 e8d8 e1d1 d8e8 d1e1");
    assert_int_equal(repetitions(pos, 9), 0); /* e.p. was possible the first time */
    play("e8d8 e1d1 d8e8 d1e1");
    assert_int_equal(repetitions(pos, 9), 1);
}

/* True if some move of a piece comes back to a position of the line, found by making them all. */
static bool can_repeat(int plies) {
    MoveList legal = {.count = 0};
    legal_moves(pos, &legal);
    for (int i = 0; i < legal.count; i++) {
        make_move(pos, legal.moves[i]);
        const bool again = is_repetition(pos, plies + 2);
        unmake_move(pos);
        if (again)
            return true;
    }
    return false;
}

/* Random walks of few pieces, which meet themselves often. The table of moves may say yes where the
 * move is pinned or the opponent's, but never no where a repetition is there for the taking. */
static void sees_repetitions_coming(void **unused) {
    (void)unused;
    static const char *const FENS[] = {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                                       "1n2k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
                                       "3qk3/p7/8/8/8/8/P7/3QK3 b - - 0 1"};
    Random r = {11};
    int foreseen_count = 0, brute = 0, walked = 0;
    for (int walk = 0; walk < scaled(600); walk++) {
        position_set(pos, FENS[walk % 3]);
        for (int plies = 0; plies < 24; plies++) {
            MoveList legal = {.count = 0};
            legal_moves(pos, &legal);
            if (!legal.count || is_rule_draw(pos->state))
                break;
            const bool foreseen = upcoming_repetition(pos, plies + 1);
            const bool possible = can_repeat(plies);
            if (possible && !foreseen)
                fail_msg("walk %d, ply %d: a repetition is not seen", walk, plies);
            foreseen_count += foreseen;
            brute += possible;
            walked++;
            /* Half of the moves go straight back. */
            Move m = legal.moves[random_below(&r, legal.count)];
            if (plies >= 2 && random_below(&r, 2)) {
                const Move mine = pos->state[-1].move;
                const Move back = move_make(move_to(mine), move_from(mine));
                m = move_is_legal(pos, back) ? back : m;
            }
            make_move(pos, m);
        }
    }
    printf("  %d positions, %d with a repetition ahead, %d foreseen\n", walked, brute,
           foreseen_count);
    assert_true(brute > walked / 20 && foreseen_count < brute * 3 / 2);
    /* The rook has gone round a bishop: no way straight back; without the bishop there is. */
    position_set(pos, "R2b4/8/8/8/7k/8/8/1K6 w - - 0 1");
    play("a8a7 h4h3 a7e7 h3h4 e7e8");
    assert_false(upcoming_repetition(pos, 6));
    position_set(pos, "R7/8/8/8/7k/8/8/1K6 w - - 0 1");
    play("a8a7 h4h3 a7e7 h3h4 e7e8");
    assert_true(upcoming_repetition(pos, 6));
    assert_false(upcoming_repetition(pos, 5)); /* behind the root */
}

static void null_move_ends_repetitions(void **unused) {
    (void)unused;
    NullUndo undo;
    position_set(pos, FEN_START);
    play("g1f3 g8f6 f3g1 f6g8");
    make_null(pos, &undo);
    assert_int_equal(repetitions(pos, 9), 0);
    unmake_null(pos, &undo);
    assert_int_equal(repetitions(pos, 9), 1);
    /* Both sides pass once: the start stands again, but no moves led back to it. */
    make_null(pos, &undo);
    play("g8f6 g1f3");
    make_null(pos, &undo);
    play("f3g1 f6g8");
    assert_int_equal(repetitions(pos, 9), 0);
}

static void fifty_moves(void **unused) {
    (void)unused;
    position_set(pos, "4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80");
    assert_false(is_rule_draw(pos->state));
    play("a1a2");
    assert_int_equal(pos->state->rule50, 99);
    assert_false(is_rule_draw(pos->state));
    play("e8d8");
    assert_true(is_rule_draw(pos->state));
    unmake_move(pos);
    assert_false(is_rule_draw(pos->state));
    play("e8d8 e2e3");
    assert_int_equal(pos->state->rule50, 0);
    position_set(pos, "4k3/8/8/8/8/8/p7/R3K2R w KQ - 99 80");
    play("e1g1"); /* castling counts as any quiet move */
    assert_int_equal(pos->state->rule50, 100);
    unmake_move(pos);
    play("a1a2");
    assert_int_equal(pos->state->rule50, 0);
}

static void insufficient(void **unused) {
    (void)unused;
    static const struct {
        const char *fen;
        bool drawn;
    } CASES[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
        {"4kn2/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true}, /* c1, f8: both dark */
        {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false}, /* f1 light, f8 dark */
        {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", false},
        {"b1b1k3/1b6/8/8/8/8/1B6/4K3 w - - 0 1", false}, /* a8, c8, b7: light; b2 is dark */
        {"b1b1k3/8/8/8/8/8/B7/4K1B1 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", false},
        {"4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
        {"4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", false},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/3QK3 w - - 0 1", false},
        {"b3k3/1b6/2b5/8/8/8/8/4K3 w - - 0 1", true}, /* Bishops of one shade, however many */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        position_set(pos, CASES[i].fen);
        if (insufficient_material(pos->state) != CASES[i].drawn)
            fail_msg("%s: material should %s", CASES[i].fen, CASES[i].drawn ? "not do" : "do");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legality_of_all_encodings),
        cmocka_unit_test(moves_by_slow_rules),
        cmocka_unit_test(direct_checks),
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(captures_by_thresholds),
        cmocka_unit_test(captures_by_slow_rules),
        cmocka_unit_test(perft_modes_agree),
        cmocka_unit_test(castling_of_every_kind),
        cmocka_unit_test(castling_rights_go),
        cmocka_unit_test(positions_with_218_moves),
        cmocka_unit_test(notation_round_trip),
        cmocka_unit_test(notation_refuses),
        cmocka_unit_test(counts_repetitions),
        cmocka_unit_test(rights_make_positions_differ),
        cmocka_unit_test(sees_repetitions_coming),
        cmocka_unit_test(null_move_ends_repetitions),
        cmocka_unit_test(fifty_moves),
        cmocka_unit_test(insufficient),
    };
    setup_tables();
    pos = position_new();
    const int failed = cmocka_run_group_tests_name("moves", tests, NULL, NULL);
    free(pos);
    return failed;
}
