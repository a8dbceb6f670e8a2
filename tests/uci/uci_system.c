/* uci_system [--slow] BINARY [SCENE]
 *
 * What the program does when the system disturbs it: little stack, one core, more threads than
 * cores, closed pipes, signals that end or stop it. uci_refusals has memory, threads and clocks that
 * are refused or lie; uci_faults has crashes. tests/README.md lists all outcomes.
 */
#include "support/dialogue.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static char folder[64];

/* Starts the program from a shell that first sets some limit. */
static void start_limited(Child *e, const char *limit) {
    char command[600];
    snprintf(command, sizeof command, "%s; exec '%s'", limit, binary);
    start_by(e, "/bin/sh", (const char *const[]){"-c", command, NULL});
}

/* --- little stack ---------------------------------------------------------------------------- */

/* What the main thread does, and what needs the most in the others. */
static void little_stack(void) {
    static const char *const SAYS[][2] = {
        {"uci", "uciok"},
        {"go depth 9", "bestmove"},
        {"setoption name Threads value 4\ngo depth 9", "bestmove"},
        {"d", "Key: "},
        {"eval", "Evaluation: "},
        {"explain e2e4", "White: Pawn from e2 to e4."},
        {"explain e2e4 json", "{"},
        {"threats svg", "<svg"},
        {"map svg", "<svg"},
        {"validate 8/8/8/8/8/8/8/8 w KQ - 0 1", "The FEN is invalid."},
        {"diff e2e4", ""},
        {"lists", ""},
        {"captures", ""},
        {"perft 3", "Nodes searched: 8902"},
        {"bench 1", "info string bench 38/38"},
        {"selfplay 2 nodes=50", "A scores"},
        {"genfens 2 seed 1 book None", "info string genfens "},
        {"help", "Panoptes "},
    };
    char line[LINE];
    Child e;
    start_limited(&e, slow ? "ulimit -s 1024" : "ulimit -s 256");
    for (size_t i = 0; i < sizeof SAYS / sizeof *SAYS; i++) {
        say(&e, "%s", SAYS[i][0]);
        wait_for(&e, SAYS[i][1], line);
        still_works(&e, SAYS[i][0]);
    }
    quit(&e);
}

static void too_little_stack(void) {
    char command[600], line[LINE] = "";
    snprintf(command, sizeof command, "ulimit -s 128; '%s' uci 2>&1; echo status $?", binary);
    FILE *output = popen(command, "r");
    check(output && fgets(line, sizeof line, output) &&
              strstr(line, "panoptes: the stack may have 128 KB here and needs"),
          "\"%s\"", line);
    check(output && fgets(line, sizeof line, output) && strcmp(line, "status 1\n") == 0, "\"%s\"",
          line);
    if (output)
        pclose(output);
    snprintf(command, sizeof command, "ulimit -S -s 128; '%s' go depth 5 | grep -q bestmove",
             binary);
    check(system(command) == 0, "a limit that may be raised is not raised");
}

/* --- few cores ------------------------------------------------------------------------------- */

static void one_core(void) {
    char line[LINE];
    Child e;
    start_limited(&e, "taskset -pc $(taskset -pc $$ | sed 's/.*: //; s/[-,].*//') $$ >/dev/null");
    ready(&e);
    say(&e, "setoption name Threads value 8\nposition startpos\ngo movetime 300");
    const double took = wait_for(&e, "bestmove", line);
    check(slow || in_time(took, 800), "8 threads on one core: %.0f ms for movetime 300", took);
    for (int i = 0; i < 5; i++) {
        say(&e, "go infinite");
        wait_for(&e, "info depth 4", line);
        say(&e, "stop");
        const double ms = wait_for(&e, "bestmove", line);
        check(slow || in_time(ms, 500), "8 threads on one core: stop takes %.0f ms", ms);
    }
    quit(&e);
}

/* About 4 MB for each, and the answers still come. On two cores, of which another step of the tests takes
 * one, each thread gets its turn about once a second, and some turns must pass. */
static void hundreds_of_threads(void) {
    enum { COUNT = 300, SOME_TURNS = 5000 };
    const int threads = slow ? COUNT / 10 : COUNT;
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "setoption name Threads value %d", threads);
    const int refused = count_until_ready(&e, "info string error: setoption: Threads: ");
    if (refused)
        printf("left out in part: %d threads are not to be had here\n", threads);
    say(&e, "position startpos\ngo movetime 300");
    double ms = wait_for(&e, "bestmove", line);
    check(slow || in_time(ms, SOME_TURNS), "%d threads: %.0f ms for movetime 300", threads, ms);
    say(&e, "go infinite");
    wait_for(&e, "info depth 3", line);
    check(slow || in_time(ready(&e), 1500), "%d threads: isready waits", threads);
    say(&e, "stop");
    ms = wait_for(&e, "bestmove", line);
    check(slow || in_time(ms, SOME_TURNS), "%d threads: stop takes %.0f ms", threads, ms);
    say(&e, "go infinite\nquit");
    load_begin(e.pid);
    const int64_t from = micros_now();
    check(child_end(&e, 2 * PATIENCE) == 0, "quit while hundreds of threads search");
    ms = (double)(micros_now() - from) / 1000;
    check(slow || in_time(ms, 8000), "%d threads: quit takes %.0f ms", threads, ms);
}

/* --- pipes and signals ------------------------------------------------------------------------ */

/* The next file that is opened must not be taken for stdin. */
static void closed_files(void) {
    char command[LINE];
    snprintf(command, sizeof command, "timeout 600 '%s' <&- >'%s/out'", binary, folder);
    check(system(command) == 0, "it does not end when stdin is closed");
    snprintf(command, sizeof command, "timeout 600 '%s' perft 2 >&-", binary);
    check(system(command) == 0, "it does not end well when stdout is closed");
    snprintf(command, sizeof command,
             "echo '1. e4 *' | timeout 600 '%s' report - - nodes 1 >&- 2>'%s/out'; [ $? = 1 ] && "
             "grep -q 'standard output is closed' '%s/out'",
             binary, folder, folder);
    check(system(command) == 0, "a report is lost, and said to be written");
}

/* Nobody reads any more: it ends at its next line, or, where SIGPIPE is ignored, with its input. */
static void nobody_listens(void) {
    Child e;
    for (int ignored = 0; ignored < 2; ignored++) {
        start_limited(&e, ignored ? "trap '' PIPE" : "true");
        ready(&e);
        close(e.out);
        e.out = open("/dev/null", O_RDONLY | O_CLOEXEC);
        child_send(&e, "go infinite\n");
        usleep(100000);
        const int status = child_end(&e, PATIENCE);
        check(status == (ignored ? 1 : 128 + SIGPIPE), "a closed stdout: status %d", status);
    }
}

static const int ENDING[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_COUNT = sizeof ENDING / sizeof *ENDING };

/* Signals that ask for the end end it at once, without a bestmove. */
static void signals_end_it(void) {
    static const char *const STATES[] = {"isready", "go infinite",
                                         "go ponder wtime 1000 btime 1000",
                                         "setoption name Threads value 4\ngo infinite", "bench 60"};
    for (int i = 0; i < ENDING_COUNT; i++)
        for (size_t j = 0; j < sizeof STATES / sizeof *STATES; j++) {
            Child e;
            start(&e);
            say(&e, "%s", STATES[j]);
            ready(&e);
            load_begin(e.pid);
            kill(e.pid, ENDING[i]);
            const int64_t from = micros_now();
            const int status = child_end(&e, PATIENCE);
            check(status == 128 + ENDING[i], "signal %d, %s: status %d", ENDING[i], STATES[j],
                  status);
            check(in_time((double)(micros_now() - from) / 1000, 2500), "signal %d, %s: too late",
                  ENDING[i], STATES[j]);
        }
}

/* What was written before is whole: the games of selfplay, each line of a log. A game is written
 * after it has been reported. */
static void nothing_written_is_lost(void) {
    char pgn[128], log[128], command[800], line[LINE];
    Child e;
    snprintf(pgn, sizeof pgn, "%s/games.pgn", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    start(&e);
    say(&e, "setoption name Debug Log File value %s\nselfplay 1000 nodes=20 pgn %s", log, pgn);
    wait_for(&e, "game 6/1000", line);
    kill(e.pid, SIGTERM);
    child_end(&e, PATIENCE);
    snprintf(
        command, sizeof command,
        "[ $(grep -c '^\\[Result ' '%s') -ge 5 ] && tail -2 '%s' | grep -qE '(1-0|0-1|1/2-1/2)$' "
        "&& [ -z \"$(tail -1 '%s')\" ]",
        pgn, pgn, pgn);
    check(system(command) == 0, "SIGTERM leaves half a game in the PGN");
    snprintf(command, sizeof command, "grep -q 'game 6/1000' '%s' && [ -z \"$(tail -c1 '%s')\" ]",
             log, log);
    check(system(command) == 0, "SIGTERM leaves half a line in the log");
}

/* A log that may grow no more is closed, which is reported, and the game goes on. */
static void full_log(void) {
    char line[LINE];
    struct rlimit before, small;
    Child e;
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &small);
    start(&e);
    setrlimit(RLIMIT_FSIZE, &before);
    say(&e, "setoption name Debug Log File value %s/full", folder);
    say(&e, "uci");
    wait_for(&e, "info string error: Debug Log File: it cannot be written and is closed", line);
    still_works(&e, "a full log");
    quit(&e);
}

/* --- stopped and continued ---------------------------------------------------------------------- */

/* Stops a child for so many milliseconds. */
static void sleep_for(const Child *e, int milliseconds) {
    kill(e->pid, SIGSTOP);
    usleep((unsigned)milliseconds * 1000);
    kill(e->pid, SIGCONT);
}

/* The clock runs on while it is stopped, so that only what was slept through is lost. */
static void stopped_and_continued(void) {
    static const char *const GOES[] = {"go movetime 500", "go wtime 6000 btime 6000",
                                       "go wtime 6000 btime 6000 movestogo 1",
                                       "go movetime 500 searchmoves e2e4 d2d4"};
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "setoption name Threads value 2\nposition startpos");
    for (size_t i = 0; i < sizeof GOES / sizeof *GOES; i++) {
        say(&e, "%s", GOES[i]);
        wait_for(&e, "info depth 3", line);
        const int64_t from = micros_now();
        sleep_for(&e, 700);
        wait_for(&e, "bestmove", line);
        const double ms = (double)(micros_now() - from) / 1000;
        /* 6 s for one move are used to the overhead. */
        check(slow || in_time(ms, i == 2 ? 6500 : 1700), "%s, stopped for 700 ms: %.0f ms", GOES[i],
              ms);
    }
    say(&e, "go ponder wtime 2000 btime 2000");
    wait_for(&e, "info depth 3", line);
    sleep_for(&e, 300);
    check(count_until_ready(&e, "bestmove") == 0, "bestmove while pondering");
    say(&e, "ponderhit");
    const double ms = wait_for(&e, "bestmove", line);
    check(slow || in_time(ms, 1500), "ponderhit after a stop: %.0f ms", ms);
    for (int idle = 0; idle < 2; idle++) {
        say(&e, idle ? "isready" : "go infinite");
        kill(e.pid, SIGSTOP);
        say(&e, idle ? "isready" : "stop");
        kill(e.pid, SIGCONT);
        check(wait_for(&e, idle ? "readyok" : "bestmove", line) >= 0, "what came while stopped");
    }
    ready(&e);
    say(&e, "go infinite");
    kill(e.pid, SIGSTOP);
    say(&e, "quit");
    kill(e.pid, SIGCONT);
    finish(&e, "quit sent to a stopped process");
}

/* --- quit ------------------------------------------------------------------------------------- */

/* In whatever state it is, quit ends it, and so does the end of its input. */
static void quit_in_all_states(void) {
    static const char *const STATES[] = {
        "",
        "uci",
        "go infinite",
        "go movetime 100000",
        "go depth 1",
        "go wtime 300000 btime 300000",
        "go ponder wtime 300000 btime 300000",
        "go ponder depth 1", /* found, and waiting */
        "go ponder wtime 300000 btime 300000\nponderhit",
        "go ponder wtime 300000 btime 300000\nstop",
        "go ponder wtime 300000 btime 300000\nponderhit\nstop",
        "go infinite\nstop",
        "go infinite\nponderhit",
        "go infinite\ngo infinite",
        "go infinite\nposition startpos moves e2e4\ngo ponder",
        "go infinite\nsetoption name Hash value 64",
        "go infinite\nsetoption name Threads value 9\nisready",
        "go infinite\nucinewgame\nisready",
        "setoption name Threads value 5\ngo infinite",
        "setoption name MultiPV value 9\ngo infinite",
        "setoption name Skill Level value 0\ngo wtime 300000 btime 300000",
        "setoption name Skill Level value 0\ngo ponder wtime 300000 btime 300000",
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite", /* stalemate */
        "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo ponder",
        "go mate 3",
        "debug on\ngo infinite",
        "perft 2",
        "show 0",
        "bench 1",
    };
    for (size_t i = 0; i < sizeof STATES / sizeof *STATES; i++)
        for (int way = 0; way < 2; way++) {
            Child e;
            start(&e);
            say(&e, "%s", STATES[i]);
            if (i % 2)
                ready(&e);
            if (way)
                say(&e, "quit");
            finish(&e, STATES[i]);
        }
}

static const Scene SCENES[] = {
    {"little stack", little_stack},
    {"too little stack", too_little_stack},
    {"one core", one_core},
    {"hundreds of threads", hundreds_of_threads},
    {"closed files", closed_files},
    {"nobody listens", nobody_listens},
    {"signals end it", signals_end_it},
    {"nothing written is lost", nothing_written_is_lost},
    {"full log", full_log},
    {"stopped and continued", stopped_and_continued},
    {"quit in all states", quit_in_all_states},
};

int main(int argc, char **argv) {
    snprintf(folder, sizeof folder, "/tmp/panoptes-system-XXXXXX");
    if (!mkdtemp(folder))
        return 2;
    const int status = dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) ? 2 : status;
}
