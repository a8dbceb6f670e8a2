#include "support/dialogue.h"

#include "board/fen.h"
#include "board/make.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "support/setup.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WATCHDOG_SECONDS = 280, EXTENSIONS = 20 };

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

void start_by(Child *e, const char *program, const char *const *arguments) {
    if (child_start(e, program, arguments))
        return;
    printf("FAILED: %s cannot be started\n", program);
    exit(1);
}

void start(Child *e) {
    start_by(e, binary, NULL);
}

double milliseconds_since_say(void) {
    return (double)(micros_now() - said_at) / 1000;
}

void say_bytes(Child *e, const char *bytes, size_t size) {
    load_begin(e->pid);
    said_at = micros_now();
    check(child_send_bytes(e, bytes, size), "the engine no longer reads");
}

void say(Child *e, const char *format, ...) {
    static char text[1 << 17];
    va_list args;
    va_start(args, format);
    child_format(text, sizeof text, format, args);
    va_end(args);
    say_bytes(e, text, strlen(text));
}

bool hear(Child *e, char *line, int timeout_ms) {
    while (!child_line(e, line, LINE, timeout_ms))
        if (!child_may_answer(e, timeout_ms))
            return false;
    check(!strpbrk(line, "\r\x1b"), "a carriage return or a colour in \"%s\"", line);
    return true;
}

/* Hears lines until one that begins so. */
static bool hear_until(Child *e, const char *begin, char *line, int timeout_ms) {
    const int64_t deadline = micros_now() + (int64_t)timeout_ms * 1000;
    do {
        const int64_t left = (deadline - micros_now()) / 1000;
        if (!hear(e, line, left > 0 ? (int)left : 0))
            return false;
    } while (strncmp(line, begin, strlen(begin)) != 0);
    return true;
}

void let_work(const Child *e, double milliseconds) {
    enum { STEP = 2000, LIMIT = 10 * PATIENCE };
    const int64_t from = micros_now();
    load_begin(e->pid);
    while (load_used() < milliseconds && micros_now() - from < (int64_t)LIMIT * 1000)
        usleep(STEP);
}

/* Waits for a line that must come, and on an overloaded machine until the watchdog ends it. */
static bool hear_patiently(Child *e, const char *begin, char *line) {
    while (!hear_until(e, begin, line, PATIENCE))
        if (!child_may_answer(e, PATIENCE))
            return false;
    return true;
}

double wait_for(Child *e, const char *begin, char *line) {
    if (!hear_patiently(e, begin, line)) {
        check(false, "no \"%s\"%s", begin,
              e->ended    ? ": it has ended"
              : e->asleep ? ": it sleeps"
                          : " in time");
        *line = '\0';
        return -1;
    }
    return milliseconds_since_say();
}

double ready(Child *e) {
    char line[LINE];
    say(e, "isready");
    return wait_for(e, "readyok", line);
}

int count_until_ready(Child *e, const char *begin) {
    char line[LINE];
    int count = 0;
    say(e, "isready");
    while (hear_patiently(e, "", line)) {
        if (strcmp(line, "readyok") == 0)
            return count;
        count += strncmp(line, begin, strlen(begin)) == 0;
    }
    check(false, "no readyok");
    return -1;
}

void still_works(Child *e, const char *after) {
    char line[LINE];
    check(ready(e) >= 0, "after %s: no readyok", after);
    say(e, "position startpos\ngo depth 1");
    wait_for(e, "bestmove", line);
    check(strlen(line) >= 13 && line[9] >= 'a' && line[9] <= 'h', "after %s: %s", after, line);
}

/* Ends the input and wants that exit status. The sanitizers' leak check takes some time of its own.
 */
static void end(Child *e, const char *what, int wanted) {
    load_begin(e->pid);
    const int64_t from = micros_now();
    const int status = child_end(e, 2 * PATIENCE);
    const double took = (double)(micros_now() - from) / 1000;
    check(status == wanted, "%s: exit status %d after %.1f s, not %d", what, status, took / 1000,
          wanted);
    check(in_time(took, slow ? 10000 : 2000), "%s: it ends after %.1f s", what, took / 1000);
}

void finish(Child *e, const char *what) {
    end(e, what, 0);
}

void quit(Child *e) {
    say(e, "quit");
    end(e, "quit", 0);
}

void quit_incomplete(Child *e) {
    say(e, "quit");
    end(e, "quit after an incomplete job", 1);
}

int run_with(const char *const *arguments, const char *begin, char *line, int *count) {
    char heard[LINE];
    int found = 0;
    Child e;
    start_by(&e, binary, arguments);
    load_begin(e.pid);
    *line = '\0';
    while (hear(&e, heard, 3 * PATIENCE)) {
        if (strncmp(heard, begin, strlen(begin)) != 0)
            continue;
        memcpy(line, heard, sizeof heard);
        found++;
    }
    if (count)
        *count = found;
    return child_end(&e, 2 * PATIENCE);
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

Move best_of(const char *line, const Position *pos) {
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

int64_t info_number(const char *line, const char *word) {
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
        a->milliseconds = milliseconds_since_say();
        a->best = best_of(line, pos);
        a->ponder = strstr(line, " ponder ") != NULL;
        check_last(a, line);
        return true;
    }
    a->is_of_book |= strncmp(line, "info string book move", 21) == 0;
    if (strncmp(line, "info depth", 10) != 0 || strstr(line, " currmove "))
        return false;
    a->infos++;
    a->nodes = info_number(line, "nodes");
    a->depth = info_number(line, "depth");
    if (info_number(line, "multipv") == 1)
        snprintf(a->last, sizeof a->last, "%s", line);
    if (a->depth > 0)
        check_words(line);
    check_line(line, pos);
    return false;
}

Answer read_answer(Child *e, const Position *pos) {
    char line[LINE];
    Answer a = {.best = MOVE_NONE};
    while (hear_patiently(e, "", line))
        if (answer_line(&a, line, pos))
            return a;
    check(false, "no bestmove within %d s", PATIENCE / 1000);
    return a;
}

Answer ask(Child *e, const char *fen, const char *go) {
    Position *pos = position_new();
    position_set(pos, fen);
    say(e, "position fen %s\n%s", fen, go);
    const Answer a = read_answer(e, pos);
    free(pos);
    return a;
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
    children_kill();
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
    signal(SIGALRM, on_alarm);
    for (int i = 0; i < count; i++) {
        if (!is_chosen(scenes[i].name, wanted))
            continue;
        const int64_t from = micros_now();
        const int before = failures;
        alarm(WATCHDOG_SECONDS);
        scene = scenes[i].name;
        scenes[i].run();
        run++;
        printf("%s: %s, %.1f s\n", scenes[i].name, failures == before ? "ok" : "FAILED",
               (double)(micros_now() - from) / 1e6);
    }
    printf("%d scenes, %d checks, %d failed\n", run, checks, failures);
    return failures ? 1 : run && checks ? 0 : 2;
}
