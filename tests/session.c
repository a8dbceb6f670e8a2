/* session [--slow] BINARY
 *
 * Drives the real program through real pipes: the handshake, answers while searching, stop, ponder,
 * limits, hostile input, its end, and whole games, in which every bestmove and every line of play
 * is checked with the library. With --slow (debug builds, valgrind) times are only loosely checked.
 * A watchdog ends a hang.
 */
#include "board/fen.h"
#include "board/make.h"
#include "board/repetition.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "support/child.h"
#include "support/games.h"
#include "support/setup.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 8192, PATIENCE = 20000, WATCHDOG_SECONDS = 280 };

static const char *binary;
static bool slow;
static int failures, checks;

__attribute__((format(printf, 2, 3))) static void check(bool well, const char *format, ...) {
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

static void on_alarm(int signal_number) {
    static const char text[] = "FAILED: watchdog: the session hangs\n";
    (void)signal_number;
    (void)!write(STDOUT_FILENO, text, sizeof text - 1);
    children_kill();
    _exit(1);
}

/* --- talking ------------------------------------------------------------------------------- */

static void start(Child *e) {
    if (child_start(e, binary))
        return;
    printf("FAILED: %s cannot be started\n", binary);
    exit(1);
}

__attribute__((format(printf, 2, 3))) static void send(Child *e, const char *format, ...) {
    static char text[1 << 16];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text - 1, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof text - 1)
        abort();
    memcpy(text + n, "\n", 2);
    check(child_send(e, text), "the engine no longer reads");
}

/* Waits for a line; milliseconds that it took, or -1. */
static double wait_for(Child *e, const char *begin, char *line) {
    const int64_t from = micros_now();
    if (!child_wait(e, begin, line, LINE, PATIENCE)) {
        check(false, "no \"%s\" within %d s", begin, PATIENCE / 1000);
        return -1;
    }
    return (double)(micros_now() - from) / 1000;
}

static double ready(Child *e) {
    char line[LINE];
    send(e, "isready");
    return wait_for(e, "readyok", line);
}

/* True if a line that begins so comes within a time. */
static bool comes(Child *e, const char *begin, int timeout_ms) {
    char line[LINE];
    return child_wait(e, begin, line, sizeof line, timeout_ms);
}

/* The end: exit code 0 in two seconds (the sanitizers' leak check takes some of its own). */
static void finish(Child *e, const char *what) {
    const int64_t from = micros_now();
    const int status = child_end(e, slow ? 10000 : 2000);
    check(status == 0, "%s: exit status %d after %.1f s", what, status,
          (double)(micros_now() - from) / 1e6);
}

/* The move of a "bestmove" line; MOVE_NONE for "(none)". A bad line is a failure. */
static Move best_of(const char *line, const Position *pos) {
    char best[32] = "", ponder[32] = "";
    const int n = sscanf(line, "bestmove %31s ponder %31s", best, ponder);
    const Move m = move_read(pos, best);
    check(n >= 1 && (m != MOVE_NONE || strcmp(best, "(none)") == 0), "\"%s\" is no legal move here",
          line);
    if (m != MOVE_NONE && n == 2) {
        static Position *after;
        after = after ? after : position_new();
        position_copy(after, pos);
        make_move(after, m);
        check(move_read(after, ponder) != MOVE_NONE, "\"%s\": the ponder move is illegal", line);
    }
    return m;
}

/* --- infos --------------------------------------------------------------------------------- */

/* The number behind a word of an info line, or -1. */
static int64_t info_number(const char *line, const char *word) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, " %s ", word);
    const char *at = strstr(line, wanted);
    return at ? strtoll(at + strlen(wanted), NULL, 10) : -1;
}

/* Every move of the line must be legal, one after the other. */
static void check_line(const char *line, const Position *pos) {
    static Position *walker;
    const char *pv = strstr(line, " pv ");
    char copy[LINE], *rest = copy;
    if (!pv)
        return;
    walker = walker ? walker : position_new();
    position_copy(walker, pos);
    snprintf(copy, sizeof copy, "%s", pv + 4);
    int moves = 0;
    for (char *text; (text = strtok_r(rest, " \r", &rest)) != NULL; moves++) {
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
}

typedef struct Answer {
    Move best;
    int64_t nodes, depth; /* of the last info */
    double milliseconds;
    int infos;
    bool came;
} Answer;

/* Reads infos and the bestmove that ends them. */
static Answer read_answer(Child *e, const Position *pos) {
    char line[LINE];
    Answer a = {.best = MOVE_NONE};
    const int64_t from = micros_now();
    while (child_line(e, line, sizeof line, PATIENCE)) {
        if (strncmp(line, "bestmove", 8) == 0) {
            a.milliseconds = (double)(micros_now() - from) / 1000;
            a.best = best_of(line, pos);
            a.came = true;
            return a;
        }
        if (strncmp(line, "info depth", 10) != 0)
            continue;
        a.infos++;
        a.nodes = info_number(line, "nodes");
        a.depth = info_number(line, "depth");
        check_line(line, pos);
    }
    check(false, "no bestmove within %d s", PATIENCE / 1000);
    return a;
}

/* --- single matters ------------------------------------------------------------------------ */

static void handshake(void) {
    static const char *const OPTIONS[] = {"Hash",         "Threads", "Move Overhead",
                                          "UCI_Chess960", "Ponder",  "Clear Hash"};
    char line[LINE];
    unsigned seen = 0, identity = 0;
    Child e;
    start(&e);
    send(&e, "uci");
    while (child_line(&e, line, sizeof line, PATIENCE) && strcmp(line, "uciok") != 0) {
        identity |= strncmp(line, "id name ", 8) == 0      ? 1
                    : strncmp(line, "id author ", 10) == 0 ? 2
                                                           : 0;
        for (unsigned i = 0; i < 6; i++) {
            char wanted[64];
            snprintf(wanted, sizeof wanted, "option name %s type ", OPTIONS[i]);
            seen |= strncmp(line, wanted, strlen(wanted)) == 0 ? 1u << i : 0;
        }
    }
    check(strcmp(line, "uciok") == 0, "no uciok");
    check(identity == 3, "no id name or no id author");
    for (unsigned i = 0; i < 6; i++)
        check(seen >> i & 1, "no option %s", OPTIONS[i]);
    check(ready(&e) < 1000, "isready takes a second");
    send(&e, "setoption name Hash value 4");
    send(&e, "setoption name Move Overhead value 10");
    send(&e, "setoption name Clear Hash");
    send(&e, "ucinewgame");
    ready(&e);
    send(&e, "quit");
    finish(&e, "quit");
}

static int by_time(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void answers_while_searching(void) {
    enum { ROUNDS = 21 };
    double answers[ROUNDS], stops[ROUNDS];
    char line[LINE];
    Child e;
    Position *pos = position_new();
    position_set(pos, FEN_START);
    start(&e);
    ready(&e);
    for (int i = 0; i < ROUNDS; i++) {
        send(&e, "position startpos");
        send(&e, "go infinite");
        usleep(20000 + 3000 * (unsigned)i);
        answers[i] = ready(&e);
        const int64_t from = micros_now();
        send(&e, "stop");
        wait_for(&e, "bestmove", line);
        stops[i] = (double)(micros_now() - from) / 1000;
        check(best_of(line, pos) != MOVE_NONE, "stop: no move");
        check(answers[i] < (slow ? 2000 : 200), "isready while searching took %.0f ms", answers[i]);
    }
    qsort(answers, ROUNDS, sizeof *answers, by_time);
    qsort(stops, ROUNDS, sizeof *stops, by_time);
    printf("  isready while searching: median %.2f ms, worst %.2f ms; stop: median %.2f ms, worst "
           "%.2f ms\n",
           answers[ROUNDS / 2], answers[ROUNDS - 1], stops[ROUNDS / 2], stops[ROUNDS - 1]);
    check(stops[ROUNDS / 2] <= (slow ? 500 : 10), "stop takes %.1f ms", stops[ROUNDS / 2]);
    free(pos);
    send(&e, "quit");
    finish(&e, "quit after searches");
}

/* With infinite and ponder the bestmove waits for stop or ponderhit, even where all is found at
 * once. */
static void waits_for_stop(void) {
    static const char MATE_IN_1[] = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    static const char MATED[] = "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    char line[LINE];
    Child e;
    Position *pos = position_new();
    start(&e);
    position_set(pos, MATE_IN_1);
    send(&e, "position fen %s\ngo infinite", MATE_IN_1);
    check(!comes(&e, "bestmove", 600), "bestmove before stop");
    send(&e, "stop");
    wait_for(&e, "bestmove", line);
    check(best_of(line, pos) == move_read(pos, "d1d8"), "the mate in 1 is missed: %s", line);
    send(&e, "position fen %s\ngo infinite", MATED);
    check(!comes(&e, "bestmove", 200), "bestmove before stop");
    send(&e, "stop");
    wait_for(&e, "bestmove (none)", line);
    send(&e, "position fen %s\ngo depth 3", MATED);
    wait_for(&e, "bestmove (none)", line);
    send(&e, "position startpos\ngo ponder wtime 1000 btime 1000");
    check(!comes(&e, "bestmove", 1500), "bestmove while pondering");
    send(&e, "ponderhit");
    check(wait_for(&e, "bestmove", line) < (slow ? 5000 : 1500), "ponderhit is not heard in time");
    send(&e, "go ponder wtime 1000 btime 1000");
    usleep(50000);
    send(&e, "stop");
    wait_for(&e, "bestmove", line);
    free(pos);
    send(&e, "quit");
    finish(&e, "quit");
}

static void keeps_limits(void) {
    char line[LINE];
    Child e;
    Position *pos = position_new();
    position_set(pos, FEN_START);
    start(&e);
    send(&e, "position startpos\ngo depth 4");
    Answer a = read_answer(&e, pos);
    check(a.depth == 4, "go depth 4 ends at depth %" PRId64, a.depth);
    send(&e, "go nodes 5000");
    a = read_answer(&e, pos);
    check(a.nodes > 0 && a.nodes <= 5000, "go nodes 5000 took %" PRId64, a.nodes);
    send(&e, "go movetime 200");
    a = read_answer(&e, pos);
    check(a.milliseconds > 50 && a.milliseconds < (slow ? 3000 : 300),
          "go movetime 200 took %.0f ms", a.milliseconds);
    send(&e, "go depth 3 searchmoves a2a3 h2h4");
    a = read_answer(&e, pos);
    check(a.best == move_read(pos, "a2a3") || a.best == move_read(pos, "h2h4"),
          "searchmoves ignored");
    send(&e, "go wtime 1 btime 1");
    a = read_answer(&e, pos);
    check(a.milliseconds < (slow ? 2000 : 100), "with 1 ms left it takes %.0f", a.milliseconds);
    send(&e, "go wtime -50 btime -50");
    a = read_answer(&e, pos);
    check(a.milliseconds < (slow ? 2000 : 100), "with no time left it takes %.0f", a.milliseconds);
    send(&e, "go wtime 1000 btime 1000 movestogo 1");
    a = read_answer(&e, pos);
    check(a.milliseconds < (slow ? 3000 : 1000), "the last move before the control takes %.0f",
          a.milliseconds);
    send(&e, "go perft 3");
    wait_for(&e, "Nodes searched: 8902", line);
    send(&e, "position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\ngo mate 1");
    wait_for(&e, "bestmove d1d8", line);
    free(pos);
    send(&e, "quit");
    finish(&e, "quit");
}

/* MultiPV: as many lines a depth as asked for or as there are moves, numbered, the scores not
 * rising, the first moves all different, and the best move that of the first line. */
static void tells_several_lines(void) {
    enum { LINES = 4, DEPTH = 6 };
    char line[LINE], first[MOVE_LIMIT][8];
    Child e;
    start(&e);
    send(&e, "setoption name MultiPV value 4\nposition startpos\ngo depth 6");
    int told = 0;
    int64_t last = INT64_MAX;
    while (child_line(&e, line, sizeof line, PATIENCE) && strncmp(line, "bestmove", 8) != 0) {
        const char *pv = strstr(line, " pv ");
        if (!pv || info_number(line, "depth") != DEPTH)
            continue;
        check(info_number(line, "multipv") == told % LINES + 1, "lines out of order: \"%s\"", line);
        check(info_number(line, "cp") <= last, "a later line is better: \"%s\"", line);
        last = info_number(line, "cp");
        sscanf(pv, " pv %7s", first[told]);
        for (int i = 0; i < told; i++)
            check(strcmp(first[i], first[told]) != 0, "%s begins two lines", first[told]);
        told++;
    }
    check(told == LINES, "%d lines at the last depth, want %d", told, LINES);
    check(strncmp(line + 9, first[0], strlen(first[0])) == 0, "\"%s\", but the first line is %s",
          line, first[0]);
    send(&e, "setoption name MultiPV value 256\nposition fen 8/8/8/8/8/4k3/4p3/4K3 b - - 0 1\n"
             "go depth 3");
    wait_for(&e, "bestmove", line);
    send(&e, "quit");
    finish(&e, "quit");
}

/* --- options ------------------------------------------------------------------------------- */

/* How often a line that begins so comes before the answer to isready. */
static int count_until_ready(Child *e, const char *begin) {
    char line[LINE];
    int count = 0;
    send(e, "isready");
    while (child_line(e, line, sizeof line, PATIENCE)) {
        if (strcmp(line, "readyok") == 0)
            return count;
        count += strncmp(line, begin, strlen(begin)) == 0;
    }
    check(false, "no readyok");
    return -1;
}

/* Names in any case and with any blanks, values with blanks, without any, and <empty>: nothing is
 * said to that, while searching too. What is wrong is told. */
static void knows_its_options(void) {
    static const char *const SILENT[] = {
        "setoption name hASH value 4\r",
        "  setoption\tname  move   OVERHEAD\tvalue  20  ",
        "joho setoption name moveoverhead value 20",
        "setoption name uci_analysemode value TRUE",
        "setoption name UCI_Opponent value GM 2800 human Gary  value Kasparov",
        "setoption name uci_opponent value",
        "setoption name UCI_Opponent",
        "setoption name UCI_Opponent value <empty>",
        "setoption name UCI_EngineAbout value something else",
        "setoption name Debug Log File",
        "setoption name debug log file value <empty>\r",
        "register later",
        "register name Stefan MK code 4359874324",
    };
    static const char *const WRONG[] = {
        "setoption Name Hash value 4",
        "setoption name Hash Value 4",
        "setoption name Hash value 4 5",
        "setoption name UCI_AnalyseMode value",
        "setoption name Debug Log File value /no such folder/log",
        "setoption name Debug Log File value /",
    };
    char line[LINE];
    Child e;
    start(&e);
    send(&e, "uci");
    wait_for(&e, "option name Debug Log File type string default <empty>", line);
    wait_for(&e, "option name UCI_Opponent type string default <empty>", line);
    wait_for(&e, "option name UCI_EngineAbout type string default Panoptes ", line);
    wait_for(&e, "uciok", line);
    for (size_t i = 0; i < sizeof SILENT / sizeof *SILENT; i++) {
        send(&e, "%s", SILENT[i]);
        check(count_until_ready(&e, "") == 0, "\"%s\" is not taken silently", SILENT[i]);
    }
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        send(&e, "%s", WRONG[i]);
        check(count_until_ready(&e, "info string error: ") == 1, "\"%s\": no error", WRONG[i]);
    }
    send(&e, "go infinite\nsetoption name UCI_Opponent value none none computer Other Engine");
    check(count_until_ready(&e, "bestmove") == 0, "a string option ends the search");
    send(&e, "stop");
    wait_for(&e, "bestmove", line);
    send(&e, "quit");
    finish(&e, "quit");
}

/* The words of a line of the log, behind the time; NULL if it has none. */
static const char *behind_time(const char *line) {
    const size_t blanks = strspn(line, " "), digits = strspn(line + blanks, "0123456789");
    return digits && line[blanks + digits] == ' ' ? line + blanks + digits + 1 : NULL;
}

/* Checks that a file has lines that begin so behind their times, and no others but infos, of which
 * a search has as many as it likes. */
static void check_log(const char *path, const char *const *wanted, int count) {
    char line[LINE];
    int read = 0;
    FILE *log = fopen(path, "r");
    check(log != NULL, "%s was not written", path);
    while (log && fgets(line, sizeof line, log)) {
        const char *words = behind_time(line);
        if (words && strncmp(words, ">> info depth ", 14) == 0)
            continue;
        check(words && read < count && strncmp(words, wanted[read], strlen(wanted[read])) == 0,
              "line %d of the log: %s", read + 1, line);
        read++;
    }
    check(read == count, "%d lines in the log in place of %d", read, count);
    if (log)
        fclose(log);
}

/* A log whose name has blanks; closed, and opened again by another process: it is appended to. */
static void keeps_a_log(void) {
    static const char *const WANTED[] = {
        "<< isready\n",
        ">> readyok\n",
        "<< go nodes 1\n",
        ">> bestmove ",
        "<< \n",
        "<< xyzzy\n",
        ">> info string error: ",
        "<< setoption name De",
        "<< isready\n",
        ">> readyok\n",
        "<< quit\n",
    };
    char folder[] = "/tmp/panoptes-XXXXXX", path[64], line[LINE];
    Child e;
    check(mkdtemp(folder) != NULL, "no folder for the log");
    snprintf(path, sizeof path, "%s/what was  said", folder);
    start(&e);
    send(&e, "setoption name debug log file value %s\r", path);
    ready(&e);
    send(&e, "go nodes 1");
    wait_for(&e, "bestmove", line);
    send(&e, "\nxyzzy");
    wait_for(&e, "info string error", line);
    send(&e, "setoption name Debug Log File value\nisready");
    wait_for(&e, "readyok", line);
    send(&e, "quit");
    finish(&e, "quit");
    start(&e);
    send(&e, "setoption name Debug Log File value %s", path);
    ready(&e);
    send(&e, "quit");
    finish(&e, "quit");
    check_log(path, WANTED, sizeof WANTED / sizeof *WANTED);
    unlink(path);
    rmdir(folder);
}

/* --- hostile input ------------------------------------------------------------------------- */

/* After any line the engine must answer, search, and answer with a move. */
static void still_works(Child *e, const char *after) {
    char line[LINE];
    check(ready(e) >= 0, "after %s: no readyok", after);
    send(e, "position startpos\ngo depth 1");
    wait_for(e, "bestmove", line);
    check(strlen(line) >= 13 && line[9] >= 'a' && line[9] <= 'h', "after %s: %s", after, line);
}

static void odd_lines(Child *e) {
    /* clang-format off */
    static const char *const LINES[] = {
        "", " ", "\t", "\r", "\x01\x02\xff\xfe", "xyzzy", "go wtime", "go wtime x", "go depth",
        "go depth -1", "go depth 99999999999999999999", "go movetime", "go nodes 0",
        "go movestogo 0", "go searchmoves", "go searchmoves e7e5 zzzz", "position", "position fen",
        "position startpos moves", "position startpos e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen K w", "setoption", "setoption name",
        "setoption name Hash", "setoption name Hash value", "setoption name Hash value x",
        "setoption name Hash value -5", "setoption name Nonsense value 3",
        "setoption value 3 name Hash", "setoption name Threads value 0",
        "setoption name UCI_Chess960 value maybe", "ponderhit", "stop", "stop\nstop", "debug",
        "debug maybe", "perft", "perft x", "perft -1", "perft full", "go perft", "go perft x",
        "bench x", "d", "eval", "uci uci", "  isready  extra words ", "joho isready",
        "position startpos moves e2e4 e7e5 e1e3",
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        send(e, "%s", LINES[i]);
        send(e, "stop"); /* "go wtime" without a value is a search without limits */
        still_works(e, LINES[i]);
    }
}

static void refused_positions(Child *e) {
    static const char *const LINES[] = {
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", /* Black in check, White to move */
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e4e5",
        "position nonsense",
    };
    char line[LINE];
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        send(e, "%s", LINES[i]);
        check(comes(e, "info string error: ", 2000), "%s: no error line", LINES[i]);
        send(e, "go depth 2");
        wait_for(e, "bestmove", line);
        check(strcmp(line, "bestmove (none)") == 0, "%s, go: %s", LINES[i], line);
        still_works(e, LINES[i]);
    }
}

/* Lines far too long, bytes of any value, NULs in the middle. */
static void long_lines(Child *e) {
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE + 64);
    if (!text)
        exit(2);
    Random r = {8};
    memset(text, 'x', SIZE);
    text[SIZE] = '\n';
    check(child_send_bytes(e, text, SIZE + 1), "a line of 1 MB stops the reader");
    still_works(e, "a line of 1 MB");
    memcpy(text, "position fen ", 13);
    check(child_send_bytes(e, text, SIZE + 1), "a FEN of 1 MB stops the reader");
    still_works(e, "a FEN of 1 MB");
    memset(text, ' ', SIZE);
    memcpy(text + SIZE - 8, " isready", 8);
    check(child_send_bytes(e, text, SIZE + 1), "blanks of 1 MB stop the reader");
    still_works(e, "1 MB of blanks");
    for (int line = 0; line < 200; line++) {
        const int size = 1 + random_below(&r, 400);
        for (int i = 0; i < size; i++)
            text[i] = (char)random_next(&r);
        /* No quit by chance; a "go" ends with the stop below. */
        text[size] = '\n';
        child_send_bytes(e, text, (size_t)size + 1);
    }
    send(e, "stop");
    still_works(e, "random bytes");
    free(text);
}

/* Commands at the wrong moment. */
static void wrong_moments(Child *e) {
    char line[LINE];
    send(e, "position startpos\ngo infinite\ngo depth 2");
    wait_for(e, "bestmove",
             line); /* one search at a time; which ends first is the engine's choice */
    send(e, "stop");
    ready(e);
    comes(e, "bestmove", 200);
    still_works(e, "a second go");
    send(
        e,
        "go infinite\nposition startpos moves e2e4\nucinewgame\nsetoption name Hash value 2\nstop");
    comes(e, "bestmove", 1000);
    still_works(e, "changes while searching");
    send(e, "go infinite");
    usleep(30000);
    send(e, "stop\nstop\nstop\nponderhit");
    comes(e, "bestmove", 1000);
    check(!comes(e, "bestmove", 100), "two bestmoves for one go");
    still_works(e, "stop three times");
    for (int i = 0; i < 200; i++)
        send(e, "go infinite\nstop");
    int answers = 0;
    while (answers < 200 && comes(e, "bestmove", 2000))
        answers++;
    check(answers == 200, "200 times go and stop: %d bestmoves", answers);
    still_works(e, "200 times go and stop");
}

static void other_line_ends(Child *e) {
    char line[LINE];
    child_send(e, "   position   startpos\tmoves  e2e4 \r\n");
    child_send(e, "\tgo depth 2\r\n");
    wait_for(e, "bestmove", line);
    check(line[10] >= '5', "the move e2e4 was lost: %s", line);
    child_send(e, "isready\r\n");
    wait_for(e, "readyok", line);
}

/* A game of 3,000 plies, the fifty-move rule ignored, as a GUI may send it. */
static void long_game(Child *e) {
    static char text[32768];
    static const char *const SHUFFLE[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    char line[LINE];
    size_t used = (size_t)snprintf(text, sizeof text, "position startpos moves");
    for (int ply = 0; ply < 3000; ply++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s", SHUFFLE[ply % 4]);
    send(e, "%s", text);
    send(e, "go depth 3");
    wait_for(e, "bestmove", line);
    check(strlen(line) >= 13, "3,000 plies: %s", line);
    still_works(e, "a game of 3,000 plies");
}

static void survives_hostile_input(void) {
    Child e;
    start(&e);
    odd_lines(&e);
    refused_positions(&e);
    long_lines(&e);
    wrong_moments(&e);
    other_line_ends(&e);
    long_game(&e);
    send(&e, "quit");
    finish(&e, "quit after hostile input");
}

/* The end of input is the end: idle, while searching, in the middle of a line. */
static void ends_with_its_input(void) {
    static const char *const LAST[] = {"",
                                       "uci\n",
                                       "position startpos\ngo infinite\n",
                                       "go infinite\nisready\n",
                                       "go per",
                                       "go ponder wtime 1000 btime 1000\n",
                                       "quit",
                                       "quit\nuci\n"};
    for (size_t i = 0; i < sizeof LAST / sizeof *LAST; i++) {
        Child e;
        start(&e);
        child_send(&e, LAST[i]);
        usleep(100000);
        finish(&e, *LAST[i] ? LAST[i] : "end of input at once");
    }
}

/* A count asked for through a pipe is finished first: echo perft 3 | panoptes. */
static void finishes_counts(void) {
    static const struct {
        const char *ask, *answer;
    } CASES[] = {
        {"perft 3\n", "Nodes searched: 8902"},
        {"go perft 3\n", "Nodes searched: 8902"},
        {"perft captures 2 fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\n",
         "Nodes searched: 62"}};
    char line[LINE];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Child e;
        start(&e);
        child_send(&e, CASES[i].ask);
        close(e.in);
        e.in = -1;
        wait_for(&e, CASES[i].answer, line);
        finish(&e, CASES[i].ask);
    }
}

/* --- whole games --------------------------------------------------------------------------- */

typedef enum Limit { BY_NODES, BY_MOVETIME, BY_CLOCK, BY_DEPTH, LIMIT_COUNT } Limit;

typedef struct Game {
    Position *pos;
    Child *players[2];
    Limit limit;
    int plies;
    int64_t clock[2]; /* milliseconds */
    char start[START_SIZE];
    char moves[8192];
    size_t used;
} Game;

enum { GAME_CLOCK = 3000, GAME_INCREMENT = 20, GAME_PLIES_MAX = 300 };

static const char *ended(const Position *pos) {
    if (legal_count(pos) == 0)
        return in_check(pos->state) ? "mate" : "stalemate";
    if (is_rule_draw(pos->state))
        return "rule draw";
    return repetitions(pos, 2) >= 2 ? "repetition" : NULL;
}

static void send_go(const Game *g, Child *e) {
    switch (g->limit) {
    case BY_NODES:
        send(e, "go nodes %d", slow ? 300 : 2000);
        break;
    case BY_MOVETIME:
        send(e, "go movetime %d", slow ? 30 : 8);
        break;
    case BY_DEPTH:
        send(e, "go depth %d", slow ? 2 : 4);
        break;
    default:
        send(e, "go wtime %" PRId64 " btime %" PRId64 " winc %d binc %d", g->clock[WHITE],
             g->clock[BLACK], GAME_INCREMENT, GAME_INCREMENT);
    }
}

static void charge_clock(Game *g, Color us, const Answer *a) {
    if (g->limit != BY_CLOCK)
        return;
    g->clock[us] -= (int64_t)a->milliseconds;
    check(g->clock[us] > 0 || slow, "%s loses on time at ply %d", us == WHITE ? "White" : "Black",
          g->plies);
    g->clock[us] += GAME_INCREMENT;
    g->clock[us] = g->clock[us] > 0 ? g->clock[us] : 1000;
}

/* One move; false if the game cannot go on. */
static bool play_move(Game *g) {
    const Color us = g->pos->state->side;
    Child *e = g->players[us];
    char text[MOVE_TEXT_SIZE];
    send(e, "position fen %s moves%s", g->start, g->moves);
    send_go(g, e);
    const Answer a = read_answer(e, g->pos);
    check(a.best != MOVE_NONE && a.infos > 0, "%s moves%s: no move", g->start, g->moves);
    if (a.best == MOVE_NONE)
        return false;
    charge_clock(g, us, &a);
    move_write(g->pos, a.best, text);
    g->used += (size_t)snprintf(g->moves + g->used, sizeof g->moves - g->used, " %s", text);
    make_move(g->pos, a.best);
    position_reroot(g->pos);
    g->plies++;
    return true;
}

/* Asked in a final position, the engine has a move or none, as the rules say. */
static void ask_at_the_end(Game *g) {
    Child *e = g->players[g->pos->state->side];
    send(e, "position fen %s moves%s\ngo depth 3", g->start, g->moves);
    const Answer a = read_answer(e, g->pos);
    check((a.best == MOVE_NONE) == (legal_count(g->pos) == 0), "%s moves%s: a final position",
          g->start, g->moves);
}

static void play_game(Game *g) {
    const char *end = NULL;
    g->plies = 0;
    g->used = 0;
    g->moves[0] = '\0';
    g->clock[WHITE] = g->clock[BLACK] = GAME_CLOCK;
    position_set(g->pos, g->start);
    for (int i = 0; i < 2; i++) {
        send(g->players[i], "ucinewgame\nsetoption name UCI_Chess960 value %s",
             g->pos->chess960 ? "true" : "false");
        ready(g->players[i]);
    }
    while (!(end = ended(g->pos)) && g->plies < GAME_PLIES_MAX)
        if (!play_move(g))
            return;
    ask_at_the_end(g);
    printf("  %d plies, %s%s\n", g->plies, end ? end : "broken off",
           g->pos->chess960 ? ", Chess960" : "");
}

/* A clock of White's need not be Black's: both sides in one process, and in two. */
static void plays_whole_games(void) {
    Child first, second;
    Game g = {.pos = position_new()};
    Random r = {64};
    const int games = slow ? 6 : 12;
    start(&first);
    start(&second);
    for (int i = 0; i < games; i++) {
        g.players[WHITE] = &first;
        g.players[BLACK] = i % 2 ? &second : &first;
        g.limit = i % LIMIT_COUNT;
        g.pos->chess960 = i % 3 == 2;
        random_start(&r, i % 6 == 5, g.start);
        if (!g.pos->chess960)
            snprintf(g.start, sizeof g.start, "%s", FEN_START);
        play_game(&g);
    }
    free(g.pos);
    send(&first, "quit");
    finish(&first, "quit after games");
    finish(&second, "end of input after games");
}

/* --- main ---------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(void);
} SCENES[] = {
    {"handshake", handshake},
    {"answers while searching", answers_while_searching},
    {"waits for stop and ponderhit", waits_for_stop},
    {"keeps limits", keeps_limits},
    {"tells several lines", tells_several_lines},
    {"knows its options", knows_its_options},
    {"keeps a log", keeps_a_log},
    {"survives hostile input", survives_hostile_input},
    {"ends with its input", ends_with_its_input},
    {"finishes counts", finishes_counts},
    {"plays whole games", plays_whole_games},
};

int main(int argc, char **argv) {
    slow = argc == 3 && strcmp(argv[1], "--slow") == 0;
    if (argc != (slow ? 3 : 2)) {
        fprintf(stderr, "usage: session [--slow] BINARY\n");
        return 2;
    }
    binary = argv[argc - 1];
    setup_tables();
    signal(SIGALRM, on_alarm);
    alarm(WATCHDOG_SECONDS);
    for (size_t i = 0; i < sizeof SCENES / sizeof *SCENES; i++) {
        const int64_t from = micros_now();
        const int before = failures;
        SCENES[i].run();
        printf("%s: %s, %.1f s\n", SCENES[i].name, failures == before ? "ok" : "FAILED",
               (double)(micros_now() - from) / 1e6);
    }
    printf("%d checks, %d failed\n", checks, failures);
    return failures ? 1 : 0;
}
