/* The state of the game: known cases in words, and random games in which FENs count repetitions and
 * the board shows how it ends. */
#include "inspect/game_state_internal.h"

#include "board/fen.h"
#include "board/make.h"
#include "inspect/inspect.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/rows.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- known cases ---------------------------------------------------------------------------- */

static const char *const ENDS[] = {"goes_on", "checkmate",  "stalemate",
                                   "dead",    "repetition", "fifty_moves"};

static void known_case(char **cells) {
    Document out = {0};
    GameState game;
    position_set(pos, cells[0]);
    position_play(pos, cells[1]);
    position_reroot(pos);
    game_state_find(pos, &game);
    game_text(&out, pos);
    out.data[out.length - 1] = '\0';
    if (strcmp(ENDS[game.end], cells[2]) != 0 || game.dead_in != atoi(cells[3]) ||
        strcmp(out.data, cells[4]) != 0)
        fail_msg("%s %s: end %d, dead in %d\n%s", cells[0], cells[1], game.end, game.dead_in,
                 out.data);
    document_free(&out);
}

TEST(known_cases) {
    each_row("game_state.tsv", "state", known_case);
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
