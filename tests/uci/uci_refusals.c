/* uci_refusals BINARY [SCENE]
 *
 * The program on a poor system: each request for memory refused in turn, threads refused, a time of
 * day that jumps. preload/refuse.c, which lies beside this program as refuse.so, plays that system;
 * sanitizers want to be first themselves, so that this is for the release build.
 */
#include "os/thread.h"
#include "support/dialogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64], library[512], refused[128];

static void preload(const char *refuse) {
    unlink(refused);
    setenv("REFUSED", refused, 1);
    setenv("REFUSE", refuse, 1);
    setenv("LD_PRELOAD", library, 1);
}

static void no_preload(void) {
    unsetenv("LD_PRELOAD");
}

/* --- memory and threads ------------------------------------------------------------------------ */

/* What asks for memory, a line or several each. */
static const char *const TASKS[] = {
    "uci\nisready",
    "setoption name Hash value 3\nsetoption name Threads value 3\ngo depth 4",
    "setoption name OwnBook value true\ngo depth 3",
    "setoption name Book File value src/engine/own_book.bin\ngo depth 3",
    "setoption name EvalFile value src/network/panoptes.net\ngo depth 3\nsetoption name EvalFile",
    "setoption name SyzygyPath value tests/data\ngo depth 3",
    "setoption name Debug Log File value %s/log\nd\nsetoption name Debug Log File value",
    "map svg\nmap json\nthreats svg\nthreats json\nexplain e2e4 nodes 10 json\nattackers e4 json",
    "map svg %s/map.svg\nexplain e2e4 nodes 10\nvalidate 8/8/8/8/8/8/8/8 w KQ - 0 1",
    "bench 1",
    "bench 1 2 tests/data/see.epd depth 1",
    "selfplay 2 nodes=20 pgn %s/games.pgn A Threads=2",
    "report tests/data/report/games.pgn %s/report.html nodes 5 games 1",
    "genfens 1 seed 1 book None\ngenfens 1 seed 1 book tests/data/see.epd",
    "perft 2\nperft full 2\nshow 0\nselftest",
    "go mate 2\nperft 3\nbench 1\nsetoption name Hash value 9",
};
enum { TASK_COUNT = sizeof TASKS / sizeof *TASKS };

/* Wants a move of the program, which may have lost the go for want of memory and said so. */
static void wants_move(UciProcess *e, const char *refuse, const char *task) {
    char line[LINE] = "";
    say(e, "setoption name OwnBook value false\nposition startpos\ngo depth 2");
    while (strncmp(line, "bestmove ", 9) != 0 && hear(e, line, PATIENCE))
        if (strncmp(line, "info string error: memory is short: a line", 42) == 0)
            say(e, "go depth 2");
    check(strncmp(line, "bestmove ", 9) == 0 && line[9] != '(', "%s, %s: it does not play", refuse,
          task);
}

/* Runs a task. Whatever was refused, it must end by itself; if it could start at all, it must go on
 * reading and playing. Sets whether it could, and whether anything was refused. */
static void run_task(const char *task, const char *refuse, bool *alive, bool *met) {
    char text[LINE], line[LINE];
    UciProcess e;
    preload(refuse);
    start(&e);
    no_preload();
    snprintf(text, sizeof text, task, folder);
    strcat(text, "\nstop\nisready\n");
    uci_process_send(&e, text, clock_microseconds());
    *alive = false;
    while (!*alive && hear(&e, line, PATIENCE))
        *alive = strcmp(line, "readyok") == 0;
    if (*alive)
        wants_move(&e, refuse, task);
    const int status = end(&e);
    check(status == 1 || (*alive && status == 0), "%s, %s: status %d", refuse, task, status);
    *met = access(refused, F_OK) == 0;
}

/* The first, the second and so on, until a task needs no more; then every few of many. What is
 * needed to start is refused once only. */
static void refuse_each(const char *what) {
    enum { ONE_BY_ONE = 60, STEP = 37 };
    char refuse[64];
    int runs = 0, starts_with = 1;
    for (int i = 0; i < TASK_COUNT; i++) {
        bool alive, met = true;
        for (int n = starts_with; met; n += n < starts_with + ONE_BY_ONE ? 1 : STEP, runs++) {
            snprintf(refuse, sizeof refuse, "%s:%d", what, n);
            run_task(TASKS[i], refuse, &alive, &met);
            if (i == 0 && !alive)
                starts_with = n;
        }
    }
    printf("  refused %d times, the first %d of them at the start\n", runs, starts_with);
    check(runs > 3 * TASK_COUNT / 2, "nothing was refused: %d runs", runs);
}

static void memory_is_refused(void) {
    refuse_each("memory");
}

static void threads_are_refused(void) {
    refuse_each("threads");
}

/* --- the time of day -------------------------------------------------------------------------- */

static void the_clock_jumps(void) {
    static const char *const GOES[] = {"go movetime 200", "go wtime 4000 btime 4000",
                                       "go wtime 9000 btime 9000 winc 50 binc 50"};
    char line[LINE];
    UciProcess e;
    setenv("CLOCK_JUMPS", "1", 1);
    preload("");
    start(&e);
    no_preload();
    unsetenv("CLOCK_JUMPS");
    for (int weak = 0; weak < 2; weak++) {
        say(&e, "setoption name Skill Level value %d\nposition startpos", weak ? 2 : 20);
        for (size_t i = 0; i < sizeof GOES / sizeof *GOES; i++) {
            say(&e, "%s", GOES[i]);
            const double ms = wait_for(&e, "bestmove ", line);
            check(in_time(ms, 1500), "%s, skill %d: %.0f ms", GOES[i], weak ? 2 : 20, ms);
        }
    }
    say(&e, "ucinewgame\nselfplay 2 0.2+0.002 pgn %s/games.pgn", folder);
    wait_for(&e, "A scores ", line);
    still_works(&e, "games on a clock that jumps");
    quit(&e);
}

static const Scene SCENES[] = {
    {"memory is refused", memory_is_refused},
    {"threads are refused", threads_are_refused},
    {"the clock jumps", the_clock_jumps},
};

int main(int argc, char **argv) {
    char command[128];
    char *slash = strrchr(argv[0], '/');
    snprintf(library, sizeof library, "%.*srefuse.so", slash ? (int)(slash + 1 - argv[0]) : 0,
             argv[0]);
    snprintf(folder, sizeof folder, "/tmp/panoptes-refusals-XXXXXX");
    char *whole = realpath(library, NULL);
    if (!whole || !mkdtemp(folder)) {
        printf("there is no %s\n", library);
        return 2;
    }
    snprintf(library, sizeof library, "%s", whole);
    free(whole);
    snprintf(refused, sizeof refused, "%s/refused", folder);
    setenv("PANOPTES_POST_MORTEM", folder, 1);
    const int status = dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) ? 2 : status;
}
