/* The state of the game: known cases in words, and random games in which FENs count repetitions and
 * the board shows how it ends. */
#include "inspect/game_state_internal.h"

#include "board/fen.h"
#include "board/make.h"
#include "inspect/inspect.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- known cases ---------------------------------------------------------------------------- */

#define BACK_AND_FORTH "g1f3 g8f6 f3g1 f6g8 "
#define KNIGHTS_OUT    "g1f3 g8f6 f3g1"

typedef struct Case {
    const char *fen, *moves;
    const char *text; /* of game_text */
    GameEnd end;
    int dead_in;
} Case;

static const Case CASES[] = {
    {FEN_START, "", "Game: goes on\n", GAME_GOES_ON, 28},
    {FEN_START, "g1f3",
     "Game: goes on\n"
     "  A draw by the fifty-move rule in 99 plies without a capture or a pawn move.\n",
     GAME_GOES_ON, 28},
    /* mate and stalemate */
    {FEN_START, "f2f3 e7e5 g2g4 d8h4", "Game: over\n  Checkmate: Black wins.\n", GAME_CHECKMATE,
     28},
    {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f8", "Game: over\n  Checkmate: White wins.\n",
     GAME_CHECKMATE, 1},
    {"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7",
     "Game: over\n  Stalemate, a draw: Black has no legal move and is not in check.\n",
     GAME_STALEMATE, 1},
    {"7K/5q2/6k1/8/8/8/8/8 w - - 0 1", "",
     "Game: over\n  Stalemate, a draw: White has no legal move and is not in check.\n",
     GAME_STALEMATE, 1},
    {"k7/P7/1K6/8/8/8/8/8 b - - 0 1", "",
     "Game: over\n  Stalemate, a draw: Black has no legal move and is not in check.\n",
     GAME_STALEMATE, 1},
    {"k7/2K5/1N6/8/8/8/8/8 b - - 3 1", "a8a7", /* not stalemate: dead */
     "Game: over\n  Dead material, a draw: with only the kings and a knight no moves can mate.\n",
     GAME_DEAD, 0},
    /* mate and stalemate come before the fifty-move rule; any other 100th ply is a draw */
    {"7k/8/6K1/8/8/8/8/5Q2 w - - 99 100", "f1f8", "Game: over\n  Checkmate: White wins.\n",
     GAME_CHECKMATE, 1},
    {"7k/8/6K1/8/8/8/8/5Q2 w - - 99 100", "f1f7",
     "Game: over\n  Stalemate, a draw: Black has no legal move and is not in check.\n",
     GAME_STALEMATE, 1},
    {"7k/8/6K1/8/8/8/8/5Q2 w - - 99 100", "f1c1",
     "Game: goes on unless a player claims a draw\n"
     "  Fifty-move rule: 100 plies without a capture or a pawn move; a player may claim a draw.\n"
     "  One capture can lead to dead material, a draw.\n",
     GAME_FIFTY_MOVES, 1},
    {"7k/8/6K1/8/8/8/8/5Q2 w - - 99 100", "",
     "Game: goes on\n"
     "  A draw by the fifty-move rule in 1 ply without a capture or a pawn move.\n"
     "  One capture can lead to dead material, a draw.\n",
     GAME_GOES_ON, 1},
    {"4k3/7p/8/8/8/8/P7/4K3 w - - 88 100", "",
     "Game: goes on\n"
     "  A draw by the fifty-move rule in 12 plies without a capture or a pawn move.\n"
     "  Two captures or promotions can lead to dead material, a draw.\n",
     GAME_GOES_ON, 2},
    {"4k3/7p/8/8/8/8/P7/4K3 w - - 99 100", "a2a4",
     "Game: goes on\n"
     "  Two captures or promotions can lead to dead material, a draw.\n",
     GAME_GOES_ON, 2},
    {"7k/8/6K1/8/8/8/8/2BR4 w - - 150 200", "",
     "Game: over\n"
     "  Seventy-five-move rule, a draw: 150 plies without a capture or a pawn move.\n",
     GAME_FIFTY_MOVES, 1},
    /* dead material */
    {"4k3/8/8/8/8/8/8/4K3 w - - 7 1", "",
     "Game: over\n  Dead material, a draw: with only the kings no moves can mate.\n", GAME_DEAD, 0},
    {"4k3/8/8/8/8/8/8/4KB2 w - - 100 90", "",
     "Game: over\n  Dead material, a draw: with only the kings and a bishop no moves can mate.\n",
     GAME_DEAD, 0},
    {"4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "",
     "Game: over\n"
     "  Dead material, a draw: with only the kings and bishops on dark squares no moves can "
     "mate.\n",
     GAME_DEAD, 0},
    {"b3k3/1b6/2b5/8/8/8/8/4K3 w - - 0 1", "",
     "Game: over\n"
     "  Dead material, a draw: with only the kings and bishops on light squares no moves can "
     "mate.\n",
     GAME_DEAD, 0},
    {"4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", "", /* bishops on squares of both colours can mate */
     "Game: goes on\n  One capture can lead to dead material, a draw.\n", GAME_GOES_ON, 1},
    {"4k3/8/8/8/8/8/4p3/3NK3 w - - 0 1", "e1e2",
     "Game: over\n  Dead material, a draw: with only the kings and a knight no moves can mate.\n",
     GAME_DEAD, 0},
    {"8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8n",
     "Game: over\n  Dead material, a draw: with only the kings and a knight no moves can mate.\n",
     GAME_DEAD, 0},
    {"4k3/4p3/8/8/8/8/8/3NKN2 w - - 0 1", "",
     "Game: goes on\n  Two captures or promotions can lead to dead material, a draw.\n",
     GAME_GOES_ON, 2},
    /* repetitions */
    {FEN_START, BACK_AND_FORTH,
     "Game: goes on\n"
     "  This position has occurred twice: once more is a draw.\n"
     "  A draw by the fifty-move rule in 96 plies without a capture or a pawn move.\n",
     GAME_GOES_ON, 28},
    {FEN_START, BACK_AND_FORTH KNIGHTS_OUT,
     "Game: goes on\n"
     "  This position has occurred twice: once more is a draw.\n"
     "  A position occurs for the third time, a draw, after f6g8.\n"
     "  A draw by the fifty-move rule in 93 plies without a capture or a pawn move.\n",
     GAME_GOES_ON, 28},
    {FEN_START, BACK_AND_FORTH BACK_AND_FORTH,
     "Game: goes on unless a player claims a draw\n"
     "  Threefold repetition: this position has occurred 3 times; a player may claim a draw.\n"
     "  A draw by the fifty-move rule in 92 plies without a capture or a pawn move.\n",
     GAME_REPETITION, 28},
    {FEN_START, BACK_AND_FORTH BACK_AND_FORTH BACK_AND_FORTH,
     "Game: goes on unless a player claims a draw\n"
     "  Threefold repetition: this position has occurred 4 times; a player may claim a draw.\n"
     "  A draw by the fifty-move rule in 88 plies without a capture or a pawn move.\n",
     GAME_REPETITION, 28},
    {FEN_START, BACK_AND_FORTH BACK_AND_FORTH BACK_AND_FORTH BACK_AND_FORTH,
     "Game: over\n  Fivefold repetition, a draw: this position has occurred 5 times.\n",
     GAME_REPETITION, 28},
    {FEN_START, BACK_AND_FORTH BACK_AND_FORTH "e2e4", "Game: goes on\n", GAME_GOES_ON, 28},
    {"7k/8/6K1/8/8/8/8/5Q2 w - - 92 100", "f1e1 h8g8 e1f1 g8h8 f1e1 h8g8 e1f1 g8h8",
     "Game: goes on unless a player claims a draw\n"
     "  Threefold repetition: this position has occurred 3 times; a player may claim a draw.\n"
     "  Fifty-move rule: 100 plies without a capture or a pawn move; a player may claim a draw.\n"
     "  One capture can lead to dead material, a draw.\n",
     GAME_REPETITION, 1},
    /* the second time without the right to castle */
    {"r3k3/8/8/8/8/8/8/4K3 w q - 0 1", "e1e2 a8b8 e2e1 b8a8",
     "Game: goes on\n"
     "  A draw by the fifty-move rule in 96 plies without a capture or a pawn move.\n"
     "  One capture can lead to dead material, a draw.\n",
     GAME_GOES_ON, 1},
};

TEST(known_cases) {
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const Case *c = &CASES[i];
        Document out = {0};
        GameState game;
        position_set(pos, c->fen);
        position_play(pos, c->moves);
        position_reroot(pos);
        game_state_find(pos, &game);
        game_text(&out, pos);
        if (game.end != c->end || game.dead_in != c->dead_in || strcmp(out.data, c->text) != 0)
            fail_msg("%s %s: end %d, dead in %d\n%s", c->fen, c->moves, game.end, game.dead_in,
                     out.data);
        document_free(&out);
    }
}

/* Rights to castle are named by the rook's file; once they are lost the position is another one. */
TEST(chess960) {
    Document out = {0};
    pos->chess960 = true;
    position_set(pos, "1k5r/8/8/8/8/8/8/1KR5 w Ch - 0 1");
    position_play(pos, "c1d1 h8h7 d1c1 h7h8");
    position_reroot(pos);
    game_text(&out, pos);
    position_play(pos, "c1d1 h8h7 d1c1 h7h8");
    position_reroot(pos);
    game_text(&out, pos);
    position_set(pos, "1k5r/8/8/8/8/8/8/1KR5 w Ch - 98 100");
    position_play(pos, "b1c1 b8a8");
    position_reroot(pos); /* castling counts as a quiet ply */
    game_text(&out, pos);
    pos->chess960 = false;
    assert_string_equal(
        out.data, "Game: goes on\n"
                  "  A draw by the fifty-move rule in 96 plies without a capture or a pawn move.\n"
                  "  Two captures can lead to dead material, a draw.\n"
                  "Game: goes on\n"
                  "  This position has occurred twice: once more is a draw.\n"
                  "  A draw by the fifty-move rule in 92 plies without a capture or a pawn move.\n"
                  "  Two captures can lead to dead material, a draw.\n"
                  "Game: goes on unless a player claims a draw\n"
                  "  Fifty-move rule: 100 plies without a capture or a pawn move; a player may "
                  "claim a draw.\n"
                  "  Two captures can lead to dead material, a draw.\n");
    document_free(&out);
}

/* --- random games ---------------------------------------------------------------------------- */

enum { PLIES = 60 };

/* What makes a position the same: the first four fields of its FEN. */
static void identity(const Position *p, char text[FEN_SIZE]) {
    fen_write(p, text);
    for (int blanks = 0; *text; text++) {
        blanks += *text == ' ';
        if (blanks == 4)
            *text = '\0';
    }
}

static char history[PLIES + 1][FEN_SIZE];

/* How often a position has occurred, if `before` positions of the history came before it. */
static int occurrences(const char *text, int before) {
    int count = 1;
    for (int i = 0; i < before; i++)
        count += strcmp(history[i], text) == 0;
    return count;
}

/* The moves by which a position occurs for the third time, found by their FENs. */
static int count_repeating(int plies) {
    const MoveList legal = legal_list(pos);
    int count = 0;
    for (int i = 0; i < legal.count; i++) {
        char text[FEN_SIZE];
        make_move(pos, legal.moves[i]);
        identity(pos, text);
        unmake_move(pos);
        count += occurrences(text, plies + 1) >= 3;
    }
    return count;
}

typedef struct Seen {
    int positions, twice, repeating, ended[GAME_FIFTY_MOVES + 1];
} Seen;

static void check_position(int plies, Seen *seen) {
    GameState game;
    const State *s = pos->state;
    const int moves = legal_list(pos).count;
    identity(pos, history[plies]);
    game_state_find(pos, &game);
    const int times = occurrences(history[plies], plies), shown = times < 5 ? times : 5;
    assert_int_equal(game.occurrences, shown);
    assert_int_equal(game.quiet_plies, s->rule50);
    assert_int_equal(game.dead_in == 0, insufficient_material(s));
    const GameEnd end = moves == 0 && in_check(s)  ? GAME_CHECKMATE
                        : moves == 0               ? GAME_STALEMATE
                        : insufficient_material(s) ? GAME_DEAD
                        : times >= 3               ? GAME_REPETITION
                        : s->rule50 >= 100         ? GAME_FIFTY_MOVES
                                                   : GAME_GOES_ON;
    assert_int_equal(game.end, end);
    const int repeating = end == GAME_GOES_ON ? count_repeating(plies) : 0;
    assert_int_equal(game.repeating.count, repeating);
    seen->positions++;
    seen->twice += times == 2;
    seen->repeating += repeating > 0;
    seen->ended[end]++;
}

/* No move brings dead material nearer than its capture and its promotion do. */
static void check_step(int dead_before, bool capture, bool promotion) {
    GameState game;
    game_state_find(pos, &game);
    assert_true(game.dead_in >= dead_before - capture - promotion);
}

TEST(random_games) {
    static const char *const FENS[] = {
        "4k3/8/8/8/8/8/8/R3K3 w Q - 90 100",     "1n2k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "3qk3/p7/8/8/8/8/P7/3QK3 b - - 96 100",  "4k3/pp5P/8/8/8/8/PP5p/4K3 w - - 0 1",
        "b3k2b/8/8/8/8/8/8/B3K2B w - - 144 200", "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
        "k7/7R/6R1/8/8/8/8/K5Q1 w - - 0 1",      "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"};
    enum { FEN_COUNT = sizeof FENS / sizeof *FENS };
    Random r = {5};
    Seen seen = {0};
    for (int game = 0; game < scaled(1400); game++) {
        Move mine = MOVE_NONE, last = MOVE_NONE;
        position_set(pos, FENS[game % FEN_COUNT]);
        for (int plies = 0; plies < PLIES; plies++) {
            GameState before;
            check_position(plies, &seen);
            const MoveList legal = legal_list(pos);
            if (legal.count == 0)
                break;
            Move m = legal.moves[random_below(&r, legal.count)];
            const Move back = move_make(move_to(mine), move_from(mine));
            if (mine != MOVE_NONE && random_below(&r, 4) && move_is_legal(pos, back))
                m = back;
            game_state_find(pos, &before);
            const bool capture =
                pos->state->man_on[move_to(m)] != MAN_NONE || move_kind(m) == MOVE_EN_PASSANT;
            make_move(pos, m);
            check_step(before.dead_in, capture, move_kind(m) == MOVE_PROMOTION);
            if (random_below(&r, 3) == 0)
                position_reroot(pos);
            mine = last;
            last = m;
        }
    }
    printf("  %d positions, %d for the second time, %d before a third\n", seen.positions,
           seen.twice, seen.repeating);
    for (GameEnd end = GAME_CHECKMATE; end <= GAME_FIFTY_MOVES; end++)
        printf("  end %d: %d\n", end, seen.ended[end]);
    assert_true(seen.twice > scaled(1000) && seen.repeating > scaled(1000));
    for (GameEnd end = GAME_CHECKMATE; end <= GAME_FIFTY_MOVES; end++)
        assert_true(seen.ended[end] > 0);
}
