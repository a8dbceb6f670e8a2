/* uci_storm [--slow] BINARY [SCENE]
 *
 * Storms: commands in quick succession, at any moment of a search, with 1 to 8 threads. Each go must
 * have one bestmove, isready must be answered, and quit must end it. On a build with
 * ThreadSanitizer (make test-threads) what the threads share is seen as well: its reports end the
 * program with another status.
 *
 * The same storms each time, but not at the same moments. STORM_SEED=N gives others, STORM_ROUNDS=N
 * as many rounds in each; STORM_TABLES=FOLDER other tablebases, or none if it is empty.
 */
#include "support/dialogue.h"
#include "support/dice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What may come at any moment. */
static const char *const SETTINGS[] = {
    "setoption name Hash value 1",
    "setoption name Hash value 40",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 5",
    "setoption name Threads value 8",
    "setoption name Clear Hash",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 4",
    "setoption name Move Overhead value 0",
    "setoption name nodestime value 0",
    "setoption name nodestime value 100",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value false",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_AnalyseMode value true",
    "setoption name UCI_AnalyseMode value false",
    "setoption name Skill Level value 3",
    "setoption name Skill Level value 20",
    "setoption name Debug Interval value 64",
    "setoption name Debug Interval value 2048",
    "setoption name Syzygy50MoveRule value false",
    "setoption name SyzygyProbeLimit value 4",
    "setoption name Evaluation value network",
    "setoption name Evaluation value classical",
    "setoption name EvalFile value src/network/panoptes.net",
    "setoption name EvalFile value tests/data/see.epd", /* refused */
    "setoption name EvalFile value",
    "setoption name OwnBook value true",
    "setoption name OwnBook value false",
    "debug on",
    "debug off",
    "ucinewgame",
    "isready",
    "ponderhit",
    "stop",
    "d",
    "eval",
    "map",
    "uci",
    "position startpos",
    "position startpos moves e2e4 c7c5 g1f3",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "position fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", /* stalemate */
    "position fen 8/8/8/8/8/4k3/4p3/4K3 b - - 0 1",
};

static const char *const GOES[] = {
    "go infinite",  "go ponder wtime 2000 btime 2000",      "go movetime 15",       "go depth 4",
    "go nodes 500", "go wtime 300 btime 300 winc 5 binc 5", "go mate 2 nodes 2000",
};

static const char *any_of(Random *r, const char *const *lines, size_t count) {
    return lines[random_below(r, (int)count)];
}
#define ANY_OF(r, lines) any_of(r, lines, sizeof(lines) / sizeof *(lines))

static uint64_t environment(const char *name, uint64_t otherwise) {
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 10) : otherwise;
}

static uint64_t rounds(void) {
    return environment("STORM_ROUNDS", slow ? 40 : 80);
}

/* Reads what is there without waiting. Returns how many bestmoves were in it. */
static int drain(UciProcess *e) {
    char line[LINE];
    int answers = 0;
    while (hear(e, line, 0))
        answers += strncmp(line, "bestmove ", 9) == 0;
    return answers;
}

/* Waits until as many goes have been answered, and looks that there is no answer more. */
static void all_answered(UciProcess *e, int answers, int goes) {
    char line[LINE];
    say(e, "stop");
    while (answers < goes && wait_for(e, "bestmove ", line) >= 0)
        answers++;
    answers += count_until_ready(e, "bestmove ");
    check(answers == goes, "%d bestmoves for %d times go", answers, goes);
}

/* Rounds of a go, some settings at once or a moment later, and mostly a stop. */
static void storm(const char *first, const char *tables) {
    Random r = {environment("STORM_SEED", 1) * 0x9E3779B97F4A7C15u};
    int goes = 0, answers = 0;
    UciProcess e;
    start(&e);
    say(&e, "%s", first);
    for (uint64_t i = 0; i < rounds(); i++) {
        say(&e, "%s", ANY_OF(&r, GOES));
        goes++;
        for (int j = random_below(&r, 5); j > 0; j--) {
            if (random_below(&r, 3) == 0)
                usleep((unsigned)random_below(&r, 3000));
            say(&e, "%s", ANY_OF(&r, SETTINGS));
            answers += drain(&e);
        }
        if (*tables && random_below(&r, 8) == 0)
            say(&e, "setoption name SyzygyPath value %s", random_below(&r, 2) ? tables : "");
        if (random_below(&r, 4))
            say(&e, "stop");
        if (i % 20 == 19) {
            all_answered(&e, answers, goes);
            goes = answers = 0;
        }
    }
    all_answered(&e, answers, goes);
    say(&e, "go infinite\nsetoption name Threads value 3");
    quit(&e);
}

static void one_thread(void) {
    storm("setoption name Hash value 4", "");
}

static void two_threads(void) {
    storm("setoption name Threads value 2", "");
}

static void eight_threads_and_tables(void) {
    const char *tables = getenv("STORM_TABLES");
    storm("setoption name Threads value 8\nsetoption name MultiPV value 3\ndebug on",
          tables ? tables : "tests/data/syzygy");
}

/* Nothing but go and stop, without a pause, while many threads start and end. */
static void go_and_stop(void) {
    enum { ROUNDS = 100 };
    char line[LINE];
    UciProcess e;
    start(&e);
    say(&e, "setoption name Threads value 4");
    for (int i = 0; i < ROUNDS; i++)
        say(&e, i % 3 ? "go infinite\nstop" : "go ponder wtime 100 btime 100\nponderhit\nstop");
    int answers = 0;
    while (answers < ROUNDS && wait_for(&e, "bestmove ", line) >= 0)
        answers++;
    check(count_until_ready(&e, "bestmove ") == 0, "more than one bestmove for a go");
    quit(&e);
}

/* Jobs use the worker as well, with threads and tables of their own. */
static void jobs(void) {
    char line[LINE];
    UciProcess e;
    start(&e);
    say(&e, "setoption name Threads value 3");
    for (int i = 0; i < 3; i++) {
        say(&e, "perft 3\nbench 8 3 1\nselfplay 2 nodes=60 A Threads=2\ngo infinite\nperft 9");
        wait_for(&e, "game 2/2: ", line);
        for (int j = 0; j < 30; j++) {
            say(&e, j % 2 ? "isready" : "d");
            drain(&e);
        }
        say(&e, "stop");
        wait_for(&e, "info string perft stopped", line);
        ready(&e);
    }
    quit_with(&e, 1);
}

static const Scene SCENES[] = {
    {"one thread", one_thread},
    {"two threads", two_threads},
    {"eight threads and tables", eight_threads_and_tables},
    {"go and stop", go_and_stop},
    {"jobs", jobs},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
