/* uci_bench [--slow] BINARY [SCENE]
 *
 * bench, over its own positions and over those of files: good, bad and hostile ones.
 */
#include "core/version.h"
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- files ----------------------------------------------------------------------------------- */

static char path[] = "/tmp/uci_bench_XXXXXX"; /* the file of all scenes */

static void write_bytes(const char *bytes, size_t size) {
    FILE *file = fopen(path, "w");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        exit(2);
    }
}

static void write_file(const char *text) {
    write_bytes(text, strlen(text));
}

/* Runs bench over the file with more arguments; the status. */
static int bench_file(const char *kind, const char *amount, const char *begin, char *line,
                      int *count) {
    return run_with((const char *const[]){"bench", path, kind, amount, NULL}, begin, line, count);
}

/* --- scenes ---------------------------------------------------------------------------------- */

static void arguments_are_understood(void) {
    static const struct {
        const char *arguments[8];
        const char *begin;
        int count, status;
    } CASES[] = {
        {{"bench", "1"}, "info string bench", 38, 0},
        {{"bench", "16", "1", "1"}, "info string bench", 38, 0},
        {{"bench", "depth", "1"}, "info string bench", 38, 0},
        {{"bench", "nodes", "9"}, "info string bench", 38, 0},
        {{"bench", "1", "2", "movetime", "1"}, "info string bench", 38, 0},
        {{"bench", "2", "stats"}, "info string error: bench: 'stats' is one token too many", 1, 1},
        {{"bench", "16", "1", "2", "3"}, "info string error: bench: '3' is one token", 1, 1},
        {{"bench", "2", "nodes", "9"}, "info string error: bench: HASH", 0, 1},
        {{"bench", "stats", "x"}, "info string error: bench: 'x': No such file", 1, 1},
        {{"bench", "0"}, "info string error: bench: '0' is no depth", 1, 1},
        {{"bench", "128"}, "info string error: bench: '128' is no depth", 1, 1},
        {{"bench", "nodes"}, "info string error: bench: '' is no nodes", 1, 1},
        {{"bench", "nodes", "-1"}, "info string error: bench: '-1' is no nodes", 1, 1},
        {{"bench", "json"}, "info string error: bench: json needs a FILE", 1, 1},
        {{"bench", "json", "3"}, "info string error: bench: json needs a FILE", 1, 1},
        {{"bench", "movetime", "x"}, "info string error: bench: 'x' is no movetime", 1, 1},
        {{"bench", "0", "1", "2"}, "info string error: bench: HASH", 1, 1},
        {{"bench", "1", "1025", "2"}, "info string error: bench: HASH", 1, 1},
        {{"bench", "/tmp", "2"}, "info string error: bench: '/tmp': it is a directory", 1, 1},
        {{"bench", "/dev/zero"},
         "info string error: bench: '/dev/zero': it is not a regular",
         1,
         1},
    };
    char line[LINE];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int count;
        const int status = run_with(CASES[i].arguments, CASES[i].begin, line, &count);
        check(count == CASES[i].count && status == CASES[i].status,
              "%s %s %s: %d lines \"%s\", status %d", CASES[i].arguments[0], CASES[i].arguments[1],
              CASES[i].arguments[2] ? CASES[i].arguments[2] : "", count, CASES[i].begin, status);
    }
}

/* The nodes of `bench` with such arguments, by its last line. */
static int64_t nodes_of(const char *hash, const char *threads, const char *file,
                        const char *depth) {
    const char *arguments[6] = {"bench"};
    const char *const words[] = {hash, threads, file, depth};
    char line[LINE];
    int64_t nodes = -1;
    for (int i = 0, count = 1; i < 4; i++)
        if (words[i])
            arguments[count++] = words[i];
    check(run_with(arguments, "", line, NULL) == 0 &&
              sscanf(line, "%" SCNd64 " nodes ", &nodes) == 1 && strstr(line, " nps"),
          "bench ends with \"%s\"", line);
    return nodes;
}

static void tables_change_the_nodes_only(void) {
    write_file(START "\n" MIDDLE "\n");
    const int64_t fixed = nodes_of(NULL, NULL, NULL, "2"), file = nodes_of(NULL, NULL, path, "5");
    check(fixed > 0 && nodes_of("16", "1", NULL, "2") == fixed, "bench 16 1 2 is not bench 2");
    check(file > 0 && nodes_of("16", "1", path, "5") == file, "bench 16 1 FILE 5 is another");
    write_file(MIDDLE "\n" MIDDLE "\n");
    const int64_t twice = nodes_of(NULL, NULL, path, "5");
    write_file(MIDDLE "\n");
    check(twice == 2 * nodes_of(NULL, NULL, path, "5"), "a position is no new game");
}

static const char SUITE[] =
    "# a comment\n"
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - bm Qb8+; dm 2; id \"mate; in 2\";\r\n"
    "\n"
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - am Rd8+; id \"not the mate\";\n"
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1 bm a1b1 Rd8; id \"two\"; c0 \"Rd8+=10, Kb1=3\";\n"
    "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Kb1, Ka2; id \"neither\"\n"
    "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - bm #1; id \"no mate in 1\";\n"
    "8/8/8/8/3k4/8/8/3KQ3 w - - c0 \"no points\"; x9 \"unknown;\"; acd 1;\n"
    "8/8/8/p7/P7/8/k7/2K5 w - -";

static void answers_are_judged(void) {
    static const struct {
        const char *begin, *holds;
    } WANTED[] = {
        {"        1/7 ", " Qb8+    solved  mate; in 2"},
        {"        2/7 ", " Rd8#    missed  not the mate: am Rd8#"},
        {"        3/7 ", "  +M1  Rd8#    solved  two"},
        {"        4/7 ", " missed  neither: bm Kb1 Ka2"},
        {"        5/7 ", " missed  no mate in 1: dm 1"},
        {"        6/7 ", " -       line 8"},
        {"        7/7 ", " -       line 9"},
        {"7 positions in ", " s, 2 of 5 solved (40.0 %), 10 points"},
    };
    char line[LINE];
    write_file(SUITE);
    Child e;
    start(&e);
    say(&e, "bench %s nodes 9000", path);
    for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++) {
        wait_for(&e, WANTED[i].begin, line);
        const char *at = strstr(line, WANTED[i].holds);
        check(at && !at[strlen(WANTED[i].holds)], "\"%s\" without \"%s\"", line, WANTED[i].holds);
    }
    quit(&e);
    check(bench_file("1", NULL, "", line, NULL) == 0, "what is not solved is no failure");
}

/* Sums by theme, where there are several with several positions. */
static void themes_are_summed_up(void) {
    static const char *const WANTED[] = {
        "6 positions in ", "  WAC: 2 positions, 1 of 2 solved (50.0 %)",
        "  STS(v1.0) Under 2 mine: 2 positions, 1 of 2 solved (50.0 %), 10 points",
        "  no number: 1 position"};
#define ROOKS "6k1/5ppp/8/8/8/8/8/K2R4 w - - "
    char line[LINE];
    Child e;
    write_file(ROOKS "bm Rd8+; id \"WAC.001\";\n" ROOKS "am Rd8+; id \"WAC.302\";\n" ROOKS
                     "bm Rd8; c0 \"Rd8=10\"; id \"STS(v1.0) Under 2 mine.001\";\n" ROOKS
                     "bm Kb1; id \"STS(v1.0) Under 2 mine.002\";\n" ROOKS
                     "id \"no number\";\n" ROOKS "bm Rd8; id \"17\";\n");
    start(&e);
    say(&e, "bench %s 2", path);
    wait_for(&e, WANTED[0], line);
    for (size_t i = 1; i < sizeof WANTED / sizeof *WANTED; i++)
        check(hear(&e, line, PATIENCE) && strcmp(line, WANTED[i]) == 0, "\"%s\", not \"%s\"", line,
              WANTED[i]);
    check(hear(&e, line, PATIENCE) && strstr(line, " nodes "), "\"%s\" is a theme", line);
    write_file(ROOKS "id \"WAC.1\"; c0 \"Rd8=1\";\n" ROOKS "id \"WAC.2\";\n");
    say(&e, "bench %s 2", path);
    wait_for(&e, "2 positions in ", line);
    const char *points = strstr(line, " s, 1 point");
    check(points && strlen(points) == strlen(" s, 1 point"), "1 is no plural: %s", line);
    check(hear(&e, line, PATIENCE) && strstr(line, " nodes "), "\"%s\": one theme", line);
    quit(&e);
}

/* The same as JSON: each line by itself. */
static void programs_read_json(void) {
    static const struct {
        const char *begin, *holds;
    } WANTED[] = {
        {"{\"event\":\"position\",\"line\":2,", "\"mate\":2,\"best\":\"Qb8+\",\"solved\":true,"},
        {"{\"event\":\"position\",\"line\":4,\"id\":\"not the mate\",\"theme\":\"not the mate\",",
         "\"solved\":false,\"points\":null}"},
        {"{\"event\":\"position\",\"line\":5,", "\"solved\":true,\"points\":10}"},
        {"{\"event\":\"position\",\"line\":6,", "\"best\":\"Rd8#\",\"solved\":false,"},
        {"{\"event\":\"position\",\"line\":7,", "\"theme\":\"no mate in\","},
        {"{\"event\":\"position\",\"line\":8,\"id\":null,\"theme\":null,", "\"solved\":null,"},
        {"{\"event\":\"position\",\"line\":9,", "\"mate\":null,"},
        {"{\"event\":\"sum\",\"program\":\"Panoptes ",
         "\"positions\":7,\"asked\":5,\"solved\":2,\"points\":10,\"bad\":0,"},
    };
    char line[LINE];
    Child e;
    write_file(SUITE);
    start(&e);
    say(&e, "bench json %s nodes 9000", path);
    for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++) {
        const char *begin = WANTED[i].begin;
        check(hear(&e, line, PATIENCE) && strncmp(line, begin, strlen(begin)) == 0, "%s, not %s",
              line, begin);
        check(strstr(line, WANTED[i].holds) != NULL, "%s: no %s", line, WANTED[i].holds);
        check(json_is_object(line), "no JSON: %s", line);
    }
    check(strstr(line,
                 ",{\"theme\":\"two\",\"positions\":1,\"asked\":1,\"solved\":1,\"points\":10},"),
          "no theme two: %s", line);
    check(count_until_ready(&e, "") == 0, "something stands behind the sum");
    write_file("hello\n" BLOCKED "\n");
    say(&e, "bench json %s 1", path);
    wait_for(&e, "info string error: bench: ", line);
    wait_for(&e, "{\"event\":\"sum\",", line);
    check(strstr(line, "\"positions\":1,"), "%s", line);
    check(strstr(line, "\"bad\":1,") != NULL, "a bad line: %s", line);
    quit_incomplete(&e);
}

/* Castling rights and castling in all spellings. */
static void chess960_is_read(void) {
    char line[LINE];
    int count;
    write_file("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n"
               "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9; bm Nf3\n"
               "1k6/8/8/8/8/8/8/RK4R1 w GA - bm O-O O-O-O;\n");
    for (int i = 0; i < 2; i++) {
        Child e;
        start(&e);
        say(&e, "setoption name UCI_Chess960 value %s\nbench %s nodes 500", i ? "true" : "false",
            path);
        wait_for(&e, "        3/3 ", line);
        wait_for(&e, "3 positions in ", line);
        still_works(&e, "bench over Chess960");
        quit(&e);
    }
    write_file("1k6/8/8/8/8/8/8/RK4R1 w G - bm O-O;\n1k6/8/8/8/8/8/8/RK4R1 w G - bm O-O-O;\n");
    const int status = bench_file("2", NULL, "info string error: bench: /", line, &count);
    check(status == 1 && count == 1, "castling that is not legal is no best move: %d errors, %s",
          count, line);
}

static void options_are_in_force(void) {
    char line[LINE];
    int64_t nodes[3];
    write_file(MIDDLE "\n");
    for (int i = 0; i < 3; i++) {
        static const char *const OPTIONS[] = {"MultiPV value 1", "MultiPV value 4", "Hash value 2"};
        Child e;
        start(&e);
        say(&e, "setoption name %s\nbench \"%s\" depth 5", OPTIONS[i], path);
        wait_for(&e, "1 position in ", line);
        hear(&e, line, PATIENCE);
        check(sscanf(line, "%" SCNd64 " nodes ", &nodes[i]) == 1, "\"%s\" is not the last", line);
        quit(&e);
    }
    check(nodes[0] != nodes[1], "MultiPV does not count");
    check(nodes[0] > 0 && nodes[2] > 0, "no nodes");
}

static void bad_lines_are_reported(void) {
    static const struct {
        const char *line, *error;
    } CASES[] = {
        {"hello", "does not begin with the four fields"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq -", "FEN side field"},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nf9;", "bm: 'Nf9' is no legal"},
        {"6k1/5ppp/8/8/8/8/3R4/K2R4 w - - am R2d3 Rd9;", "am: 'Rd9' is no legal"},
        {"6k1/5ppp/8/R7/8/R7/8/K7 w - - bm Ra4;", "bm: 'Ra4' could be several"},
        {"6k1/5ppp/8/8/8/8/8/K7 w - - bm \xff\x01;", "bm: '"},
        {"8/8/8/8/8/8/8/8 w - - ", "FEN board field"},
    };
    char text[4096], line[LINE], wanted[256];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        snprintf(text, sizeof text, BLOCKED "\n%s\n" BLOCKED " ; id \"after\"\n", CASES[i].line);
        write_file(text);
        snprintf(wanted, sizeof wanted, "info string error: bench: %s, line 2: ", path);
        check(bench_file("2", NULL, wanted, line, NULL) == 1 && strstr(line, CASES[i].error),
              "%s: \"%s\" without \"%s\"", CASES[i].line, line, CASES[i].error);
        check(bench_file("2", NULL, "        3/3 ", line, NULL) == 1 && strstr(line, "after"),
              "%s: what follows is not searched", CASES[i].line);
        check(bench_file("2", NULL, "2 positions in ", line, NULL) == 1 && *line, "%s: no sum",
              CASES[i].line);
    }
}

static void hostile_files_do_no_harm(void) {
    enum { SIZE = 600000 };
    static char bytes[SIZE];
    char line[LINE];
    int count, status;
    for (size_t i = 0; i < SIZE; i++)
        bytes[i] = (char)(i * i / 7 + i / 3);
    write_bytes(bytes, SIZE);
    status = bench_file("1", NULL, "info string error", line, &count);
    check(status == 1 && count > 10 && count < 30, "a binary file: %d errors", count);
    memset(bytes, 'Q', SIZE);
    memcpy(bytes, BLOCKED " ; ", strlen(BLOCKED) + 3);
    write_bytes(bytes, SIZE);
    status = bench_file("1", NULL, "info string error", line, &count);
    check(status == 1 && count == 2, "an endless line: %d errors", count);
    static const char *const MANY[] = {"bm ", "c0 \""}; /* 200,000 moves */
    for (size_t i = 0; i < sizeof MANY / sizeof *MANY; i++) {
        const size_t length = strlen(START " ; ");
        memcpy(bytes, START " ; ", length);
        memcpy(bytes + length, MANY[i], strlen(MANY[i]));
        for (size_t at = length + strlen(MANY[i]); at + 3 < SIZE; at += 3)
            memcpy(bytes + at, "e4 ", 3);
        write_bytes(bytes, SIZE - 3);
        check(bench_file("1", NULL, "info string error", line, &count) == 1 && count == 2,
              "200,000 moves: %d errors", count);
    }
    write_bytes(BLOCKED "\0 \n", sizeof BLOCKED + 2);
    status = bench_file("1", NULL, "info string error", line, &count);
    check(status == 1 && count == 2, "a zero byte: %d errors", count);
    static const char *const EMPTY[] = {"", "\xEF\xBB\xBF", "\n\n \r\n", "# one\n% two\n"};
    for (size_t i = 0; i < sizeof EMPTY / sizeof *EMPTY; i++) {
        write_file(EMPTY[i]);
        status = bench_file("1", NULL, "info string error", line, &count);
        check(status == 1 && count == 1, "an empty file, %zu: %d errors", i, count);
    }
    write_file("\xEF\xBB\xBF" BLOCKED);
    check(bench_file("1", NULL, "        1/1 ", line, &count) == 0 && count == 1,
          "a mark of UTF-8 is not passed over");
    unlink(path);
    check(mkfifo(path, 0600) == 0, "no pipe");
    status = bench_file("1", NULL, "info string error", line, &count);
    check(status == 1 && count == 1, "a pipe: %d errors", count);
    unlink(path);
}

static void stop_ends_it(void) {
    char line[LINE];
    Child e;
    write_file(START "\n" MIDDLE "\n");
    start(&e);
    say(&e, "bench %s depth 100", path);
    wait_for(&e, "   position ", line);
    check(count_until_ready(&e, "info string error") == 0, "bench keeps isready from its answer");
    say(&e, "setoption name MultiPV value 2\nstop");
    wait_for(&e, "info string bench stopped", line);
    still_works(&e, "bench FILE, stop");
    say(&e, "speedtest 2 4 100");
    wait_for(&e, "info string speedtest 1/38 nodes ", line);
    say(&e, "stop");
    wait_for(&e, "info string speedtest stopped", line);
    still_works(&e, "speedtest, stop");
    say(&e, "bench depth 100\nstop");
    wait_for(&e, "info string bench stopped", line);
    still_works(&e, "bench, stop");
    quit_incomplete(&e);
}

/* The seconds are those of all positions, of which some end early; the figures fit each other. */
static void speedtest_is_a_bench_by_time(void) {
    static const char *const BAD[] = {"0", "x", "1025", "1 0", "1 99999999", "1 1 0", "1 1 1 1"};
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "speedtest 2 8 1");
    wait_for(&e, "info string speedtest 1/38 nodes ", line);
    const double first = atof(line + strlen("info string speedtest 1/38 nodes "));
    wait_for(&e, "Version: Panoptes " PANOPTES_VERSION, line);
    wait_for(&e, "Threads: 2", line);
    wait_for(&e, "Hash: 8 MB", line);
    wait_for(&e, "Hashfull: ", line);
    check(atoi(line + strlen("Hashfull: ")) > 0, "%s", line);
    wait_for(&e, "Total time: ", line);
    const double seconds = atof(line + strlen("Total time: "));
    check(seconds > 0.4 && in_time(seconds, slow ? 20 : 2), "%s", line);
    wait_for(&e, "Nodes: ", line);
    const double nodes = atof(line + strlen("Nodes: "));
    wait_for(&e, "Nodes/second: ", line);
    const double speed = atof(line + strlen("Nodes/second: ")) * seconds;
    check(first < nodes / 4, "the first position has %.0f of %.0f nodes", first, nodes);
    check(nodes > 1000 && speed > 0.8 * nodes && speed < 1.2 * nodes, "%.0f nodes, %s", nodes,
          line);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        say(&e, "speedtest %s", BAD[i]);
        wait_for(&e, "info string error: speedtest: '", line);
    }
    quit(&e);
}

static const Scene SCENES[] = {
    {"arguments", arguments_are_understood},
    {"tables", tables_change_the_nodes_only},
    {"themes", themes_are_summed_up},
    {"JSON", programs_read_json},
    {"answers are judged", answers_are_judged},
    {"Chess960", chess960_is_read},
    {"options", options_are_in_force},
    {"bad lines", bad_lines_are_reported},
    {"hostile files", hostile_files_do_no_harm},
    {"speedtest", speedtest_is_a_bench_by_time},
    {"stop", stop_ends_it},
};

int main(int argc, char **argv) {
    const int file = mkstemp(path);
    if (file >= 0)
        close(file);
    const int status = dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
    unlink(path);
    return status;
}
