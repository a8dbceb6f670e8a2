/* game_text says rightly how a game has ended, or which draws are near, in a table of positions. */
#include "inspect/inspect_internal.h"

#include "support/cmocka_test.h"
#include "support/rows.h"
#include "support/setup.h"

#include <stdlib.h>
#include <string.h>

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

/* The rook's file names a castling right. After the loss of that right, the same board is another position. */
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
    position_reroot(pos); /* castling does not reset the fifty-move counter */
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
