/* faulty_engine: a UCI engine that plays random legal moves at once. It commits the fault that the variable FAULT
 * names: leak, files, threads, illegal, late, silent, die, complain, report, unasked, huge or flood. The engine tests
 * the programs that must notice such faults. */
#include "board/fen.h"
#include "board/make.h"
#include "moves/notation.h"
#include "support/games.h"
#include "support/setup.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FAULT_AT = 5,   /* the fault begins with the fifth move that the process plays */
    THREADS_AT = 50 /* with `threads`: moves between two new threads */
};

static const char *fault;
static Position *pos;
static Random dice = {77};
static bool waiting; /* the engine waits for ponderhit or stop before it answers */

static bool is(const char *name) {
    return strcmp(fault, name) == 0;
}

static void set_position(char *line) {
    char *moves = strstr(line, " moves"), *rest = moves ? moves + 6 : NULL;
    if (moves)
        *moves = '\0';
    pos->chess960 = true;
    position_set(pos, line + strlen("position fen "));
    for (char *text; rest && (text = strtok_r(rest, " ", &rest)) != NULL;) {
        position_advance(pos, move_read(pos, text));
    }
}

static void *sleep_on(void *unused) {
    pause();
    return unused;
}

static void leak(void) {
    void *volatile lost = malloc(1024);
    memset(lost, 1, 1024);
    /* cppcheck-suppress memleak ; the leak is the fault */
}

static void leave_thread(int moves) {
    pthread_t thread;
    if (moves % THREADS_AT == 0 && pthread_create(&thread, NULL, sleep_on, NULL))
        exit(3);
}

static void leave_report(void) {
    char path[256];
    const char *folder = getenv("PANOPTES_POST_MORTEM");
    snprintf(path, sizeof path, "%s/report.txt", folder ? folder : ".");
    close(open(path, O_CREAT | O_WRONLY, 0600));
}

/* Writes a very long line that contains words which the reader must not take for an answer. */
static void write_huge_line(void) {
    fputs("info string", stdout);
    for (int i = 0; i < 300000; i++)
        fputs(" bestmove e2e4", stdout);
    puts("");
}

static void flood(void) {
    for (;;)
        puts("info depth 1 score cp 1 pv e2e4");
}

/* Commits the faults that come before the answer. */
static void do_wrong(int moves) {
    if (is("leak"))
        leak();
    else if (is("files"))
        (void)!open("/dev/null", O_RDONLY);
    else if (is("threads"))
        leave_thread(moves);
    else if (is("late"))
        sleep(1);
    else if (is("silent"))
        pause();
    else if (is("die"))
        abort();
    else if (is("complain"))
        puts("info string fault: the map is wrong");
    else if (is("report"))
        leave_report();
    else if (is("unasked"))
        puts("bestmove e2e4");
    else if (is("huge"))
        write_huge_line();
    else if (is("flood"))
        flood();
}

static void answer(void) {
    static int moves;
    char text[MOVE_TEXT_SIZE];
    const bool wrong = ++moves >= FAULT_AT;
    if (wrong)
        do_wrong(moves);
    const Move m = random_move(pos, &dice, TASTE_ANY);
    move_write(pos, m, text);
    printf("bestmove %s\n", wrong && is("illegal") ? "a1a1" : m ? text : "(none)");
}

int main(void) {
    static char line[1 << 15];
    fault = getenv("FAULT") ? getenv("FAULT") : "";
    setup_tables();
    pos = position_new();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "position fen ", 13) == 0) {
            set_position(line);
        } else if (strncmp(line, "go ", 3) == 0) {
            waiting = strstr(line, "ponder") || strstr(line, "infinite");
            if (!waiting)
                answer();
        } else if (strcmp(line, "stop") == 0 || strcmp(line, "ponderhit") == 0) {
            if (waiting)
                answer();
            waiting = false;
        } else if (strcmp(line, "uci") == 0) {
            puts("uciok");
        } else if (strcmp(line, "isready") == 0) {
            puts("readyok");
        } else if (strcmp(line, "quit") == 0) {
            break;
        }
    }
    free(pos);
    return 0;
}
