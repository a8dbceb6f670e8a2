/* uci_console [--slow] BINARY [SCENE]
 *
 * What a person may write at the console, that none of it counts once a program has sent `uci`, and
 * what a person reads.
 */
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/files.h"

#include <stdio.h>
#include <string.h>

#define ERROR "info string error: "

/* A line of moves as people write them, and the board that they lead to. */
typedef struct Loose {
    const char *position, *board;
} Loose;

static void moves_as_people_write_them(void) {
    static const Loose CASES[] = {
        {"startpos moves e4 Nf6 Nc3", "rnbqkb1r/pppppppp/5n2/8/4P3/2N5/PPPP1PPP/R1BQKBNR b"},
        {"startpos moves e4 nf6 nc3", "rnbqkb1r/pppppppp/5n2/8/4P3/2N5/PPPP1PPP/R1BQKBNR b"},
        {"startpos moves e2-e4 e7-e5 Ng1-f3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/"
                                              "RNBQKB1R b"},
        {"startpos moves 1.e4 e5 2. Nf3 2... Nc6 3.bb5",
         "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b"},
        {"startpos moves e2e4 e5 g1f3", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b"},
        {"fen " MIDDLE " moves o-o 0-0-0", "2kr3r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/"
                                           "R4RK1 w"},
        {MIDDLE " moves O-O-O o-o", "r4rk1/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/2KR3R w"},
        {"1n6/P6k/8/8/8/8/8/K7 w - - 0 1 moves axb8=n", "1N6/7k/8/8/8/8/8/K7 b"},
        {"1n6/P6k/8/8/8/8/8/K7 w - - 0 1 moves a8q", "Qn6/7k/8/8/8/8/8/K7 b"},
        /* a pawn's move comes before the bishop's */
        {"k7/8/8/8/8/2p5/1P1B4/K7 w - - 0 1 moves bxc3", "k7/8/8/8/8/2P5/3B4/K7 b"},
        {"k7/8/8/8/8/2p5/3B4/K7 w - - 0 1 moves bxc3", "k7/8/8/8/8/2B5/8/K7 b"},
    };
    char begin[256];
    Child e;
    start(&e);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        snprintf(begin, sizeof begin, "FEN: %s", CASES[i].board);
        char line[LINE];
        say(&e, "position %s\nd", CASES[i].position);
        wait_for(&e, "FEN: ", line);
        check(strncmp(line, begin, strlen(begin)) == 0, "%s: %s", CASES[i].position, line);
    }
    talk_through(&e, (const Talk[]){{"position startpos moves e4 Ke7",
                                     ERROR "position: move 2, 'Ke7', is not legal"},
                                    {"position fen 4k3/8/8/8/8/8/8/R3K2R w - - 0 1 moves Rf1 Kd7 "
                                     "1. R1",
                                     ERROR "position: move 3, 'R1', is not legal"},
                                    {"position fen 4k3/8/8/8/8/8/4K3/R6R w - - 0 1 moves Rd1",
                                     ERROR "position: move 1, 'Rd1', could be several"},
                                    {0}});
    quit(&e);
}

/* What a front end sends means what UCI says, to the letter. */
static void front_ends_are_read_strictly(void) {
    static const char *const REFUSED[] = {"startpos moves e4",        "startpos moves e2-e4",
                                          "startpos moves 1. e2e4",   "startpos moves 1.e2e4",
                                          "fen " MIDDLE " moves o-o", MIDDLE};
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"position startpos moves e4", NULL}, {"uci", "uciok"}, {0}});
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++) {
        say(&e, "position %s", REFUSED[i]);
        check(count_until_ready(&e, ERROR "position: ") == 1, "position %s is taken", REFUSED[i]);
    }
    talk_through(&e, (const Talk[]){{"position startpos moves e2e4", NULL},
                                    {"stop --help", ERROR "stop: '--help' means nothing here"},
                                    {0}});
    quit(&e);
}

static void fens_need_no_word(void) {
    Child e;
    start(&e);
    talk_through(
        &e, (const Talk[]){{"d " MIDDLE, "FEN: " MIDDLE},
                           {"see e5g6 " MIDDLE, "  Worth -200 for White"},
                           {"see nxg6 " MIDDLE, "  Worth -200 for White"},
                           {"perft 2 " MIDDLE, "Nodes searched: 2039"},
                           {"map json " MIDDLE, "{\"command\":\"map\",\"fen\":\"" MIDDLE "\""},
                           {"captures rooks " MIDDLE, "8 captures, 0 of them before the threshold"},
                           {"map 8/8/8/8/8 w", ERROR "map: FEN castling field: missing"},
                           {"map 8/8/8 w", ERROR "map: '8/8/8' is not understood here"},
                           {0}});
    quit(&e);
}

static void help_on_a_command(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"help perft", "  perft [full|captures] DEPTH [fen FEN] "},
                                    {"perft --help", "  perft [full|captures] DEPTH [fen FEN] "},
                                    {"selftest --help", "  selftest "},
                                    {"go --help", "  go [LIMITS] "},
                                    {"", "  go perft DEPTH "},
                                    {"help -v", "  version "},
                                    {"help --help", "  help [COMMAND] "},
                                    {"-h --help", "  help [COMMAND] "},
                                    {"help me", ERROR "help: 'me' is no command"},
                                    {0}});
    say(&e, "help see");
    check(count_until_ready(&e, "") == 1, "help see has other than one line");
    quit(&e);
}

static void games_are_no_positions(void) {
    static const char GAME[] = "\n[Event \"?\"]\n\n1. e4 *\n";
    char path[FILE_PATH_SIZE], line[LINE];
    file_place(path, "game.pgn");
    file_put(path, GAME, sizeof GAME - 1);
    check(run_with((const char *const[]){"bench", path, NULL}, ERROR "bench: ", line, NULL) == 1 &&
              strstr(line, "is a PGN"),
          "bench of a PGN: %s", line);
}

static const Scene SCENES[] = {
    {"moves as people write them", moves_as_people_write_them},
    {"front ends are read strictly", front_ends_are_read_strictly},
    {"FENs need no word", fens_need_no_word},
    {"help on a command", help_on_a_command},
    {"games are no positions", games_are_no_positions},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
