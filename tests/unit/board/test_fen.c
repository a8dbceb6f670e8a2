/* Tests of board/fen.h: round trips, refusals and their messages, dropped fields. */
#include "board/fen.h"
#include "board/geometry.h"
#include "board/make.h"
#include "moves/notation.h"
#include "support/cmocka_test.h"
#include "support/fens.h"
#include "support/parsing.h"

#include <string.h>

static Position before;

/* Reads `fen` and checks what is written. */
static void check_written(const char *fen, const char *expected, bool chess960) {
    char written[FEN_SIZE];
    position.chess960 = chess960;
    parse_or_fail(fen);
    assert_int_equal(position.chess960, chess960);
    fen_write(&position, written);
    assert_string_equal(written, expected);
}

/* --- round trips --------------------------------------------------------------------------- */

TEST(test_round_trip_standard) {
    static const char *const FENS[] = {
        FEN_START,
        MIDDLE,
        "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 5899",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 9999 99999",
        "4k3/8/8/8/8/8/4P3/4K3 b - - 9999 99999",
        /* X-FEN: the rook castled with is not the outermost */
        "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
        "1r2k1rr/8/8/8/8/8/8/1R2K1RR w GQgq - 0 1",
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1",
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR b KBgq - 0 1",
        /* nine queens, ten knights, ten bishops, ten rooks */
        "QQQQQQQQ/Q7/8/8/8/8/6k1/4K3 b - - 0 1",
        "k7/2N5/NNNNNNN1/NN6/8/8/8/4K3 b - - 0 1",
        "rnbqkbnr/bbbbbbbb/8/8/8/8/BBBBBBBB/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/rrrrrrrr/8/8/8/8/RRRRRRRR/RNBQKBNR w KQkq - 0 1",
        /* no game leads here */
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/BBBBKBBB b - - 0 1",
        "rrrrkrrr/rrrrrrrr/8/8/8/8/NNNNNNNN/NNNNKNNN w q - 0 1",
    };
    for (size_t i = 0; i < LENGTH(FENS); i++) {
        check_written(FENS[i], FENS[i], false);
        check_sound(FENS[i]);
    }
}

TEST(test_round_trip_chess960) {
    static const char *const FENS[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "rkbbnnqr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", /* DFRC */
        "bnrkqrnb/pppppppp/8/8/8/8/PPPPPPPP/NRBBKQRN b GBfc - 3 7", /* DFRC */
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBha - 0 1",
        "6k1/8/8/8/8/8/8/RK5R w HA - 0 1",
        "rk5r/8/8/8/8/8/8/4K3 b a - 0 1",
        "4k3/8/8/8/8/8/8/6KR w H - 0 1",
    };
    for (size_t i = 0; i < LENGTH(FENS); i++) {
        check_written(FENS[i], FENS[i], true);
        check_sound(FENS[i]);
    }
}

/* Other spellings of what fen_write writes. */
TEST(test_spellings) {
    static const char *const SAME_AS_START[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 000000 0000001",
        " \t rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tKQkq \t - 0   1 \t",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - \n",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkHA - 0 1",
    };
    for (size_t i = 0; i < LENGTH(SAME_AS_START); i++)
        check_written(SAME_AS_START[i], FEN_START, false);
    check_written(FEN_START, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", true);
    check_written("rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1",
                  "rr2k1rr/8/8/8/8/8/8/RR2K1RR w HAha - 0 1", true);
}

TEST(test_state_fields) {
    parse_or_fail("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w Kq f6 0 3");
    assert_int_equal(position.state->side, WHITE);
    assert_int_equal(position.state->castling, CASTLE_WHITE_SHORT | CASTLE_BLACK_LONG);
    assert_int_equal(position.state->ep, square_at(FILE_F, RANK_6));
    assert_int_equal(game_ply(&position), 4);
    assert_int_equal(position.castle_rook[0], H1);
    assert_int_equal(position.castle_rook[1], SQUARE_NONE);
    assert_int_equal(position.castle_rook[2], SQUARE_NONE);
    assert_int_equal(position.castle_rook[3], A8);
    assert_int_equal(position.castle_mask[E1], CASTLE_ALL & ~CASTLE_WHITE_SHORT);
    assert_int_equal(position.castle_mask[H1], CASTLE_ALL & ~CASTLE_WHITE_SHORT);
    assert_int_equal(position.castle_mask[A1], CASTLE_ALL);
    assert_int_equal(position.castle_mask[E8], CASTLE_ALL & ~CASTLE_BLACK_LONG);
    assert_int_equal(position.castle_mask[A8], CASTLE_ALL & ~CASTLE_BLACK_LONG);
    parse_or_fail("4k3/8/8/8/8/8/4P3/4K3 b - - 37 80");
    assert_int_equal(position.state->rule50, 37);
    assert_int_equal(game_ply(&position), 159);
    assert_int_equal(position.castle_mask[E1], CASTLE_ALL);
}

/* --- refusals ------------------------------------------------------------------------------ */

typedef struct Refusal {
    const char *fen;
    const char *says; /* must be part of the message */
} Refusal;

static const Refusal REFUSALS[] = {
    /* fields that are missing or too many */
    {"", "board field: missing"},
    {" \t\r\n", "board field: missing"},
    {"4k3/8/8/8/8/8/8/4K3", "side field: missing; give w or b"},
    {"4k3/8/8/8/8/8/8/4K3 w", "castling field: missing"},
    {"4k3/8/8/8/8/8/8/4K3 w -", "en passant field: missing"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm", "'bm' follows it"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 \x01", "'\\x01' follows it"},
    /* ranks and letters */
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", "board field: 7 ranks; give 8"},
    {"4k3 w - - 0 1", "board field: 1 rank; give 8"},
    {"4k3/8/8/8/8/8/8/4K3/ w - - 0 1", "more than 8 ranks; give 8"},
    {"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "more than 8 ranks; give 8"},
    {"4k3/8/8/7/8/8/8/4K3 w - - 0 1", "rank 5 has fewer than 8 squares; give 8"},
    {"4k3/8//8/8/8/8/4K3 w - - 0 1", "rank 6 has fewer than 8 squares; give 8"},
    {"4k3/8/8/8/8/8/8P/4K3 w - - 0 1", "rank 2 has more than 8 squares; give 8"},
    {"4k3/8/8/8/8/8/P8/4K3 w - - 0 1", "rank 2 has more than 8 squares; give 8"},
    {"4k3/8/8/44/8/8/8/4K3 w - - 0 1", "two digits in a row on rank 5"},
    {"4k3/9/8/8/8/8/8/4K3 w - - 0 1", "unknown letter '9' on a7"},
    {"4k3/0p7/8/8/8/8/8/4K3 w - - 0 1", "unknown letter '0' on a7"},
    {"4k3/8/3x4/8/8/8/8/4K3 w - - 0 1", "unknown letter 'x' on d6"},
    {"4k3/8/8/8/8/8/8/4K2\xD0\xB2 w - - 0 1", "unknown letter '\\xD0' on h1"},
    {"\xEF\xBB\xBF"
     "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
     "unknown letter '\\xEF' on a8"},
    {"4k3/8/8/8/\n8/8/8/4K3 w - - 0 1", "unknown letter '\\x0A' on a4"},
    /* kings */
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king; add one"},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king; add one"},
    {"4k3/8/8/6K1/8/8/8/4K3 w - - 0 1", "White has two kings, on e1 and g5; leave one"},
    {"k7/k7/k7/8/8/8/8/4K3 w - - 0 1", "Black has 3 kings, on a6, a7 and elsewhere; leave one"},
    {"8/8/8/3kK3/8/8/8/8 w - - 0 1", "king on d5 is in check from e5"},
    /* pawns and other pieces */
    {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "White has a pawn on h8"},
    {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "Black has a pawn on a1"},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns; leave 8"},
    {"4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", "Black has 9 pawns; leave 8"},
    {"rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1", "White has 17 pieces; leave 16"},
    /* side */
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side field: 'W' is no side; give w or b"},
    {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side field: 'white' is no side"},
    {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
     "White is to move, but the Black king on e8 is in check from e2; give the move to Black"},
    {"4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", "White king on e1 is in check from d2"},
    {"4k3/8/8/8/1b6/8/8/4K3 b - - 0 1", "White king on e1 is in check from b4"},
    {"4k3/6N1/8/8/8/8/8/4K3 w - - 0 1", "Black king on e8 is in check from g7"},
    /* castling */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQxq - 0 1", "castling field: 'x' names no right"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w -KQ - 0 1", "castling field: '-' names no right"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w Ii - 0 1", "castling field: 'I' names no right"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w K\xFF - 0 1", "castling field: '\\xFF' names no right"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1", "castling field: 'KQkqK' is too long"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqKQkqKQkqKQkq - 0 1", "'KQkqKQkqKQkq...' is too long"},
    {"4k2r/8/8/8/8/8/8/RR2K2R w KBQk - 0 1", "White has two rights on the a-file side"},
    {"4k2r/8/8/8/8/8/8/R3K2R w Qkh - 0 1", "Black has two rights on the h-file side"},
    /* en passant */
    {"4k3/8/8/8/8/8/8/4K3 w - x 0 1", "en passant field: 'x' is no square"},
    {"4k3/8/8/8/8/8/8/4K3 w - i3 0 1", "en passant field: 'i3' is no square"},
    {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant field: 'e9' is no square"},
    {"4k3/8/8/8/8/8/8/4K3 w - e66 0 1", "en passant field: 'e66' is no square"},
    {"4k3/8/8/8/8/8/8/4K3 w - e 0 1", "en passant field: 'e' is no square"},
    /* counters */
    {"4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;", "halfmove field: 'bm' is no number from 0 to 9999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - hmvc 0; id 7;", "halfmove field: 'hmvc'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove field: '-1'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - +1 1", "halfmove field: '+1'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", "halfmove field: '1.5'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 10000 1", "halfmove field: '10000'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 4294967297 1", "halfmove field: '4294967297'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 x", "fullmove field: 'x' is no number from 0 to 99999"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 -7", "fullmove field: '-7'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 100000", "fullmove field: '100000'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 18446744073709551617", "fullmove field: '184467440737...'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1",
     "fullmove field: '1\\x0A4k3/8/8/8/...' is no number"},
};

TEST(test_refusals) {
    for (size_t i = 0; i < LENGTH(REFUSALS); i++) {
        if (parse(REFUSALS[i].fen))
            fail_msg("accepted: '%s'", REFUSALS[i].fen);
        if (!strstr(message, REFUSALS[i].says))
            fail_msg("'%s'\nsays '%s'\nwithout '%s'", REFUSALS[i].fen, message, REFUSALS[i].says);
    }
}

TEST(test_refusal_changes_nothing) {
    memset(&position, 0, sizeof position);
    position.chess960 = true;
    parse_or_fail(MIDDLE);
    memcpy(&before, &position, sizeof position);
    for (size_t i = 0; i < LENGTH(REFUSALS); i++) {
        assert_false(parse(REFUSALS[i].fen));
        assert_memory_equal(&before, &position, sizeof position);
    }
}

TEST(test_error_size) {
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

/* --- fields that are dropped --------------------------------------------------------------- */

TEST(test_castling_dropped) {
    static const struct {
        const char *fen, *castling;
    } CASES[] = {
        {"1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1 w KQkq - 0 1", "-"},
        {"rnbqkbnb/ppppppp1/8/8/8/8/1PPPPPPP/BNBQKBNR w KQkq - 0 1", "Kq"},
        {"rn2k1NR/8/8/8/8/8/8/Rn2K1nr b KQkq - 0 1", "Qq"}, /* the other colour's rooks */
        {"r6r/4k3/8/8/8/8/4K3/R6R w KQkq - 0 1", "-"},      /* kings off the back rank */
        {"r6r/4k3/8/8/8/8/4K3/R6R w HAha - 0 1", "-"},      /* likewise */
        {"4k3/r6r/8/8/8/8/R6R/4K3 w KQkq - 0 1", "-"},      /* rooks off the back rank */
        {"r3k2r/8/8/8/8/8/8/R3K2R w GBgb - 0 1", "-"},      /* empty files */
        {"r3k2r/8/8/8/8/8/8/R3K2R w EAea - 0 1", "Qq"},     /* the king's own file */
        {"rr2k3/8/8/8/8/8/8/2K3RR w KQkq - 0 1", "Kq"},     /* no rook on that side */
        {"krr5/8/8/8/8/8/8/4K3 w kq - 0 1", "k"},           /* no room on that side */
        {"7k/8/8/8/8/8/8/4K3 w KKkk - 0 1", "-"},
    };
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        char written[FEN_SIZE], *castling;
        position.chess960 = false;
        parse_or_fail(CASES[i].fen);
        check_sound(CASES[i].fen);
        fen_write(&position, written);
        strtok(written, " ");
        strtok(NULL, " ");
        castling = strtok(NULL, " ");
        assert_string_equal(castling, CASES[i].castling);
    }
}

TEST(test_ep_dropped) {
    static const char *const DROPPED[] = {
        "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq e6 0 2", /* no pawn can capture */
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",   /* likewise */
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e2 0 1",     /* the rank */
        "4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1",                             /* the rank */
        "4k3/8/8/8/3pP3/8/8/4K3 b - d6 0 1",                             /* the other side's rank */
        "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",                              /* no pawn in front */
        "4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1",                             /* an own one */
        "4k3/8/8/3nP3/8/8/8/4K3 w - d6 0 1",                             /* a knight */
        "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",                           /* the square occupied */
        "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",                           /* the origin occupied */
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",                             /* both pawns off a rank */
        "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", /* the capturer is pinned */
        "7k/6b1/8/3pP3/3K4/8/8/8 w - d6 0 1", /* likewise, on a diagonal */
        "b6k/8/8/3pP3/8/8/6K1/8 w - d6 0 1",  /* the victim shields the king */
        "k7/8/8/3pP3/8/8/7r/7K w - d6 0 1",   /* another piece checks */
        "8/8/8/8/3Pp3/8/8/k2QK3 b - d3 0 1",  /* the check goes on */
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  /* both pawns off a rank */
        "8/8/8/8/Pp5P/8/8/4K2k b - h3 0 1",   /* no wrap round the board */
    };
    static const struct {
        const char *fen;
        Square ep;
    } KEPT[] = {
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 43},   {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", 43},
        {"4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", 43}, /* one of two capturers is pinned */
        {"8/8/8/3pP3/2K5/8/8/7k w - d6 0 1", 43},    /* the pushed pawn checks */
        {"8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 1", 43},  /* three pawns on the rank: one stays */
        {"3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1", 43},  /* the file closes again */
        {"8/8/8/8/k3p1Pp/8/8/4K3 b - g3 0 1", 22},   {"8/8/8/8/Pp6/8/8/4K2k b - a3 0 1", 16},
    };
    for (size_t i = 0; i < LENGTH(DROPPED); i++) {
        parse_or_fail(DROPPED[i]);
        if (position.state->ep != SQUARE_NONE)
            fail_msg("kept: %s", DROPPED[i]);
    }
    for (size_t i = 0; i < LENGTH(KEPT); i++) {
        parse_or_fail(KEPT[i].fen);
        if (position.state->ep != KEPT[i].ep)
            fail_msg("e.p. is %d, not %d: %s", position.state->ep, KEPT[i].ep, KEPT[i].fen);
        check_sound(KEPT[i].fen);
    }
}

/* What was left out is reported, unless it is an e.p. square that only nobody can make use of; and
 * material that no game gives. */
TEST(test_left_out) {
    static const struct {
        const char *fen, *says;
    } CASES[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", ""},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", ""},
        {"4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ""},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e7 0 1",
         "en passant on e7 is left out: no pawn can just have passed it"},
        {"rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq d6 0 1", "en passant on d6"},
        {"4k3/8/8/8/8/8/PPPPPPP1/1QQ1K3 w - - 0 1", ""},
        {"4k3/8/8/8/8/8/PPPPPPPP/1QQ1K3 w - - 0 1",
         "White has 8 pawns and 1 promoted, more than a game gives"},
        {"4k3/pppppp2/bb6/nn6/bb6/nn6/8/4K3 w - - 0 1",
         "Black has 6 pawns and 4 promoted, more than a game gives"},
        {"4k3/pppppppp/nnn5/8/8/RRRRR3/PPPPPPPP/4K3 w K e3 0 1",
         "White has 8 pawns and 3 promoted, more than a game gives; "
         "Black has 8 pawns and 1 promoted, more than a game gives; "
         "castling K is left out: king and rook do not stand for it; "
         "en passant on e3 is left out: no pawn can just have passed it"},
        {"4k3/8/8/4P3/8/8/8/4K3 w - e1 0 1", "en passant on e1"},
        {"4k3/8/8/4P3/8/8/8/4K3 b - h8 0 1", "en passant on h8"},
        {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant on d6"},
        {"rnbqkbnb/ppppppp1/8/8/8/8/1PPPPPPP/BNBQKBNR w KQkq - 0 1", "castling Qk is left out"},
        {"4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1",
         "castling KQ is left out: king and rook do not stand for it; en passant on e6 is left"},
    };
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        FenFault fault;
        memset(&fault, '#', sizeof fault);
        assert_true(fen_check(NULL, CASES[i].fen, &fault));
        if (*CASES[i].says ? !strstr(fault.reason, CASES[i].says) : *fault.reason)
            fail_msg("'%s'\nsays '%s'\nnot '%s'", CASES[i].fen, fault.reason, CASES[i].says);
    }
}

/* However long a game is, what is written can be read again. */
TEST(counters_of_endless_games) {
    static const char *const MOVES[] = {"h1h2", "e8d8", "h2h1", "d8e8"};
    char fen[FEN_SIZE], error[FEN_ERROR_SIZE];
    assert_true(fen_parse(&position, "4k3/8/8/8/8/8/8/4K2R w - - 0 99999", error, sizeof error));
    for (int ply = 0; ply < 70000; ply++) {
        const Move m = move_read(&position, MOVES[ply % 4]);
        assert_int_not_equal(m, MOVE_NONE);
        make_move(&position, m);
        position_reroot(&position);
        if (ply >= 99)
            assert_true(position.state->rule50 >= 100);
        if (ply >= 20 && ply % 997)
            continue;
        fen_write(&position, fen);
        if (!fen_parse(&before, fen, error, sizeof error))
            fail_msg("%s: %s", fen, error);
    }
}
