#include "support/dialogue.h"

#include "board/fen.h"
#include "board/make.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "os/thread.h"
#include "support/setup.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { WATCHDOG_SECONDS = 280, EXTENSIONS = 20 };

/* The bytes that the program may fill, whatever the machine has: it heeds RLIMIT_RSS. */
enum { RESIDENT = 256 << 20 };

bool slow;
const char *binary, *scene;
static int failures, checks;
static int64_t said_at; /* when `say` last began */

void check(bool well, const char *format, ...) {
    va_list args;
    checks++;
    if (well)
        return;
    failures++;
    va_start(args, format);
    printf("FAILED: ");
    vprintf(format, args);
    printf("\n");
    va_end(args);
}

/* --- talking ------------------------------------------------------------------------------- */

void start_by(UciProcess *e, const char *const *command) {
    if (uci_process_start(e, command, true, NULL))
        return;
    printf("FAILED: %s cannot be started\n", *command);
    exit(1);
}

void start(UciProcess *e) {
    start_by(e, (const char *const[]){binary, NULL});
}

static int64_t deadline_in(int milliseconds) {
    return clock_microseconds() + (int64_t)milliseconds * 1000;
}

double milliseconds_since_say(void) {
    return (double)(clock_microseconds() - said_at) / 1000;
}

void say_text(UciProcess *e, const char *text) {
    load_begin(e->pid);
    said_at = clock_microseconds();
    check(uci_process_send(e, text, deadline_in(PATIENCE)), "the engine no longer reads");
}

void say(UciProcess *e, const char *format, ...) {
    static char text[1 << 17];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text - 1, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof text - 1)
        abort(); /* the test itself is wrong */
    strcpy(text + n, "\n");
    say_text(e, text);
}

bool hear(UciProcess *e, char *line, int timeout_ms) {
    enum { AT_REST = 10000 /* microseconds of a wait */ };
    for (;;) {
        const int64_t before = processor_time(e->pid);
        const char *heard = uci_process_line(e, deadline_in(timeout_ms));
        if (heard) {
            check(!strpbrk(heard, "\r\x1b"), "a carriage return or a colour in \"%s\"", heard);
            snprintf(line, LINE, "%s", heard);
            return true;
        }
        if (e->ended || timeout_ms < PATIENCE || processor_time(e->pid) - before < AT_REST ||
            !machine_is_overloaded())
            return false;
    }
}

/* Hears lines until one that begins so. */
static bool hear_until(UciProcess *e, const char *begin, char *line) {
    const int64_t deadline = deadline_in(PATIENCE);
    while (hear(e, line, PATIENCE)) {
        if (strncmp(line, begin, strlen(begin)) == 0)
            return true;
        if (clock_microseconds() > deadline && !machine_is_overloaded())
            return false;
    }
    return false;
}

void let_work(const UciProcess *e, double milliseconds) {
    enum { STEP = 2000, LIMIT = 10 * PATIENCE };
    const int64_t from = clock_microseconds();
    load_begin(e->pid);
    while (load_used() < milliseconds && clock_microseconds() - from < (int64_t)LIMIT * 1000)
        usleep(STEP);
}

double wait_for(UciProcess *e, const char *begin, char *line) {
    if (!hear_until(e, begin, line)) {
        check(false, "no \"%s\"%s", begin, e->ended ? ": it has ended" : " in time");
        *line = '\0';
        return -1;
    }
    return milliseconds_since_say();
}

double ready(UciProcess *e) {
    char line[LINE];
    say(e, "isready");
    return wait_for(e, "readyok", line);
}

int count_until_ready(UciProcess *e, const char *begin) {
    char line[LINE];
    int count = 0;
    say(e, "isready");
    while (hear(e, line, PATIENCE)) {
        if (strcmp(line, "readyok") == 0)
            return count;
        count += strncmp(line, begin, strlen(begin)) == 0;
    }
    check(false, "no readyok");
    return -1;
}

void still_works(UciProcess *e, const char *after) {
    char line[LINE];
    check(ready(e) >= 0, "after %s: no readyok", after);
    say(e, "position startpos\ngo depth 1");
    wait_for(e, "bestmove", line);
    check(strlen(line) >= 13 && line[9] >= 'a' && line[9] <= 'h', "after %s: %s", after, line);
}

int end(UciProcess *e) {
    return uci_process_end(e, deadline_in(2 * PATIENCE));
}

/* The sanitizers' leak check takes some time of its own. */
void quit_with(UciProcess *e, int wanted) {
    load_begin(e->pid);
    const int64_t from = clock_microseconds();
    const int status = end(e);
    const double took = (double)(clock_microseconds() - from) / 1000;
    check(status == wanted, "quit: exit status %d after %.1f s, not %d", status, took / 1000,
          wanted);
    check(in_time(took, slow ? 10000 : 2000), "quit: it ends after %.1f s", took / 1000);
}

void quit(UciProcess *e) {
    quit_with(e, 0);
}

int run_with(const char *const *command, const char *begin, char *line) {
    char heard[LINE];
    UciProcess e;
    start_by(&e, command);
    load_begin(e.pid);
    *line = '\0';
    while (hear(&e, heard, 3 * PATIENCE))
        if (strncmp(heard, begin, strlen(begin)) == 0)
            memcpy(line, heard, sizeof heard);
    return end(&e);
}

/* --- answers ------------------------------------------------------------------------------- */

/* A copy of a position to make moves in. */
static Position *walker_at(const Position *pos) {
    static Position *walker;
    walker = walker ? walker : position_new();
    position_copy(walker, pos);
    position_reroot(walker);
    return walker;
}

/* The move of a "bestmove" line; MOVE_NONE for "(none)". A bad line is a failure. */
static Move best_of(const char *line, const Position *pos) {
    char best[32] = "", ponder[32] = "";
    const int n = sscanf(line, "bestmove %31s ponder %31s", best, ponder);
    const Move m = move_read(pos, best);
    check(n >= 1 && (m != MOVE_NONE || strcmp(best, "(none)") == 0), "\"%s\" is no legal move here",
          line);
    if (m != MOVE_NONE && n == 2) {
        Position *after = walker_at(pos);
        make_move(after, m);
        check(move_read(after, ponder) != MOVE_NONE, "\"%s\": the ponder move is illegal", line);
    }
    return m;
}

/* The number behind a word of an info line, or -1. */
static int64_t info_number(const char *line, const char *word) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, " %s ", word);
    const char *at = strstr(line, wanted);
    return at ? strtoll(at + strlen(wanted), NULL, 10) : -1;
}

static bool is_exact(const char *line) {
    return !strstr(line, " lowerbound") && !strstr(line, " upperbound");
}

/* A mate with an exact score must be on the board after as many moves. */
static void check_mate(const char *line, const Position *end, int plies) {
    const char *at = strstr(line, " score mate ");
    if (!at || !is_exact(line))
        return;
    const long mate = strtol(at + 12, NULL, 10);
    const long wanted = mate > 0 ? 2 * mate - 1 : -2 * mate;
    check(plies == wanted, "a mate in %ld plies, but a line of %d: \"%s\"", wanted, plies, line);
    check(in_check(end->state) && legal_count(end) == 0, "no mate at the end of \"%s\"", line);
}

/* Every move of the line must be legal, one after the other. */
static void check_line(const char *line, const Position *pos) {
    const char *pv = strstr(line, " pv ");
    char copy[LINE], *rest = copy;
    if (!pv)
        return;
    Position *walker = walker_at(pos);
    snprintf(copy, sizeof copy, "%s", pv + 4);
    int moves = 0;
    for (char *text; (text = strtok_r(rest, " ", &rest)) != NULL; moves++) {
        const Move m = move_read(walker, text);
        if (m == MOVE_NONE) {
            char fen[FEN_SIZE];
            fen_write(pos, fen);
            check(false, "%s: move %d of \"%s\" is illegal", fen, moves + 1, line);
            return;
        }
        make_move(walker, m);
    }
    check(moves > 0, "an empty line of play: \"%s\"", line);
    check_mate(line, walker, moves);
}

/* The words of an info: what must be there is there, and no number has a dot. */
static void check_words(const char *line) {
    static const char *const WORDS[] = {"depth", "seldepth", "multipv", "score",
                                        "nodes", "hashfull", "nps",     "time"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, " %s ", WORDS[i]);
        check(strstr(line, wanted) != NULL, "no %s in \"%s\"", WORDS[i], line);
    }
    const bool has_score = strstr(line, " score cp ") || strstr(line, " score mate ");
    check(has_score && !strchr(line, '.'), "no score, or a dot, in \"%s\"", line);
}

/* The last info is exact and begins with the move played. */
static void check_last(const Answer *a, const char *best) {
    const char *pv = strstr(a->last, " pv ");
    char first[16] = "", played[16] = "";
    sscanf(best, "bestmove %15s", played);
    if (a->best == MOVE_NONE || a->is_of_book)
        return;
    check(pv && sscanf(pv, " pv %15s", first) == 1, "no info with a line before \"%s\"", best);
    check(strcmp(first, played) == 0, "\"%s\", but the last info was \"%s\"", best, a->last);
    check(is_exact(a->last), "\"%s\", but the last info is a bound: \"%s\"", best, a->last);
}

bool answer_line(Answer *a, const char *line, const Position *pos) {
    if (strncmp(line, "bestmove", 8) == 0) {
        a->best = best_of(line, pos);
        check_last(a, line);
        return true;
    }
    a->is_of_book |= strncmp(line, "info string book move", 21) == 0;
    if (strncmp(line, "info depth", 10) != 0 || strstr(line, " currmove "))
        return false;
    if (info_number(line, "multipv") == 1)
        snprintf(a->last, sizeof a->last, "%s", line);
    if (info_number(line, "depth") > 0)
        check_words(line);
    check_line(line, pos);
    return false;
}

/* --- main ---------------------------------------------------------------------------------- */

/* An overloaded machine gets an hour and a half for each scene. The functions of ours that are called
 * here are made for that. */
// NOLINTBEGIN(bugprone-signal-handler,cert-sig30-c)
static void on_alarm(int signal_number) {
    static const char text[] = "FAILED: watchdog: the session hangs\n";
    static int extensions;
    (void)signal_number;
    if (extensions < EXTENSIONS && machine_is_overloaded()) {
        extensions++;
        alarm(WATCHDOG_SECONDS);
        return;
    }
    (void)!write(STDOUT_FILENO, text, sizeof text - 1);
    _exit(1);
}
// NOLINTEND(bugprone-signal-handler,cert-sig30-c)

/* Whether a scene is wanted: all are without a choice. */
static bool is_chosen(const char *name, const char *choice) {
    const bool without = *choice == '-';
    const char *begin = choice + without;
    return (strncmp(name, begin, strlen(begin)) == 0) != without;
}

int dialogue_main(int argc, char **argv, const Scene *scenes, int count) {
    int at = 1, run = 0;
    slow = argc > at && strcmp(argv[at], "--slow") == 0;
    at += slow;
    if (argc <= at || argc > at + 2) {
        fprintf(stderr, "usage: %s [--slow] BINARY [[-]SCENE]\n", argv[0]);
        return 2;
    }
    binary = argv[at];
    const char *wanted = argc > at + 1 ? argv[at + 1] : "";
    setup_tables();
    setrlimit(RLIMIT_RSS, &(struct rlimit){RESIDENT, RESIDENT});
    signal(SIGPIPE, SIG_IGN);
    signal(SIGALRM, on_alarm);
    for (int i = 0; i < count; i++) {
        if (!is_chosen(scenes[i].name, wanted))
            continue;
        const int64_t from = clock_microseconds();
        const int before = failures;
        alarm(WATCHDOG_SECONDS);
        scene = scenes[i].name;
        scenes[i].run();
        run++;
        printf("%s: %s, %.1f s\n", scenes[i].name, failures == before ? "ok" : "FAILED",
               (double)(clock_microseconds() - from) / 1e6);
    }
    printf("%d scenes, %d checks, %d failed\n", run, checks, failures);
    return failures ? 1 : run && checks ? 0 : 2;
}
