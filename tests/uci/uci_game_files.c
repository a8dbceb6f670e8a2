/* uci_game_files [--slow] BINARY [SCENE]
 *
 * position pgn: games of all kinds, up to any move; files that are wrong change nothing; and no front
 * end can name a file.
 */
#include "moves/pgn.h"
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/files.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ERROR "info string error: position: "
#define STAYS "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"

static char path[FILE_PATH_SIZE];

static void put(const char *text) {
    file_put(path, text, strlen(text));
}

/* Says what stands on the board. */
static void board_is(Child *e, const char *what, const char *fen) {
    char line[LINE];
    say(e, "d");
    wait_for(e, "FEN: ", line);
    check(strncmp(line + 5, fen, strlen(fen)) == 0, "%s: %s, not %s", what, line, fen);
}

/* White passes its third move. */
static const char PASSED[] = "1. e4 a6 2. e5 d5 3. -- b5 4. Nf3 *\n";

/* After `position pgn FILE MORE` such a FEN stands there. */
static void leads_to(Child *e, const char *more, const char *fen) {
    say(e, "position startpos\nposition pgn %s %s", path, more);
    check(count_until_ready(e, "info string") == 0, "position pgn FILE %s is refused", more);
    board_is(e, more, fen);
}

/* After `position pgn WHAT` there is such an error, and what stood there before still does. */
static void is_refused(Child *e, const char *what, const char *error) {
    char line[LINE];
    say(e, "position startpos moves g1f3\nposition pgn %s", what);
    wait_for(e, ERROR, line);
    check(strstr(line, error) != NULL, "position pgn %s: %s", what, line);
    board_is(e, what, STAYS);
    say(e, "go depth 1");
    wait_for(e, "bestmove (none)", line);
}

static void file_is_refused(Child *e, const char *more, const char *error) {
    char what[2 * FILE_PATH_SIZE];
    snprintf(what, sizeof what, "%s %s", path, more);
    is_refused(e, what, error);
}

static const char GAMES[] =
    "\xEF\xBB\xBF% of no game\n[White \"A\"]\n[Black \"B\"]\n[Result \"1/2-1/2\"]\n\n"
    "1. e4 {a comment (with 9. Qh9)} e5 2. Nf3 $1 (2. f4 exf4 (2... d5 ) 3. Nf3) 2... Nf6!? ; "
    "more\r\n"
    "3.Ng1 Ng8 4. Nf3 Nf6 5. Ng1 Ng8 1/2-1/2\n\n"
    "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 20\"]\n\n20... Kd7 21. e4 Ke6 22. Kd2 "
    "*\n\n"
    "[Variant \"Chess960\"]\n[FEN \"qr2kr2/8/8/8/8/8/8/QR2KR2 w KQkq - 0 1\"]\n\n1. O-O-O Ke7 *\n";

static void games_are_set_up(void) {
#define FIRST "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 8 6"
    static const char *const CASES[][2] = {
        {"", FIRST},
        {"6", FIRST},
        {"game 1 6.", FIRST},
        {"1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"},
        {"1...", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"},
        {"3w", "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w"},
        {"3b", "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/8/PPPP1PPP/RNBQKBNR b"},
        {"game 2", "8/8/4k3/8/4P3/8/3K4/8 b - - 2 22"},
        {"game 2 20...", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 20"},
        {"game 2 22", "8/8/4k3/8/4P3/8/8/4K3 w - - 1 22"},
        {"game 3", "qr3r2/4k3/8/8/8/8/8/Q1KR1R2 w"},
    };
    Child e;
    put(GAMES);
    start(&e);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        leads_to(&e, CASES[i][0], CASES[i][1]);
    say(&e, "position pgn %s", path);
    talk_through(&e,
                 (const Talk[]){{"d", "Moves: 1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Ng1"},
                                {"", "  Threefold repetition: this position has occurred 3"},
                                {"explain Nf3 nodes 0", "Threefold repetition: "},
                                {0}});
    put(PASSED);
    leads_to(&e, "", "rnbqkbnr/2p1pppp/p7/1p1pP3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 4");
    leads_to(&e, "3...", "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3");
    say(&e, "position pgn %s", path);
    talk_through(&e,
                 (const Talk[]){{"d", "Moves: 3... b5 4. Nf3"}, {"go depth 3", "bestmove"}, {0}});
    quit(&e);
}

/* With a blank in the name of the file. */
static void quotes_hold_a_name(void) {
    char spaced[FILE_PATH_SIZE];
    Child e;
    file_place(spaced, "my games.pgn");
    file_put(spaced, GAMES, sizeof GAMES - 1);
    start(&e);
    say(&e, "position pgn \"%s\" game 2 21", spaced);
    board_is(&e, "a name in quotes", "8/3k4/8/8/8/8/4P3/4K3 w - - 1 21");
    quit(&e);
}

/* A game that is wrong somewhere is whole up to there. */
static void faults_have_their_line(void) {
    static const struct {
        const char *text, *error;
    } CASES[] = {
        {"[White \"A\"]\n\n1. e4 e5\n2. Nf3 Ke4 3. d4 *\n",
         ", line 4: no legal move 'Ke4'; a MOVE up to 2... can be given"},
        {"[FEN \"8/8/8 w\"]\n\n1. e4 *\n", ", line 1: FEN "},
        {"[Variant \"Atomic\"]\n\n1. e4 *\n", ", line 1: this game is not chess but 'Atomic'"},
        {"1. e4 {without end\n", ", line 2: a comment has no end; a MOVE up to 1... can be given"},
        {"1. e4 (1. d4 (1. c4)\n", ", line 2: a variation has no end"},
        {"1. e4 1-0 e5\n", ", line 1: a move after the result: 'e5'"},
        {"hello\n", ", line 1: no legal move 'hello'"},
        {"\x1b"
         "2J\x07 \xff\n",
         ", line 1: no legal move '2J'"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n", ", line 1: no legal move '4k3"},
        {"", " has 0 games"},
        {"\n \n% nothing\n", " has 0 games"},
    };
    Child e;
    start(&e);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        put(CASES[i].text);
        file_is_refused(&e, "", CASES[i].error);
    }
    put(CASES[0].text);
    leads_to(&e, "2", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w");
    leads_to(&e, "2...", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b");
    file_is_refused(&e, "3", ", line 4: no legal move 'Ke4'");
    put(CASES[1].text);
    file_is_refused(&e, "1", ", line 1: FEN ");
    still_works(&e, "games with faults");
    quit(&e);
}

static void bad_arguments(void) {
    static const char *const FILES[][2] = {
        {"game", "'' is no number of a game"},
        {"game 0", "'0' is no number of a game"},
        {"game x", "'x' is no number of a game"},
        {"game 4", "has 3 games"},
        {"game 99999999999999999999", "has 3 games"},
        {"0", "'0' names no move; write 23 or 23w for White's 23rd move"},
        {"e4", "'e4' names no move"},
        {"23..", "'23..' names no move"},
        {"-1", "'-1' names no move"},
        {"99999999999999999999", "names no move"},
        {"6...", "the game goes from 1 to 6; give one of these as MOVE"},
        {"game 2 20", "the game goes from 20... to 22...; give one of these as MOVE"},
        {"1 2", "'2' is one token too many"},
        {"game 2 21 moves e4", "'moves' is one token too many"},
    };
    static const char *const OTHERS[][2] = {
        {"", "pgn has no file"},           {"/no/such.pgn", "'/no/such.pgn': No such file"},
        {"/tmp", "it is a directory"},     {"/dev/zero", "it is not a regular"},
        {"\"/no/such", "No such file or"},
    };
    char pipe[FILE_PATH_SIZE];
    Child e;
    file_place(pipe, "pipe");
    check(mkfifo(pipe, 0600) == 0, "no pipe");
    put(GAMES);
    start(&e);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        file_is_refused(&e, FILES[i][0], FILES[i][1]);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        is_refused(&e, OTHERS[i][0], OTHERS[i][1]);
    is_refused(&e, pipe, "it is not a regular");
    still_works(&e, "bad arguments");
    quit(&e);
}

/* What is no game: noise, and more of everything than a game can have. */
static void hostile_files_do_no_harm(void) {
    enum { SIZE = 600000, PLIES = PGN_PLIES + 1 };
    static char bytes[SIZE];
    size_t used = 0;
    Child e;
    start(&e);
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)(i * i / 7 + i / 3);
    file_put(path, bytes, SIZE);
    file_is_refused(&e, "", ", line ");
    memset(bytes, '(', SIZE);
    file_put(path, bytes, SIZE);
    file_is_refused(&e, "", "a variation has no end");
    for (int i = 0; i < PLIES; i++)
        used += (size_t)sprintf(bytes + used, "%s ",
                                (const char *[]){"Nf3", "Nf6", "Ng1", "Ng8"}[i % 4]);
    file_put(path, bytes, used);
    file_is_refused(&e, "", "has more than 12000 moves; a MOVE up to 6001 can be given");
    leads_to(&e, "6001", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    still_works(&e, "hostile files");
    quit(&e);
}

/* UCI knows no such command, so that no program that passes lines of strangers on opens a file. */
static void front_ends_name_no_file(void) {
    char line[LINE];
    Child e;
    put(GAMES);
    start(&e);
    say(&e, "uci");
    wait_for(&e, "uciok", line);
    say(&e, "position pgn %s", path);
    wait_for(&e, ERROR, line);
    check(strstr(line, "'pgn' is neither startpos nor fen") != NULL, "%s", line);
    board_is(&e, "after uci", START);
    quit(&e);
}

/* A post-mortem has the moves, which UCI can write: who gets it has no such file. */
static void post_mortem_has(const char *text, const char *which, const char *moves) {
    char folder[FILE_PATH_SIZE], line[LINE];
    size_t size;
    Child e;
    file_place(folder, "");
    put(text);
    start(&e);
    say(&e, "setoption name Post-Mortem Folder value %s\nposition pgn %s %s", folder, path, which);
    ready(&e);
    kill(e.pid, SIGABRT);
    wait_for(&e, "info string error: signal ", line);
    const char *report = strstr(line, "post-mortem: ");
    check(report != NULL, "no post-mortem in \"%s\"", line);
    if (report) {
        char *written = file_get(report + strlen("post-mortem: "), &size);
        check(strstr(written, moves) != NULL, "the post-mortem has no \"%s\"", moves);
        free(written);
    }
    child_end(&e, PATIENCE);
}

static void post_mortems_have_the_moves(void) {
    post_mortem_has(GAMES, "game 2 22",
                    "\nposition: fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 20 moves e8d7 e2e4 d7e6\n");
    post_mortem_has(PASSED, "",
                    "\nposition: fen rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3 "
                    "moves b7b5 g1f3\n");
}

static const Scene SCENES[] = {
    {"games are set up", games_are_set_up},
    {"quotes hold a name", quotes_hold_a_name},
    {"faults have their line", faults_have_their_line},
    {"bad arguments", bad_arguments},
    {"hostile files", hostile_files_do_no_harm},
    {"front ends name no file", front_ends_name_no_file},
    {"post-mortems have the moves", post_mortems_have_the_moves},
};

int main(int argc, char **argv) {
    file_place(path, "games.pgn");
    const int status = dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
    files_remove();
    return status;
}
