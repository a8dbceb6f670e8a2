/* uci_console [--slow] BINARY [SCENE]
 *
 * What a person may write at the console, that none of it counts once a program has sent `uci`, and
 * what a person reads.
 */
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/files.h"
#include "support/json.h"

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
        {"8/1P5k/8/8/8/8/8/K7 w - - 0 1 moves b8q", "1Q6/7k/8/8/8/8/8/K7 b"},
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
                                     ERROR "position: move 2, 'Ke7', is not legal: "},
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
    static const char CASTLES[] = "fen " MIDDLE " moves o-o";
    static const char *const REFUSED[] = {"startpos moves e4",
                                          "startpos moves e2-e4",
                                          "startpos moves 1. e2e4",
                                          "startpos moves 1.e2e4",
                                          CASTLES,
                                          MIDDLE};
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
                                    {"go --help", "  go [json] [LIMITS] "},
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

/* Reads a search's lines. Returns true if the last one has one move alone where a line before it went
 * on from that move. *repeated: the last line was printed before. */
static bool ends_in_a_stump(Child *e, bool *repeated) {
    char line[LINE], last[LINE] = "", whole[LINE] = "";
    *repeated = false;
    while (hear(e, line, PATIENCE) && strncmp(line, "bestmove", 8) != 0) {
        const char *pv = strstr(line, " pv ");
        if (!pv)
            continue;
        strcpy(last, pv + 4);
        *repeated = strcmp(last, whole) == 0;
        if (strchr(last, ' '))
            strcpy(whole, last);
    }
    return *last && !strchr(last, ' ') && strncmp(whole, last, strlen(last)) == 0;
}

/* A search that is ended in the middle of an iteration ends with its last whole line. */
static void the_last_line_is_whole(void) {
    static const char *const FENS[] = {
        "8/4kp2/2npp3/1Nn5/1p2P1P1/7q/1PP1B3/4KR1r b - - 0 1",
        "2r4r/1P4pk/p2p1b1p/7n/BB3p2/2R2p2/P1P2P2/4RK2 w - - 0 1",
        "2r5/1P4pk/p2p1b1p/5b1n/BB3p2/2R2p2/P1P2P2/4RK2 w - - 0 1",
    };
    int repeats = 0;
    Child e;
    start(&e);
    for (int i = 0; i < 3; i++)
        for (int nodes = 500; nodes <= 3000; nodes += slow ? 500 : 100) {
            bool repeated;
            say(&e, "ucinewgame\nposition fen %s\ngo nodes %d", FENS[i], nodes);
            check(!ends_in_a_stump(&e, &repeated), "%s, %d nodes: the last line is its first move",
                  FENS[i], nodes);
            repeats += repeated;
        }
    check(slow || repeats > 0, "no search ended in the middle of an iteration");
    quit(&e);
}

static void missing_mates_are_reported(void) {
    static const char NONE[] = "info string no mate in ";
    char line[LINE];
    check(run_with((const char *const[]){"go mate 2", NULL}, NONE, line, NULL) == 0, "go mate 2");
    Child e;
    start(&e);
    say(&e, "go mate 2");
    wait_for(&e, NONE, line);
    check(strcmp(line, "info string no mate in 2 found") == 0, "go mate 2: %s", line);
    wait_for(&e, "bestmove", line);
    say(&e, "position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\ngo mate 1");
    check(!comes(&e, NONE, 2000), "a mate in 1 is not found");
    say(&e, "go depth 2");
    check(!comes(&e, NONE, 500), "go depth looks for a mate");
    quit(&e);
}

static void show_writes_san(void) {
    Child e;
    start(&e);
    talk_through(&e,
                 (const Talk[]){{"show 0 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "    1  mate in 1 "},
                                {"", "White's best move is Rd8#: Rook from d1 to d8."},
                                {"show 0 k7/8/8/8/8/8/8/K6r w - - 0 1", "White's best move is K"},
                                {0}});
    quit(&e);
}

/* A picture or JSON takes the place of its like only. */
static void answers_replace_their_like(void) {
    static const char LETTER[] = "Dear <friend>, {\"command\" me}\n";
    char path[FILE_PATH_SIZE], line[LINE], command[LINE];
    file_place(path, "answer");
    Child e;
    start(&e);
    static const char *const COMMANDS[] = {
        "map svg",  "threats svg",      "eval svg", "map svg black", "explain e2e4 nodes 9 svg",
        "map json", "explain e2e4 json"};
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        file_put(path, LETTER, sizeof LETTER - 1);
        snprintf(command, sizeof command, "%s %s", COMMANDS[i], path);
        say(&e, "%s", command);
        check(count_until_ready(&e, ERROR) == 1, "\"%s\" replaces a letter", COMMANDS[i]);
        file_put(path, "", 0);
        for (int twice = 0; twice < 2; twice++) {
            say(&e, "%s", command);
            check(count_until_ready(&e, ERROR) == 0, "\"%s\" does not replace its like",
                  COMMANDS[i]);
        }
    }
    say(&e, "map svg %s", path);
    wait_for(&e, ERROR "map: ", line);
    check(strstr(line, "is no picture") != NULL, "a picture in place of JSON: %s", line);
    talk_through(&e, (const Talk[]){{"map svg startpos", ERROR "map: 'startpos' is no file"}, {0}});
    quit(&e);
}

#define OPERA                                                                                      \
    "position startpos moves 1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 "   \
    "7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 "     \
    "14. Rd1 Qe6 15. Bxd7+ Nxd7"

static void a_move_is_worth_something(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, OPERA "\nexplain Qb8+");
    wait_for(&e, "Worth, by a search of ", line);
    check(strstr(line, " nodes: White mates in 2.") != NULL, "Qb8+: %s", line);
    talk_through(
        &e, (const Talk[]){{"", "  The line that follows: Nxb8 Rd8#."},
                           {"", "  No better move was found."},
                           {"explain Qxe6+ nodes 4000", "  The reply that refutes it: fxe6"},
                           {"", "  Better: Qb8+ Nxb8 Rd8#: White mates in 2."},
                           {"", "  The move gives "},
                           {"explain Qb8+ nodes x", ERROR "explain: 'x' is no number of nodes"},
                           {"explain Qb8+ nodes 1 json", "{\"command\":\"explain\""},
                           {0}});
    say(&e, "explain Qb8+ nodes 0");
    check(count_until_ready(&e, "Worth") == 0, "nodes 0 searches");
    say(&e, "position startpos\nexplain Nf3 nodes 100");
    check(count_until_ready(&e, "A draw by the fifty-move rule") == 0,
          "the fifty-move rule is named far from its end");
    say(&e, "explain e1e2 nodes 0 fen 4k3/8/8/8/8/8/8/R3K3 w - - 79 99");
    check(count_until_ready(&e, "A draw by the fifty-move rule in 20 plies") == 1,
          "the fifty-move rule is not named near its end");
    say(&e, "explain e1e2 nodes 0 fen 4k3/8/8/8/8/8/8/R3K3 w - - 78 99");
    check(count_until_ready(&e, "A draw by the fifty-move rule") == 0,
          "the fifty-move rule is named 21 plies from its end");
    quit(&e);
}

/* The answers for programs: the start of each, and what a line of it has. */
static void programs_read_json(void) {
    static const struct {
        const char *say, *begin, *has;
    } CASES[] = {
        {"go json depth 3", "{\"event\":\"info\",\"depth\":3,",
         ",\"mate\":null,\"bound\":\"exact\","},
        {"position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\ngo json depth 3", "{\"event\":\"info\",",
         "\"centipawns\":null,\"mate\":1,"},
        {"", "{\"event\":\"bestmove\"", "\"move\":\"d1d8\",\"ponder\":null}"},
        {"position fen 3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1\ngo json depth 3",
         "{\"event\":\"bestmove\"", "\"move\":null,\"ponder\":null}"},
        {"see e5g6 json " MIDDLE, "{\"command\":\"see\",", "\"move\":\"e5g6\",\"value\":-200,"},
        {"see e1g1 json " MIDDLE, "{\"command\":\"see\",",
         "\"value\":0,\"played\":0,\"steps\":[]}"},
        {"captures pieces json " MIDDLE, "{\"command\":\"captures\",",
         "{\"move\":\"f3f6\",\"victim\":{\"color\":\"black\",\"type\":\"Knight\",\"square\":"
         "\"f6\"},\"cell\":71,\"taker\":{\"color\":\"white\",\"type\":\"Queen\",\"square\":\"f3\"},"
         "\"value\":-600,\"met\":true},{\"move\":\"g2h3\""},
        {"captures rooks json " MIDDLE, "{\"command\":\"captures\",", "\"met\":false}]}"},
        {"captures json 4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "{\"command\":\"captures\",",
         "\"in_check\":true,\"captures\":[{\"move\":\"e1e2\""},
    };
    char line[LINE];
    Child e;
    start(&e);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        if (*CASES[i].say)
            say(&e, "%s", CASES[i].say);
        wait_for(&e, CASES[i].begin, line);
        check(strstr(line, CASES[i].has) != NULL, "\"%s\": %s", CASES[i].say, line);
        check(json_is_object(line), "\"%s\" is no JSON: %s", CASES[i].say, line);
    }
    say(&e, "uci\ngo json depth 1");
    wait_for(&e, ERROR "go: unknown token 'json'", line);
    quit(&e);
}

static void one_is_no_plural(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"explain a1a2 4k3/8/8/8/8/8/8/K7 w - - 0 1",
                                     "The map: 1 piece attacks other squares than before."},
                                    {"captures 4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "1 capture."},
                                    {0}});
    quit(&e);
}

static const Scene SCENES[] = {
    {"moves as people write them", moves_as_people_write_them},
    {"front ends are read strictly", front_ends_are_read_strictly},
    {"FENs need no word", fens_need_no_word},
    {"help on a command", help_on_a_command},
    {"games are no positions", games_are_no_positions},
    {"the last line is whole", the_last_line_is_whole},
    {"missing mates are reported", missing_mates_are_reported},
    {"show writes SAN", show_writes_san},
    {"answers replace their like", answers_replace_their_like},
    {"a move is worth something", a_move_is_worth_something},
    {"programs read JSON", programs_read_json},
    {"one is no plural", one_is_no_plural},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
