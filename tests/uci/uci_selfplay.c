/* uci_selfplay [--slow] BINARY [SCENE]
 *
 * selfplay: its arguments, games and sums; the PGN that it writes, read by another reader; clocks;
 * two settings of options.
 */
#include "engine/match.h"
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/files.h"
#include "support/random_network.h"
#include "support/setup.h"
#include "uci/pgn.h"
#include "wdl/pgn.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static char folder[] = "/tmp/uci_selfplay_XXXXXX", pgn[64], openings[64];

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

static void arguments_are_understood(void) {
    static const struct {
        const char *arguments[10];
        const char *begin;
        int count, status;
    } CASES[] = {
        {{"selfplay", "2", "nodes=20", "seed", "1"}, "game ", 2, 0},
        {{"selfplay", "1", "depth=1", "adjudicate"}, "game ", 1, 0},
        {{"selfplay", "1", "movetime=1", "A", "Skill Level=0"}, "game ", 1, 0},
        {{"selfplay", "1", "nodes=9", "A", "skill", "level=0", "B", "Hash=1"}, "game ", 1, 0},
        {{"selfplay 1 nodes=9 A \"Skill Level\"=0 Hash=2"}, "A: 2 MB, 1 thread, Skill", 1, 0},
        {{"selfplay", "0"}, "info string error: selfplay: GAMES is", 1, 1},
        {{"selfplay", "-1"}, "info string error: selfplay: GAMES is", 1, 1},
        {{"selfplay", "x"}, "info string error: selfplay: 'x' is not understood", 1, 1},
        {{"selfplay", "2", "1", "2"}, "info string error: selfplay: '2' is not under", 1, 1},
        {{"selfplay", "2", "0"}, "info string error: selfplay: '0' is no time control", 1, 1},
        {{"selfplay", "2", "1+"}, "info string error: selfplay: '1+' is no time control", 1, 1},
        {{"selfplay", "2", "1++1"}, "info string error: selfplay: '1++1' is no time", 1, 1},
        {{"selfplay", "2", "1e9"}, "info string error: selfplay: '1e9' is no time", 1, 1},
        {{"selfplay", "2", "9999999999"}, "info string error: selfplay: '9999999999' is", 1, 1},
        {{"selfplay", "2", "nodes="}, "info string error: selfplay: 'nodes=' is no time", 1, 1},
        {{"selfplay", "2", "nodes=0"}, "info string error: selfplay: 'nodes=0' is no time", 1, 1},
        {{"selfplay", "2", "depth=128"}, "info string error: selfplay: 'depth=128' is no", 1, 1},
        {{"selfplay", "2", "steps=1"}, "info string error: selfplay: 'steps=1' is no time", 1, 1},
        {{"selfplay", "seed"}, "info string error: selfplay: seed needs", 1, 1},
        {{"selfplay", "A", "Skill"}, "info string error: selfplay: 'Skill' for A has no", 1, 1},
        {{"selfplay", "A", "Foo=1"}, "info string error: setoption: no option 'Foo'", 1, 1},
        {{"selfplay", "B", "Hash=0"}, "info string error: setoption: Hash cannot be", 1, 1},
        {{"selfplay", "B", "Book", "File=x"}, "info string error: setoption: Book File", 1, 1},
        {{"selfplay", "1", "nodes=9", "B", "Evaluation=network"}, "B: 16 MB, 1 thread, Eval", 1, 0},
        {{"selfplay", "A", "Evaluation=nnue"},
         "info string error: setoption: Evaluation cannot",
         1,
         1},
        {{"selfplay", "A", "EvalFile=x"},
         "info string error: setoption: EvalFile cannot differ",
         1,
         1},
        {{"selfplay", "B", "=1"}, "info string error: setoption: no option ''", 1, 1},
        {{"selfplay", "pgn"}, "info string error: selfplay: pgn has no file", 1, 1},
        {{"selfplay", "pgn", "/tmp"}, "info string error: selfplay: pgn '/tmp': ", 1, 1},
        {{"selfplay", "1", "nodes=9", "pgn", "/dev/full"},
         "info string error: selfplay: game 1 ",
         1,
         1},
        {{"selfplay", "openings", "/no"}, "info string error: selfplay: openings '/no'", 1, 1},
        {{"selfplay", "openings", "/dev/zero"}, "info string error: selfplay: openings", 1, 1},
    };
    char line[LINE];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int count;
        const int status = run_with(CASES[i].arguments, CASES[i].begin, line, &count);
        check(count == CASES[i].count && status == CASES[i].status,
              "%s %s %s: %d lines \"%s\", status %d", CASES[i].arguments[0],
              CASES[i].arguments[1] ? CASES[i].arguments[1] : "",
              CASES[i].arguments[2] ? CASES[i].arguments[2] : "", count, CASES[i].begin, status);
    }
}

/* --- the games ------------------------------------------------------------------------------- */

/* How many games of the file are sound, by a reader of its own. */
static int games_in_file(void) {
    static FitCounts counts;
    FILE *file = fopen(pgn, "r");
    check(file != NULL, "there is no PGN");
    if (!file)
        return 0;
    const PgnRead read = pgn_count(file, EVALUATION_DEFAULT, false, &counts);
    fclose(file);
    check(read.unread == 0, "PGN: %s", read.why);
    return (int)read.games;
}

/* The n-th line of the file that begins so, from 1; empty if there is none. */
static void line_of_file(const char *begin, int n, char *line) {
    FILE *file = fopen(pgn, "r");
    *line = '\0';
    while (file && n > 0 && fgets(line, LINE, file))
        n -= strncmp(line, begin, strlen(begin)) == 0;
    if (n > 0)
        *line = '\0';
    if (file)
        fclose(file);
}

static void openings_are_played_twice(void) {
    char line[LINE], fen[4][LINE], white[4][LINE], first[LINE];
    unlink(pgn);
    for (int run = 0; run < 2; run++) {
        check(run_with(
                  (const char *const[]){"selfplay", "4", "nodes=60", "seed", "7", "pgn", pgn, NULL},
                  "game 4/4: ", line, NULL) == 0,
              "the status of selfplay");
        check(games_in_file() == 4 * (run + 1), "a game is missing");
        if (run == 0)
            strcpy(first, strstr(line, "; A") ? strstr(line, "; A") : "");
        else
            check(*first && strstr(line, first), "the same seed: \"%s\", then \"%s\"", first, line);
    }
    for (int i = 0; i < 4; i++) {
        line_of_file("[FEN ", i + 1, fen[i]);
        line_of_file("[White ", i + 1, white[i]);
        check(strcmp(white[i], i % 2 ? "[White \"B\"]\n" : "[White \"A\"]\n") == 0, "game %d: %s",
              i + 1, white[i]);
    }
    check(*fen[0] && strcmp(fen[0], fen[1]) == 0 && strcmp(fen[2], fen[3]) == 0 &&
              strcmp(fen[0], fen[2]) != 0,
          "openings: %s%s%s%s", fen[0], fen[1], fen[2], fen[3]);
    line_of_file("[FEN ", 5, line);
    check(strcmp(line, fen[0]) == 0, "the same seed gives the opening %s", line);
}

static void files_are_kept(void) {
    static const char TEXT[] = "these are my notes\n";
    char line[LINE];
    write_file(pgn, TEXT);
    check(run_with((const char *const[]){"selfplay", "1", "nodes=9", "pgn", pgn, NULL},
                   "info string error: selfplay: pgn ", line, NULL) == 1 &&
              strstr(line, "is no PGN"),
          "a file that is no PGN: \"%s\"", line);
    line_of_file("these", 1, line);
    check(strcmp(line, TEXT) == 0, "a file that is no PGN was written to");
    unlink(pgn);
    /* The game that finds no room leaves nothing behind. */
    const char *reason;
    Document out = {0};
    document_add(&out, "[Event \"x\"]\n\n1. e4 *\n");
    write_file(pgn, "[A]\n");
    FILE *file = pgn_open(pgn, &reason);
    struct rlimit before, small;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 9;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    const bool written = pgn_write(file, &out);
    const int error = errno;
    setrlimit(RLIMIT_FSIZE, &before);
    check(!written && error == EFBIG, "a full disk is not noticed");
    fclose(file);
    check(file_holds(pgn, "[A]\n"), "half a game is left");
    unlink(pgn);
    document_free(&out);
}

static void openings_are_read(void) {
    char line[LINE];
    int count;
    write_file(openings, "# openings\n\n" MATED "\nhello\n"
                         "1k6/8/8/8/8/8/8/RK4R1 w GA - bm O-O; id \"castles\";\n");
    unlink(pgn);
    Child e;
    start(&e);
    say(&e,
        "setoption name UCI_Chess960 value true\n"
        "selfplay 20 nodes=1 openings %s\nselfplay 4 nodes=300 openings %s pgn %s",
        openings, openings, pgn);
    wait_for(&e, "game 20/20: ", line);
    wait_for(&e, "game 4/4: ", line);
    wait_for(&e, "A scores ", line);
    still_works(&e, "selfplay");
    quit_incomplete(&e); /* two openings were bad */
    check(games_in_file() == 4, "a game is missing");
    line_of_file("[FEN \"1k6/8/8/8/8/8/8/RK4R1 w GA - 0 1\"]", 4, line);
    check(*line, "the opening of the file is not played");
    line_of_file("[Variant \"Chess960\"]", 4, line);
    check(*line, "the games do not say that they are Chess960");
    const int status =
        run_with((const char *const[]){"selfplay", "4", "nodes=9", "openings", openings, NULL},
                 "info string error: selfplay: /", line, &count);
    check(status == 1 && count >= 2 && count <= 4, "bad openings: %d errors, \"%s\"", count, line);
    write_file(openings, MATED "\n");
    check(run_with((const char *const[]){"selfplay", "2", "nodes=9", "openings", openings, NULL},
                   "game ", line, &count) == 1 &&
              count == 0,
          "a game is played from a mate");
}

/* The number in a column, from 0, of the table's row of a side. */
static double in_table(const char *row, int column) {
    double number = -1;
    for (int i = 0, used; i <= column && sscanf(row, "%*s%n", &used) == 0; i++)
        row += used;
    sscanf(row, "%lf", &number);
    return number;
}

static void sides_differ(void) {
    char line[LINE];
    Child e;
    start(&e);
    unlink(pgn);
    say(&e, "selfplay 4 nodes=2000 seed 1 adjudicate pgn %s A Skill Level=0 Skill Seed=1", pgn);
    wait_for(&e, "A     ", line);
    check(in_table(line, 2) == 4, "the weaker side does not lose: %s", line);
    const double nodes = in_table(line, 3);
    wait_for(&e, "B     ", line);
    check(in_table(line, 0) == 4, "the stronger side does not win: %s", line);
    check(nodes > 0 && nodes < in_table(line, 3) / 2, "the nodes of A: %.0f", nodes);
    wait_for(&e, "A scores 0.0 of 4 (0.0 %)", line);
    for (int i = 0; i < 4; i++) {
        line_of_file("[Result ", i + 1, line);
        check(strcmp(line, i % 2 ? "[Result \"1-0\"]\n" : "[Result \"0-1\"]\n") == 0, "game %d: %s",
              i + 1, line);
    }
    still_works(&e, "selfplay");
    quit(&e);
}

/* A network of random weights against the hand-written evaluation, on either side. */
static void evaluations_differ(void) {
    char line[LINE], file[FILE_PATH_SIZE];
    Child e;
    void *bytes = random_network_file(NETWORK_HIDDEN, 1);
    file_place(file, "random.net");
    file_put(file, bytes, network_size(NETWORK_HIDDEN));
    free(bytes);
    start(&e);
    say(&e, "setoption name EvalFile value %s", file);
    for (int b = 0; b < 2; b++) {
        say(&e, "setoption name Evaluation value %s", b ? "network" : "classical");
        say(&e, "selfplay 4 nodes=%d seed 1 adjudicate A Evaluation=%s", slow ? 500 : 2000,
            b ? "classical" : "network");
        wait_for(&e, "A     ", line);
        check(in_table(line, b ? 0 : 2) == 4, "the network of %c does not lose: %s", "AB"[b], line);
        wait_for(&e, "A scores ", line);
    }
    quit(&e);
    files_remove();
}

/* One side loses on time, and every place says so. */
static void clocks_run_out(void) {
    char line[LINE];
    Child e;
    unlink(pgn);
    start(&e);
    say(&e, "selfplay 1 0.001 pgn %s", pgn);
    wait_for(&e, "game 1/1: A-B ", line);
    const bool white = strstr(line, ", White loses on time, ") != NULL;
    check(white || strstr(line, ", Black loses on time, "), "no clock runs out: %s", line);
    check(strstr(line, white ? "A-B 0-1, " : "A-B 1-0, ") != NULL, "another result: %s", line);
    wait_for(&e, "A     ", line);
    check(in_table(line, 7) == white, "A's losses on time: %s", line);
    wait_for(&e, "B     ", line);
    check(in_table(line, 7) == !white, "B's losses on time: %s", line);
    still_works(&e, "selfplay");
    quit(&e);
    line_of_file("[Termination ", 1, line);
    check(strcmp(line, "[Termination \"time forfeit\"]\n") == 0, "%s", line);
}

static void stop_ends_it(void) {
    char line[LINE];
    Child e;
    unlink(pgn);
    start(&e);
    say(&e, "selfplay 100 movetime=600000 pgn %s", pgn);
    wait_for(&e, "B: ", line);
    check(count_until_ready(&e, "info string error") == 0, "selfplay keeps isready waiting");
    say(&e, "stop");
    wait_for(&e, "A scores 0.0 of 0", line);
    wait_for(&e, "info string selfplay stopped: 0 of 100 games", line);
    still_works(&e, "selfplay");
    quit_incomplete(&e);
}

/* Known values: 70 % is +147.2, and 0.7 +- 1.96 * 0.4 / 10 are 62.2 % and 77.8 %. */
static void elo_is_right(void) {
    const EloEstimate e = elo_estimate(60, 20, 20), none = elo_estimate(0, 0, 0);
    check(fabs(e.elo - 147.2) < 0.1 && fabs(e.low - 86.2) < 1 && fabs(e.high - 218.2) < 1,
          "+60 =20 -20 is %.1f [%.1f, %.1f]", e.elo, e.low, e.high);
    check(fabs(elo_estimate(20, 20, 60).elo + e.elo) < 1e-6, "it is not symmetrical");
    check(isinf(elo_estimate(3, 0, 0).elo) && isnan(none.elo), "all won, and none played");
}

static const Scene SCENES[] = {
    {"arguments", arguments_are_understood},
    {"openings twice", openings_are_played_twice},
    {"files", files_are_kept},
    {"openings", openings_are_read},
    {"sides", sides_differ},
    {"evaluations", evaluations_differ},
    {"clocks", clocks_run_out},
    {"stop", stop_ends_it},
    {"elo", elo_is_right},
};

int main(int argc, char **argv) {
    if (!mkdtemp(folder))
        return 2;
    snprintf(pgn, sizeof pgn, "%s/games.pgn", folder);
    snprintf(openings, sizeof openings, "%s/openings.epd", folder);
    setup_tables();
    const int status = dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
    unlink(pgn);
    unlink(openings);
    rmdir(folder);
    return status;
}
