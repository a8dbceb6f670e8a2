/* uci_tools [--slow] BINARY [SCENE]
 *
 * The commands of our own, as lines and as arguments: perft, genfens, selftest, cpu and others.
 */
#include "board/position.h"
#include "engine/match.h"
#include "kernels/registry.h"
#include "os/thread.h"
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/files.h"
#include "support/setup.h"
#include "support/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void perft_counts(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"go perft 3", "Nodes searched: 8902"},
                                    {"perft full 3", "Nodes searched: 8902"},
                                    {"position fen " MIDDLE "\nperft 2", "Nodes searched: 2039"},
                                    {"perft captures 2", "Nodes searched: 62"},
                                    {"perft 1 fen " MATED, "Nodes searched: 0"},
                                    {"perft x", "info string error: perft: 'x'"},
                                    {"perft 9\nstop", "info string perft stopped"},
                                    {0}});
    quit_incomplete(&e);
}

/* The arguments are one command together, or one each if the first one has a blank. */
static void arguments_are_commands(void) {
    static const struct {
        const char *arguments[8];
        const char *begin;
        int count, status;
    } CASES[] = {
        {{"perft", "3"}, "Nodes searched: 8902", 1, 0},
        {{"perft 3"}, "Nodes searched: 8902", 1, 0},
        {{"perft", "2", "fen", MIDDLE}, "Nodes searched: 2039", 1, 0},
        {{"position startpos moves e2e4", "go depth 1", "quit", "go depth 1"}, "bestmove", 1, 0},
        {{"go depth 1", "go depth 2"}, "bestmove", 2, 0},
        {{"go", "infinite"}, "info string error: go: this would never end", 1, 1},
        {{"xyzzy"}, "info string error", 1, 1},
        {{"xyzzy", "perft", "1"}, "info string error: unknown command 'xyzzy'", 1, 1},
        {{"--fast"}, "info string error: unknown command '--fast'", 1, 1},
        {{"--fast", "perft", "1"}, "Nodes", 0, 1},
        {{"-v"}, "Panoptes ", 1, 0},
        {{"--version"}, "Panoptes ", 1, 0},
        {{"version"}, "Panoptes ", 1, 0},
        {{"-h"}, "  panoptes --replay FILE", 1, 0},
        {{"--help"}, "Panoptes ", 1, 0},
        {{"--help"}, "  panoptes COMMAND [WORD...]  ", 1, 0},
        {{"--help"}, "  perft ", 1, 0},
        {{"help"}, "Panoptes ", 1, 0},
        {{"help", "me"}, "info string error: help: 'me' is no command; 'help' lists them", 1, 1},
        {{"cpu", "foo"}, "info string error: cpu: 'foo' means nothing here; write cpu alone", 1, 1},
        {{"cpu", "foo"}, "CPU", 0, 1},
        {{"selftest", "now"}, "info string error: selftest: 'now' means nothing here", 1, 1},
        {{"uci"}, "uciok", 1, 0},
        {{"uci", "foo"}, "uciok", 1, 1},
        {{"uci", "foo"}, "info string error: uci: 'foo' means nothing here and is ignored", 1, 1},
        {{"d", "fen", MATED}, "FEN: " MATED, 1, 0},
        {{"d", "foo"},
         "info string error: d: 'foo' is not understood here; write d [fen FEN]",
         1,
         1},
        {{"eval", "fen", "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1"}, "Evaluation: 6429 ", 1, 0},
        {{"eval", "fen", "4k3/8/8/8"}, "info string error: eval: FEN side field: missing", 1, 1},
        {{"eval", "startpos"}, "info string error: eval: 'startpos' is not understood here", 1, 1},
        {{"setoption name Hash 64", "quit"},
         "info string error: setoption: 'value' is missing; write setoption name Hash value 64",
         1,
         1},
        {{"genfens 2 seed 7 book None ", "quit"}, "info string genfens ", 2, 0},
        {{"genfens", "2", "seed", "7", "book", "None"}, "info string genfens ", 2, 0},
        {{"genfens 1 seed 3 book tests/data/see.epd", "quit"}, "info string genfens ", 1, 0},
        {{"genfens 3 seed 7 book /no/such/file", "quit"}, "info string error: genfens", 1, 1},
        {{"genfens 3 seed 7", "quit"}, "info string error: genfens", 1, 1},
    };
    char line[LINE];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int count;
        const int status = run_with(CASES[i].arguments, CASES[i].begin, line, &count);
        check(count == CASES[i].count && status == CASES[i].status,
              "arguments %s ...: %d lines \"%s\", status %d", CASES[i].arguments[0], count,
              CASES[i].begin, status);
    }
}

/* However long the lines of a book are, genfens comes to an end: these hold 3 MB each. */
static void genfens_ends_with_any_book(void) {
    enum { SIZE = 3000000 };
    static const char *const LINES[] = {"x", "8/", " ", START " "};
    char path[FILE_PATH_SIZE], line[LINE], *text = malloc(SIZE + 100);
    int count;
    file_place(path, "book");
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES && text; i++) {
        const size_t length = strlen(LINES[i]);
        for (size_t at = 0; at < SIZE; at += length)
            memcpy(text + at, LINES[i], length);
        strcpy(text + SIZE, " w - - 0 1\n");
        file_put(path, text, strlen(text));
        const int64_t begin = clock_now();
        const int status = run_with(
            (const char *const[]){"genfens", "2", "seed", "1", "book", path, NULL},
            "info string error: genfens: in 10000 tries the book has no position", line, &count);
        check(count == 1 && status == 1, "line %zu: status %d, %d errors", i, status, count);
        check(in_time((double)(clock_now() - begin), 3000), "line %zu takes long", i);
    }
    free(text);
    files_remove();
}

/* Openings have a legal move, are 8 or 9 plies long, depend on the seed only, and differ. */
static void genfens_gives_openings(void) {
    enum { COUNT = 40 };
    static char first[COUNT][LINE];
    const int count = slow ? 4 : COUNT;
    char line[LINE];
    Position *pos = position_new();
    Child e;
    start(&e);
    for (int run = 0; run < 2; run++) {
        say(&e, "genfens %d seed 11 book None", count);
        for (int i = 0; i < count; i++) {
            wait_for(&e, "info string genfens ", line);
            position_set(pos, line + 20);
            for (int j = 0; j < i && run == 0; j++)
                check(strcmp(line, first[j]) != 0, "twice the same opening: %s", line);
            check(run == 0 || strcmp(line, first[i]) == 0, "the same seed gives \"%s\"", line);
            check(strcmp(line + strlen(line) - 2, " 5") == 0, "not 8 or 9 plies: %s", line);
            memcpy(first[i], line, sizeof line);
        }
    }
    /* None is won. */
    char fen[FEN_SIZE];
    Openings *openings = openings_create(1);
    for (int i = 0; i < 8; i++)
        check(!openings_try(openings, "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", fen),
              "a won opening: %s", fen);
    openings_free(openings);
    say(&e, "genfens 1 seed 12 book None");
    wait_for(&e, "info string genfens ", line);
    check(strcmp(line, first[0]) != 0, "another seed gives the same opening");
    say(&e, "genfens 1000000 seed 1 book None");
    check(count_until_ready(&e, "info string error") == 0, "genfens keeps isready from its answer");
    say(&e, "stop");
    wait_for(&e, "info string error: genfens: stopped", line);
    free(pos);
    quit_incomplete(&e);
}

/* The help names every word of go. */
static void help_is_whole(void) {
    static const char *const WORDS[] = {
        "wtime", "btime", "winc",  "binc",     "movestogo", "movetime",    "depth",
        "nodes", "mate",  "perft", "infinite", "ponder",    "searchmoves", "softnodes"};
    static char text[1 << 14];
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "help\nisready");
    while (hear(&e, line, PATIENCE) && strcmp(line, "readyok") != 0)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", line);
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        char word[32];
        snprintf(word, sizeof word, " %s ", WORDS[i]);
        check(strstr(text, word) != NULL, "the help does not name %s", WORDS[i]);
    }
    quit(&e);
}

/* The moves of the game, in SAN; none where another position is asked about. */
static void moves_are_shown(void) {
    static const struct {
        const char *position, *ask, *moves; /* NULL: no line */
    } ROWS[] = {
        {"position startpos", "d", NULL},
        {"position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6", "d",
         "Moves: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6"},
        {"position fen 4k3/P7/8/8/8/8/8/4K3 b - - 0 12 moves e8d7 a7a8q", "d",
         "Moves: 12... Kd7 13. a8=Q"},
        {"position startpos moves f2f3 e7e5 g2g4 d8h4", "d", "Moves: 1. f3 e5 2. g4 Qh4#"},
        {"position startpos moves e2e4", "d fen 4k3/P7/8/8/8/8/8/4K3 b - - 0 12", NULL},
        {"position startpos moves e2e4 e2e5", "d", "Moves: 1. e4"},
    };
    Child e;
    char line[LINE];
    start(&e);
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char found[LINE] = "";
        say(&e, ROWS[i].position);
        say(&e, ROWS[i].ask);
        while (hear(&e, line, PATIENCE) && strncmp(line, "Game: ", 6) != 0)
            if (strncmp(line, "Moves: ", 7) == 0)
                snprintf(found, sizeof found, "%s", line);
        check(strcmp(found, ROWS[i].moves ? ROWS[i].moves : "") == 0, "%s, %s: \"%s\"",
              ROWS[i].position, ROWS[i].ask, found);
    }
    quit(&e);
}

static void tools_answer(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"help", "Panoptes "},
                                    {"d", "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"},
                                    {"eval", "Evaluation: "},
                                    {"cpu", "CPU level: "},
                                    {"version", "Panoptes "},
                                    {"show 0", "White's best move is"},
                                    {0}});
    quit(&e);
}

static void selftest_passes(void) {
    char line[LINE];
    const int64_t from = micros_now();
    check(run_with((const char *const[]){"selftest", NULL}, "selftest ", line, NULL) == 0,
          "the exit status of selftest");
    check(strncmp(line, "selftest passed", 15) == 0, "\"%s\"", line);
    check(in_time((double)(micros_now() - from) / 1000, slow ? 60000 : 15000),
          "selftest takes %.1f s", (double)(micros_now() - from) / 1e6);
    Child e;
    start(&e);
    say(&e, "selftest");
    wait_for(&e, "info string selftest: kernels", line);
    check(in_time(ready(&e), 1000), "isready waits for selftest");
    say(&e, "stop");
    wait_for(&e, "info string selftest stopped", line);
    say(&e, "selftest now");
    wait_for(&e, "info string error: selftest: 'now'", line);
    still_works(&e, "selftest");
    quit_incomplete(&e);
}

/* True if a line has a word behind its first one. */
static bool has_word(const char *line, const char *word) {
    char padded[LINE], wanted[32];
    snprintf(padded, sizeof padded, "%.*s ", (int)strcspn(line, "\n"), line);
    snprintf(wanted, sizeof wanted, " %s ", word);
    return strstr(padded, wanted) != NULL;
}

/* Linux has the same names for these. */
static void features_are_those_of_the_system(void) {
    static const char *const NAMES[] = {"popcnt", "avx", "avx2", "bmi1", "bmi2", "avx512f"};
    char line[LINE], flags[LINE] = "";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && strncmp(flags, "flags", 5) != 0 && fgets(flags, sizeof flags, file))
        continue;
    check(file != NULL, "/proc/cpuinfo cannot be read");
    if (!file)
        return;
    fclose(file);
    run_with((const char *const[]){"cpu", NULL}, "features:", line, NULL);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        check(has_word(line, NAMES[i]) == has_word(flags, NAMES[i]), "%s: %s", NAMES[i], line);
}

static void cpu_reports(void) {
    char line[LINE], begin[64];
    features_are_those_of_the_system();
    setup_tables();
    check(kernel_at(0) != NULL, "there are no kernels");
    for (int i = 0; kernel_at(i); i++) {
        snprintf(begin, sizeof begin, "kernel %s ", kernel_at(i)->name);
        check(run_with((const char *const[]){"cpu", NULL}, begin, line, NULL) == 0 && *line,
              "cpu does not name %s", kernel_at(i)->name);
    }
}

static const Scene SCENES[] = {
    {"perft", perft_counts},
    {"arguments are commands", arguments_are_commands},
    {"genfens", genfens_gives_openings},
    {"long lines", genfens_ends_with_any_book},
    {"help, d, eval, cpu, version, show", tools_answer},
    {"moves_are_shown", moves_are_shown},
    {"selftest_passes", selftest_passes},
    {"cpu_reports", cpu_reports},
    {"help_is_whole", help_is_whole},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
