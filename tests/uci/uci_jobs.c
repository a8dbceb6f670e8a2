/* uci_jobs [--slow] BINARY [SCENE]
 *
 * Jobs end by themselves: they give their result before quit and at the end of input, what follows
 * them waits, and only stop breaks one off, which the exit status shows.
 */
#include "support/dialogue.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A script's whole input, and how the last line begins that matters; exit status 0. */
static void scripts_get_results(void) {
    static const char *const SCRIPTS[][2] = {
        {"position startpos\nperft 4\nquit\n", "Nodes searched: 197281"},
        {"position startpos\ngo perft 4\nquit\n", "Nodes searched: 197281"},
        {"position startpos\nperft 4\n", "Nodes searched: 197281"},
        {"perft 4", "Nodes searched: 197281"},
        {"bench 2\nquit\n", "info string bench 38/38"},
        {"show 0.2\nquit\n", "White's best move is"},
        {"show 0.2\n", "White's best move is"},
        {"genfens 1 seed 1 book None\nquit\n", "info string genfens "},
        {"perft 4\nperft 1\nquit\n", "Nodes searched: 20"},
        {"perft 4\nposition startpos moves e2e4 e7e5\nperft 1\n", "Nodes searched: 29"},
        {"perft 4\nsetoption name Hash value 3\nshow 0\nquit\n", "Panoptes "},
        {"perft 4\ngo infinite\nquit\n", "bestmove"},
        {"go infinite\nquit\n", "bestmove"},
        {"go depth 100\n", "bestmove"},
    };
    for (size_t i = 0; i < sizeof SCRIPTS / sizeof *SCRIPTS; i++) {
        char line[LINE];
        Child e;
        start(&e);
        child_send(&e, SCRIPTS[i][0]);
        close(e.in);
        e.in = -1;
        check(wait_for(&e, SCRIPTS[i][1], line) >= 0, "script \"%s\"", SCRIPTS[i][0]);
        finish(&e, SCRIPTS[i][0]);
    }
}

static void selftest_ends_before_quit(void) {
    char line[LINE];
    Child e;
    if (slow) /* uci_tools runs it there: a quarter of a minute */
        return;
    start(&e);
    say(&e, "selftest\nquit");
    wait_for(&e, "selftest passed", line);
    finish(&e, "selftest and quit");
}

/* What follows a job waits for it, in order; isready and what needs no worker do not. */
static void lines_wait_in_order(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "show 2\nd");
    wait_for(&e, "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", line);
    say(&e, "position startpos moves e2e4\nd\nperft 1\nposition startpos\nperft 3\nd");
    check(in_time(ready(&e), 1000), "isready waits for show");
    check(count_until_ready(&e, "FEN: ") == 0, "d comes before what it was sent behind");
    check(wait_for(&e, "White's best move is", line) > 1000, "show 2 ends after a second");
    wait_for(&e, "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", line);
    wait_for(&e, "Nodes searched: 20", line);
    wait_for(&e, "Nodes searched: 8902", line);
    wait_for(&e, "FEN: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", line);
    still_works(&e, "lines that waited");
    quit(&e);
}

/* stop breaks off all that was sent before it, and nothing else does. */
static void only_stop_breaks_off(void) {
    static const char *const JOBS[] = {"perft 9", "bench 60", "genfens 100000 seed 1 book None",
                                       "show 1000"};
    static const char *const ENDS[] = {"info string perft stopped", "info string bench stopped",
                                       "info string error: genfens: stopped",
                                       "White's best move is"};
    char line[LINE];
    for (int i = 0; i < 4; i++) {
        Child e;
        start(&e);
        say(&e, "%s\nucinewgame\nposition startpos\ngo infinite\nperft 9\ngo infinite", JOBS[i]);
        check(!comes(&e, "bestmove", 200), "%s is broken off by go", JOBS[i]);
        say(&e, "stop\nperft 2");
        wait_for(&e, ENDS[i], line);
        wait_for(&e, "bestmove", line);
        wait_for(&e, "info string perft stopped", line);
        wait_for(&e, "bestmove", line);
        wait_for(&e, "Nodes searched: 400", line);
        say(&e, "perft 9\nquit");
        check(!comes(&e, "info string perft stopped", 200), "quit breaks a perft off");
        say(&e, "stop");
        wait_for(&e, "info string perft stopped", line);
        check(child_end(&e, PATIENCE) == 1, "quit, which waited, does not end it with status 1");
    }
}

/* A job that has given its result is not broken off, though its thread has not ended yet. */
static void stop_behind_a_result(void) {
    const int repeated = slow ? 6 : 20;
    static const char *const JOBS[][2] = {
        {"perft 3", "Time: "},
        {"genfens 1 seed 1 book None", "info string genfens "},
        {"selfplay 2 nodes=9", "A scores "},
        {"show 0", "Score "},
    };
    char line[LINE];
    for (size_t i = 0; i < sizeof JOBS / sizeof *JOBS; i++)
        for (int times = 0; times < repeated; times++) {
            Child e;
            start(&e);
            say(&e, "%s", JOBS[i][0]);
            wait_for(&e, JOBS[i][1], line);
            say(&e, "stop\nquit");
            check(child_end(&e, PATIENCE) == 0, "stop behind the result of %s breaks it off",
                  JOBS[i][0]);
        }
    Child e;
    start(&e);
    say(&e, "show 1000\nstop");
    wait_for(&e, "Score ", line);
    quit_incomplete(&e);
}

/* Each command that needs the worker waits, though nothing else does. */
static void commands_wait(void) {
    static const char *const NEXT[] = {"ucinewgame",
                                       "position startpos",
                                       "go depth 1",
                                       "go perft 1",
                                       "perft 1",
                                       "bench 1",
                                       "selfplay 2 nodes=9",
                                       "show 0",
                                       "genfens 1 seed 1 book None",
                                       "selftest"};
    char line[LINE];
    for (size_t i = 0; i < sizeof NEXT / sizeof *NEXT; i++) {
        Child e;
        start(&e);
        say(&e, "perft 9\n%s", NEXT[i]);
        check(!comes(&e, "info string perft stopped", 60), "%s breaks a perft off", NEXT[i]);
        say(&e, "stop");
        wait_for(&e, "info string perft stopped", line);
        quit_incomplete(&e);
    }
}

/* Signals end the program as they end others. */
static void signals_break_off(void) {
    static const int SIGNALS[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        Child e;
        start(&e);
        say(&e, "perft 9\nquit");
        usleep(50000);
        kill(e.pid, SIGNALS[i]);
        const int status = child_end(&e, PATIENCE);
        check(status == 128 + SIGNALS[i], "signal %d: exit status %d", SIGNALS[i], status);
    }
}

static void output_that_is_lost(void) {
    char command[512];
    snprintf(command, sizeof command, "%s perft 1 >/dev/full", binary);
    check(system(command) != 0, "the exit status is 0 though nothing could be written");
}

static const Scene SCENES[] = {
    {"scripts get results", scripts_get_results},
    {"selftest ends before quit", selftest_ends_before_quit},
    {"lines wait in order", lines_wait_in_order},
    {"only stop breaks off", only_stop_breaks_off},
    {"stop behind a result", stop_behind_a_result},
    {"commands wait", commands_wait},
    {"signals break off", signals_break_off},
    {"output that is lost", output_that_is_lost},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
