/* uci_inspect [--slow] BINARY [SCENE]
 *
 * The commands that look into a position, as a user gives them: on positions of all kinds, with bad
 * arguments, into files, while a search runs. What JSON and pictures say is checked in
 * tests/platform/clients/inspect.mjs, what is computed in tests/unit/inspect/test_inspection.c.
 */
#include "board/fen.h"
#include "core/text.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/json.h"
#include "support/setup.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ERROR "info string error: "

static const char *const FENS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    MIDDLE,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
    "b1Q2q2/1QqQqkB1/NRQQrb2/4r1q1/Q2q3Q/K1nBqqQ1/4q1R1/NqQ2n2 w - - 0 60",
    "QQQQQQQQ/3pk3/8/8/8/8/8/K7 b - - 0 1",
    "k7/1q1q2q1/8/q6q/8/Q5Q1/1QQ1Q2Q/K2Q3R w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
    "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "4k3/8/4N3/8/4R3/8/8/4K2b b - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",
    "qr2kr2/8/8/8/8/8/8/QR2KR2 w FBfb - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "k7/8/8/8/8/8/8/K7 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2B w - - 99 150",
    "nnnnknnn/nnn5/8/8/8/8/NNN5/NNNNKNNN w - - 0 1",
    "rrrrkrrr/rrr5/8/8/8/8/RRR5/RRRRK1RR b - - 0 1",
    "bbbbkbbb/bbb5/8/8/8/8/BBB5/BBBBKBBB w - - 0 1",
};
enum { FEN_COUNT = sizeof FENS / sizeof *FENS };

/* Gives a command and wants lines without an error. Returns how many. */
static int answer_lines(Child *e, const char *command) {
    char line[LINE];
    int lines = 0;
    say(e, "%s\nisready", command);
    while (hear(e, line, PATIENCE) && strcmp(line, "readyok") != 0) {
        lines++;
        check(strncmp(line, ERROR, strlen(ERROR)) != 0, "\"%s\": %s", command, line);
        for (const char *c = line; *c; c++)
            check(*c >= ' ' && *c <= '~', "\"%s\" says byte %d", command, *c);
        if (*line == '{' && strlen(line) < LINE - 1)
            check(json_is_object(line), "\"%s\" is no JSON: %s", command, line);
    }
    check(lines > 0, "\"%s\" says nothing", command);
    return lines;
}

static void ask_about_move(Child *e, const Position *pos, Move m) {
    static const char *const COMMANDS[] = {"see %s",
                                           "see %s json",
                                           "explain %s nodes 50",
                                           "explain %s nodes 9 json",
                                           "explain %s nodes 9 svg",
                                           "diff %s"};
    char text[MOVE_TEXT_SIZE], command[64];
    move_write(pos, m, text);
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        snprintf(command, sizeof command, COMMANDS[i], text);
        answer_lines(e, command);
    }
}

/* Every command on every position; in the release build with every move. */
static void every_command_on_every_position(void) {
    static const char *const COMMANDS[] = {"map",
                                           "map json",
                                           "map svg",
                                           "threats",
                                           "threats json",
                                           "threats svg",
                                           "captures",
                                           "captures 20",
                                           "captures pieces",
                                           "captures nothing",
                                           "captures all",
                                           "captures json",
                                           "captures 20 json",
                                           "attackers e4 json",
                                           "attackers e4",
                                           "lists",
                                           "attackers a1 json",
                                           "attackers h8 text",
                                           "eval",
                                           "eval json",
                                           "eval svg",
                                           "map svg black",
                                           "threats svg black",
                                           "eval svg black"};
    Position *pos = position_new();
    Child e;
    start(&e);
    for (int i = 0; i < FEN_COUNT; i++) {
        MoveList list = {0};
        position_set(pos, FENS[i]);
        say(&e, "position fen %s", FENS[i]);
        for (size_t w = 0; w < sizeof COMMANDS / sizeof *COMMANDS; w++)
            answer_lines(&e, COMMANDS[w]);
        for (Square sq = A1; sq <= H8; sq++) {
            char command[32];
            snprintf(command, sizeof command, "attackers %s", square_name(sq));
            answer_lines(&e, command);
        }
        legal_moves(pos, &list);
        for (int m = 0; m < list.count; m += slow ? 36 : 1)
            ask_about_move(&e, pos, list.moves[m]);
    }
    free(pos);
    still_works(&e, "every command");
    quit(&e);
}

/* What a new user reads. */
static void known_answers(void) {
    Child e;
    start(&e);
    talk_through(
        &e,
        (const Talk[]){
            {"position fen " MIDDLE, NULL},
            {"map", "  7  p . p p q p b .    .   .   .   1N  .   1N  .   .     1R  1B  .   4N"},
            {"attackers d5", "White's Pawn is on d5."},
            {"", "  Queen  f3  behind the Pawn e4"},
            {"", "  Pawn   e6  takes: +0"},
            {"", "   2. Pawn   e4 takes Pawn          +0"},
            {"", "      Black does better to stop here; else it would go on:"},
            {"see e5g6", "   2. Pawn   f7 takes Knight      -200"},
            {"", "  Worth -200 for White"},
            {"see e1g1", "Castling exchanges nothing"},
            {"threats", "  Bishop e2 takes the Bishop a6, which nobody defends: +300"},
            {"", "Black:"},
            {"", "  Pawn b4 takes the Knight c3, which is worth more: +200"},
            {"captures rooks", "  --- the threshold ends the walk here"},
            {"", "  Bishop a6    65  e2a6    Bishop e2    +300"},
            {"", "8 captures, 0 of them before the threshold, cell 64 (Bishop)."},
            {"captures pieces", "  Knight f6    71  f3f6"},
            {"", "  --- the threshold ends the walk here"},
            {"", "8 captures, 2 of them before the threshold, cell 72 (pre-promoted)."},
            {"explain e5g6", "White: Knight from e5 takes Pawn on g6."},
            {"", "  White's Knight g6 now attacks f4 h4 e5 e7 f8 h8, and no longer attacks d3"},
            {"",
             "  White attacks 40 squares, 38 before: it now attacks h4 e5 e7 f8 h8, and no longer"},
            {"", "Threats: 3 before, 7 now."},
            {"", "  Gone: none."},
            {"", "  New:"},
            {"", "    White's Knight g6 forks the Queen e7 and the Rook h8: +200, but can be"},
            {"", "  As before:"},
            {"", "    White's Bishop e2 takes the Bishop a6, which nobody defends: +300"},
            {"", "The evaluation goes from "},
            {"explain e2a6", "Threats: 3 before, "},
            {"", "  Gone:"},
            {"", "    White's Bishop e2 takes the Bishop a6, which nobody defends: +300"},
            {"explain e1g1", "White castles short."},
            {"explain Nxg6", "White: Knight from e5 takes Pawn on g6."},
            {"explain O-O json", "{"},
            {"map json fen rnbqkbnr/pppppppp/8/8/3Q4/8/PPPPPPPP/RNBQKB2 w Qkq - 0 1", "{\"comm"},
            {"", "info string map: White has 8 pawns and 1 promoted"},
            {"see Nxg6", "   2. Pawn   f7 takes Knight      -200"},
            {"diff Nxg6", "  8  Knight e5, cell 70  Knight g6, cell 70   -d3 f3 "},
            {"diff e5g6", "  8  Knight e5, cell 70  Knight g6, cell 70   -d3 f3 "},
            {"", "g6      -Knight e5"},
            {"", "16 of 64 rows of the map change."},
            {"lists fen QQQQQQQQ/3pk3/8/8/8/8/8/K7 b - - 0 1", "     4     2  promoted Queen"},
            {"captures fen 3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "Black is in check"},
            {"captures fen 8/8/8/6k1/3Pp3/8/8/4K3 w - - 0 1", "0 captures."},
            {"captures fen 7k/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", ERROR "captures: FEN board"},
            {"captures fen 8/8/8/6k1/3Pp3/8/8/4K3 b - d3 0 1", "En passant, a stage"},
            {"captures fen 8/4P1k1/8/8/8/8/8/4K3 w - - 0 1",
             "Promotions without a capture: e7e8q e7e8r e7e8b e7e8n"},
            {"explain d1d8 fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Checkmate: White wins."},
            {"explain f5f7 fen 7k/8/6K1/5Q2/8/8/8/8 w - - 0 1",
             "Stalemate, a draw: Black has no legal move and is not in check."},
            {"d", "FEN: " MIDDLE},
            {0}});
    quit(&e);
}

/* What the evaluations say: test_eval.c and test_network_report.c look at the numbers. */
static void the_evaluations(void) {
    Child e;
    start(&e);
    talk_through(&e,
                 (const Talk[]){{"position fen " MIDDLE, NULL},
                                {"eval", "Material "},
                                {"", "Evaluation: "},
                                {"", "Network: "},
                                {"", "What each piece contributes, "},
                                {"", "The pairs that matter most, 10 of 49, "},
                                {"eval json", "{\"command\":\"eval\",\"fen\":\"" MIDDLE "\","},
                                {"eval svg", "<?xml"},
                                {"", "</svg>"},
                                {"explain e5g6", "The network's score goes from "},
                                {"", "  What the inputs that change contribute, "},
                                {"explain e1c1", "  White's King has crossed the middle: "},
                                {"eval fen 4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", "Evaluation: 6429 "},
                                {"", "Network: "},
                                {0}});
    quit(&e);
}

static void bad_arguments(void) {
    static const char *const BAD[][2] = {
        {"map xml", "map: 'xml' is not understood"},
        {"map json fen 8/8 w", "map: FEN castling field: missing"},
        {"eval xml", "eval: 'xml' is not understood"},
        {"map fen", "map: FEN board field: missing"},
        {"attackers", "attackers: '' is no square"},
        {"attackers i9", "attackers: 'i9' is no square"},
        {"attackers e4 svg", "attackers: 'svg' is not understood"},
        {"attackers e44", "attackers: 'e44' is no square"},
        {"see", "see: '' is no legal move"},
        {"see e2e5", "see: 'e2e5' is no legal move there: the Pawn on e2 does not reach e5; "},
        {"see e2e4e5e6e7", "see: 'e2e4e5e6e7' is no legal move"},
        {"see e2e4 svg", "see: 'svg' is not understood"},
        {"see e2e4 fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "see: 'e2e4' is no legal move"},
        {"explain e7e5", "explain: 'e7e5' is no legal move"},
        {"see Ng3", "see: 'Ng3' is no legal move"},
        {"explain Nf3xe5xd7xd8xe8", "explain: 'Nf3xe5xd7xd8xe8' is no legal move"},
        {"explain Nd2 fen 4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
         "explain: 'Nd2' could be several moves there; write explain MOVE"},
        {"explain e2e4 xml", "explain: 'xml' is not understood"},
        {"diff 0000", "diff: '0000' is no legal move"},
        {"captures 7", "captures: '7' is no threshold"},
        {"captures 106", "captures: '106' is no threshold"},
        {"captures everything", "captures: 'everything' is no threshold"},
        {"captures all more", "captures: 'more' is not understood"},
        {"lists please", "lists: 'please' is not understood"},
        {"validate", "validate: there is no FEN"},
        {"map svg /no/such/folder/x.svg", "map: '/no/such/folder/x.svg' cannot be written"},
        {"threats svg /tmp", "threats: '/tmp' cannot be written"},
    };
    char line[LINE], long_path[6000];
    Child e;
    start(&e);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        say(&e, "%s", BAD[i][0]);
        wait_for(&e, ERROR, line);
        check(strncmp(line + strlen(ERROR), BAD[i][1], strlen(BAD[i][1])) == 0, "\"%s\": %s",
              BAD[i][0], line);
    }
    memset(long_path, 'x', sizeof long_path - 1);
    long_path[sizeof long_path - 1] = '\0';
    say(&e, "map svg %s\nmap svg fen %s\nvalidate %s", long_path, long_path, long_path);
    check(count_until_ready(&e, ERROR) == 3, "what is too long is not refused");
    still_works(&e, "bad arguments");
    quit(&e);
}

/* FENs as people copy them, and others that are nearly right: what is proposed. */
static void fens_are_repaired(void) {
#define AFTER_E4       "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
#define ALL_OF_E4      AFTER_E4 " b KQkq - 0 1"
#define E4_UNDERSCORED AFTER_E4 "_b_KQkq_-_0_1"
    static const char *const CASES[][2] = {
        {"\"" ALL_OF_E4 "\"", ALL_OF_E4},
        {"'" ALL_OF_E4 "',", ALL_OF_E4},
        {"\xE2\x80\x9C" AFTER_E4 " b KQkq \xE2\x80\x93 0 1\xE2\x80\x9D", ALL_OF_E4},
        {"[FEN \"" ALL_OF_E4 "\"]", ALL_OF_E4},
        {"{\"fen\": \"" ALL_OF_E4 "\"}", ALL_OF_E4},
        {"fen: " ALL_OF_E4, ALL_OF_E4},
        {"FEN=" ALL_OF_E4 ";", ALL_OF_E4},
        {E4_UNDERSCORED, ALL_OF_E4},
        {"**" ALL_OF_E4 "**", ALL_OF_E4},
        {"https://lichess.org/analysis/standard/" E4_UNDERSCORED, ALL_OF_E4},
        {"https://lichess.org/editor/" E4_UNDERSCORED "?color=black", ALL_OF_E4},
        {"https://lichess.org/analysis/" E4_UNDERSCORED "#1", ALL_OF_E4},
        {"lichess.org/analysis/fromPosition/" AFTER_E4 "_b_KQkq_-", ALL_OF_E4},
        {"https://www.chess.com/"
         "analysis?fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR"
         "+b+KQkq+-+0+1&flip=true",
         ALL_OF_E4},
        {AFTER_E4 "%20b%20KQkq%20-%200%201", ALL_OF_E4},
        {AFTER_E4 "&nbsp;b&nbsp;KQkq&nbsp;-&nbsp;0&nbsp;1", ALL_OF_E4},
        {"rnbqkbnr\\/pppppppp\\/8\\/8\\/4P3\\/8\\/PPPP1PPP\\/RNBQKBNR b KQkq - 0 1", ALL_OF_E4},
        {AFTER_E4 ", b, KQkq, -, 0, 1", ALL_OF_E4},
        {AFTER_E4 " black KQkq - 0 1", ALL_OF_E4},
        {AFTER_E4 " B KQkq - 0 1", ALL_OF_E4},
        {AFTER_E4 " b KQkq 0 1", ALL_OF_E4},
        {AFTER_E4 " b KQkq", ALL_OF_E4},
        {AFTER_E4 " b KQkq - 0 1 (Black to move)", ALL_OF_E4},
        {AFTER_E4 " b KQkq - bm e5; id \"first\";", ALL_OF_E4},
        {"4k3/8/8/8/8/8/8/Q~3K3 w - - 3 40", "4k3/8/8/8/8/8/8/Q3K3 w - - 3 40"},
        {"\"q~3k3/8/8/8/8/8/8/4K3\" Black 0 1", "q3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w 3 40", "4k3/8/8/8/8/8/8/4K3 w - - 3 40"},
        {"4k3/8/8/8/8/8/8/4K2R K - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        {"r3k2?/8/8/8/8/8/8/4K3 w q - 0 1", "r3k3/8/8/8/8/8/8/4K3 w q - 0 1"},
    };
    Child e;
    start(&e);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char line[LINE];
        say(&e, "validate %s", CASES[i][0]);
        wait_for(&e, "Repaired FEN: ", line);
        check(strcmp(line + strlen("Repaired FEN: "), CASES[i][1]) == 0, "%s: %s", CASES[i][0],
              line);
    }
    quit(&e);
}

static void fens_are_validated(void) {
    Child e;
    start(&e);
    talk_through(
        &e,
        (const Talk[]){{"validate " MIDDLE, "The FEN is valid."},
                       {"", "Written in full: " MIDDLE},
                       {"validate fen 4k3/8/8/8/8/8/8/4K2R b KQ e3", "The FEN is valid."},
                       {"", "  castling field: 'KQ' is read as 'K'"},
                       {"", "  en passant field: 'e3' is read as '-'"},
                       {"", "Written in full: 4k3/8/8/8/8/8/8/4K2R b K - 0 1"},
                       {"validate 4k3/8/8/8/4X3/8/8/4K3 x - - 0 1", "The FEN is invalid."},
                       {"", "Field:  board"},
                       {"", "Square: e4"},
                       {"", "Reason: unknown letter 'X' on e4"},
                       {"", "After that repair:"},
                       {"", "Field:  side"},
                       {"", "Repaired FEN: 4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
                       {"validate 4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Square: e8"},
                       {"", "Repaired FEN: 4k3/8/8/8/8/8/8/4RK2 b - - 0 1"},
                       {"validate 8/8/8/8/8/8/8/4K3 w - - 0 1", "Reason: Black has no king"},
                       {"", "No repaired FEN"},
                       {"validate k3R3/8/8/8/8/8/8/K3r3 w - - 0 1", "No repaired FEN"}, /* nor b */
                       {"validate \xEF\xBC\x94k3/8/8/8/8/8/8/4K3 w - - 0 1", "No repaired FEN"},
                       {"d", "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
                       {"", "Checkers: none"},
                       {"", "Game: goes on"},
                       {"setoption name UCI_Chess960 value true", NULL},
                       {"validate qr2kr2/8/8/8/8/8/8/QR2KR2 w KQkq - 0 1",
                        "Written in full: "
                        "qr2kr2/8/8/8/8/8/8/QR2KR2 w FBfb - 0 1"},
                       {"position fen K", ERROR},
                       {"map", "info string the last position was refused"},
                       {0}});
    check(count_until_ready(&e, "     board") == 1, "no map after a refused position");
    quit(&e);
}

/* The size of a file; -1 if it does not begin and end with these texts. */
static long file_size(const char *path, const char *begin, const char *end) {
    static char text[1 << 18];
    FILE *file = fopen(path, "r");
    if (!file)
        return -1;
    const size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    const size_t before = strlen(begin), after = strlen(end);
    if (size < before + after || memcmp(text, begin, before) != 0 ||
        memcmp(text + size - after, end, after) != 0)
        return -1;
    return (long)size;
}

static void answers_go_to_files(void) {
    char folder[] = "/tmp/panoptes XXXXXX", path[64], pipe[64], line[LINE];
    Child e;
    check(mkdtemp(folder) != NULL, "no folder");
    snprintf(path, sizeof path, "%s/a file", folder);
    snprintf(pipe, sizeof pipe, "%s/pipe", folder);
    check(mkfifo(pipe, 0600) == 0, "no pipe");
    start(&e);
    say(&e, "position fen " MIDDLE "\nmap svg %s", path);
    wait_for(&e, "info string map written to /tmp/panoptes ", line);
    const long large = file_size(path, "<?xml", "</svg>\n");
    check(large > 20000, "no picture of the map: %ld bytes", large);
    unlink(path);
    say(&e, "map json %s\nthreats json %s fen k7/8/8/8/8/8/8/K7 w - - 0 1", path, path);
    wait_for(&e, "info string threats written to ", line);
    const long size = file_size(path, "{\"command\":\"threats\"", "]}\n");
    check(size > 0 && size < 400, "what the file held before is not gone: %ld bytes", size);
    unlink(path);
    say(&e, "eval svg %s", path);
    wait_for(&e, "info string eval written to ", line);
    check(file_size(path, "<?xml", "</svg>\n") > 10000, "no picture of the evaluation");
    say(&e, "explain e2a6 text %s", path);
    wait_for(&e, "info string explain written to ", line);
    check(file_size(path, "White: Bishop", "\n") > 0, "no explanation in the file");
    const int reader = open(pipe, O_RDONLY | O_NONBLOCK);
    say(&e, "map json %s", pipe);
    wait_for(&e, "info string map written to ", line);
    check(read(reader, line, LINE) > 1000 && strncmp(line, "{\"command\":\"map\"", 16) == 0,
          "another answer comes through a pipe");
    close(reader);
    say(&e, "map svg /dev/full");
    wait_for(&e, ERROR "map: '/dev/full' cannot be written: No space left on device", line);
    check(count_until_ready(&e, "") == 0, "something is said after the answers");
    quit(&e);
    unlink(path);
    unlink(pipe);
    rmdir(folder);
}

#define BACK_AND_FORTH " g1f3 g8f6 f3g1 f6g8"

/* Whether the game goes on: test_game_state.c has all cases. */
static void the_state_of_the_game(void) {
    Child e;
    start(&e);
    talk_through(
        &e,
        (const Talk[]){
            {"d", "Game: goes on"},
            {"position startpos moves" BACK_AND_FORTH " g1f3 g8f6 f3g1", NULL},
            {"d", "  This position has occurred twice: once more is a draw."},
            {"", "  A position occurs for the third time, a draw, after f6g8."},
            {"explain f6g8", "Threefold repetition: this position has occurred 3 times; a player"},
            {"explain f6g8 json",
             "{\"command\":\"explain\",\"fen\":\"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b "
             "KQkq "
             "- 7 4\",\"side\":\"black\",\"game\":{\"end\":null,\"over\":false,\"occurrences\":2,"
             "\"repeating\":[\"f6g8\"],\"quiet_plies\":7,\"fifty_moves_in\":93,\"dead_in\":28},"
             "\"move\":\"f6g8\",\"after\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 8 "
             "5\",\"game_after\":{\"end\":\"repetition\",\"over\":false,\"occurrences\":3,"},
            {"position startpos moves" BACK_AND_FORTH BACK_AND_FORTH, NULL},
            {"d", "Game: goes on unless a player claims a draw"},
            {"", "  Threefold repetition: "},
            {"", "  A draw by the fifty-move rule in 92 plies"},
            {"position fen 7k/8/6K1/8/8/8/8/5Q2 w - - 99 100", NULL},
            {"d", "  A draw by the fifty-move rule in 1 ply without a capture or a pawn move."},
            {"explain f1f8", "Checkmate: White wins."},
            {"explain f1f7", "Stalemate, a draw: "},
            {"explain f1a1",
             "Fifty-move rule: 100 plies without a capture or a pawn move; a player"},
            {"map json", "{"}, /* one line, so that nothing of it is left */
            {"position fen 7k/8/6K1/8/8/8/8/5Q2 w - - 99 100 moves f1f8", NULL},
            {"d", "Game: over"},
            {"", "  Checkmate: White wins."},
            {"map json", "{\"command\":\"map\",\"fen\":\"5Q1k/8/6K1/8/8/8/8/8 b - - 100 100\","
                         "\"side\":\"black\",\"game\":{\"end\":\"checkmate\",\"over\":true,"},
            {"explain e1e2 fen 4k3/8/8/8/8/8/4p3/3NK3 w - - 0 1",
             "Dead material, a draw: with only the kings and a knight no moves can mate."},
            {"map json", "{"},
            {"setoption name UCI_Chess960 value true", NULL},
            {"position fen 1k5r/8/8/8/8/8/8/1KR5 w Ch - 0 1 moves c1d1 h8h7 d1c1 h7h8 c1d1 h8h7 "
             "d1c1 h7h8",
             NULL},
            {"d", "  This position has occurred twice: once more is a draw."},
            {0}});
    quit(&e);
}

/* The search goes on, and its lines and those of the answers do not mix. */
static void answers_while_searching(void) {
    static const char *const COMMANDS[] = {
        "map",
        "map json",
        "attackers e4",
        "see e2a6",
        "threats",
        "threats json",
        "explain e2a6",
        "explain e2a6 json",
        "eval",
        "eval json",
        "eval svg",
        "attackers e4 json",
        "diff e2a6",
        "captures",
        "lists", // NOLINTNEXTLINE(bugprone-suspicious-missing-comma)
        "validate " MIDDLE};
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position fen " MIDDLE "\ngo infinite");
    wait_for(&e, "info depth 3 ", line);
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
            say(&e, "%s\nisready", COMMANDS[i]);
            int own = 0;
            while (hear(&e, line, PATIENCE) && strcmp(line, "readyok") != 0) {
                check(strncmp(line, "bestmove", 8) != 0, "\"%s\" ends the search", COMMANDS[i]);
                const bool info = strncmp(line, "info ", 5) == 0;
                check(info || !strstr(line, "info depth"), "mixed lines: %s", line);
                own += !info;
            }
            check(own > 0, "\"%s\" is not answered while searching", COMMANDS[i]);
        }
    }
    say(&e, "stop");
    wait_for(&e, "bestmove ", line);
    quit(&e);
}

/* The exit status is for scripts. */
static void exit_status(void) {
    static const struct {
        const char *arguments[8];
        int status;
    } CASES[] = {
        {{"map", "fen", MIDDLE}, 0},
        {{"map", "json", "fen", MIDDLE}, 0},
        {{"attackers", "e4"}, 0},
        {{"attackers", "x4"}, 1},
        {{"validate", MIDDLE}, 0},
        {{"validate", "8/8/8/8/8/8/8/8", "w", "-", "-"}, 1},
        {{"position fen " MIDDLE, "explain e1c1", "quit"}, 0},
        {{"see", "e2e5"}, 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char line[LINE];
        Child e;
        int lines = 0;
        start_so(&e, &(ChildWay){.arguments = CASES[i].arguments});
        while (hear(&e, line, PATIENCE))
            lines++;
        const int status = child_end(&e, 2 * PATIENCE);
        check(status == CASES[i].status && lines > 0, "%s %s: %d lines, status %d",
              CASES[i].arguments[0], CASES[i].arguments[1], lines, status);
    }
}

static const Scene SCENES[] = {
    {"every command on every position", every_command_on_every_position},
    {"known answers", known_answers},
    {"the evaluations", the_evaluations},
    {"bad arguments", bad_arguments},
    {"fens are validated", fens_are_validated},
    {"fens are repaired", fens_are_repaired},
    {"answers go to files", answers_go_to_files},
    {"the state of the game", the_state_of_the_game},
    {"answers while searching", answers_while_searching},
    {"exit status", exit_status},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
