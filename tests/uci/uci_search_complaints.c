/* uci_search_complaints [--slow] BINARY [SCENE]
 *
 * Those of the 25 complaints of uci_complaints that are about searching: when it starts and stops,
 * the time it takes, and what it reports.
 */
#include "board/fen.h"
#include "board/make.h"
#include "moves/generate.h"
#include "support/dialogue.h"
#include "support/dice.h"
#include "support/fens.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void complaint_05_setoption_swallows_nothing(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "go infinite\nsetoption name Hash value 32\nsetoption name Clear Hash\nstop");
    check(in_time(wait_for(&e, "bestmove", line), slow ? 2000 : 500), "stop waits for setoption");
    say(&e, "go infinite\nsetoption name Hash value 8\nquit");
    finish(&e, "quit behind setoption");
}

static void complaint_06_readyok_while_searching(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position fen " MIDDLE "\ngo infinite");
    for (int i = 0; i < 10; i++) {
        usleep(10000);
        check(in_time(ready(&e), slow ? 2000 : 200), "isready is slow");
    }
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Processor time, for which other programs do not matter; the search does not sleep. */
static void complaint_07_stop_within_10_ms(void) {
    enum { ROUNDS = 21 };
    double stops[ROUNDS];
    char line[LINE];
    Child e;
    start(&e);
    for (int i = 0; i < ROUNDS; i++) {
        say(&e, "position fen " MIDDLE "\ngo infinite");
        usleep(20000 + 3000 * (unsigned)i);
        ready(&e);
        say(&e, "stop");
        wait_for(&e, "bestmove", line);
        stops[i] = load_used();
    }
    qsort(stops, ROUNDS, sizeof *stops, by_size);
    printf("  stop: median %.2f ms, worst %.2f ms\n", stops[ROUNDS / 2], stops[ROUNDS - 1]);
    check(stops[ROUNDS / 2] < (slow ? 500 : 10), "stop takes %.1f ms", stops[ROUNDS / 2]);
    quit(&e);
}

static void complaint_08_double_and_idle_stop(void) {
    char line[LINE];
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"stop", NULL}, {"stop\nponderhit\nstop", NULL}, {0}});
    say(&e, "position startpos\ngo infinite");
    wait_for(&e, "info depth", line);
    say(&e, "stop\nstop\nstop\nponderhit");
    wait_for(&e, "bestmove", line);
    check(!comes(&e, "bestmove", 100), "two bestmoves for one go");
    still_works(&e, "stops");
    quit(&e);
}

static void complaint_09_infinite_waits_for_stop(void) {
    static const char *const FENS[] = {MATE_IN_1, MATED, BLOCKED};
    char line[LINE];
    Child e;
    start(&e);
    for (int i = 0; i < 3; i++) {
        say(&e, "position fen %s\ngo infinite", FENS[i]);
        check(!comes(&e, "bestmove", i == 2 ? 1500 : 300), "%s: bestmove before stop", FENS[i]);
        say(&e, "stop");
        wait_for(&e, FENS[i] == FENS[1] ? "bestmove (none)" : "bestmove ", line);
    }
    say(&e, "position startpos\ngo infinite depth 2");
    check(!comes(&e, "bestmove", 200), "bestmove at a depth, though infinite");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
}

static void complaint_10_no_spinning_while_waiting(void) {
    enum { WAIT_MS = 500, TRIES = 40 };
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position fen " MATE_IN_1 "\ngo infinite");
    wait_for(&e, "info depth 1", line);
    /* The first times it may still search. */
    double used = WAIT_MS;
    for (int i = 0; i < TRIES && used > 0.1 * WAIT_MS; i++) {
        load_begin(e.pid);
        usleep(WAIT_MS * 1000);
        used = load_used();
    }
    check(used < 0.1 * WAIT_MS, "waiting takes %.0f ms of CPU in %d", used, WAIT_MS);
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
}

static void complaint_11_time_counts_from_ponderhit(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "setoption name Move Overhead value 0\nposition startpos\ngo ponder movetime 400");
    check(!comes(&e, "bestmove", 700), "pondering ends early");
    say(&e, "ponderhit");
    const double took = wait_for(&e, "bestmove", line);
    check(took > 250 && in_time(took, slow ? 4000 : 800), "after ponderhit: %.0f ms of 400", took);
    quit(&e);
}

static void complaint_12_negative_clocks(void) {
    Child e;
    start(&e);
    Answer a = ask(&e, MIDDLE, "go wtime 400 btime -250 winc 0 binc -1");
    check(in_time(a.milliseconds, slow ? 3000 : 400), "with the opponent below 0: %.0f ms",
          a.milliseconds);
    a = ask(&e, MIDDLE, "go wtime -50 btime -50");
    check(in_time(a.milliseconds, slow ? 2000 : 100) && a.depth >= 1, "with no time left: %.0f ms",
          a.milliseconds);
    quit(&e);
}

/* A clock was asked for: whatever it is, the search ends by itself. */
static void complaint_12_odd_clocks(void) {
    static const char *const CLOCKS[] = {
        "wtime 300.5 btime 300.999",
        "wtime 400 btime 400 winc 10.5 binc .5 movestogo 3.9",
        "movetime 100.5",
        "movetime 99.",
        "wtime 300,5 btime 300",
        "wtime 1e3",
        "wtime nan btime nan winc inf",
        "wtime",
        "movetime",
        "movetime x",
        "wtime 99999999999999999999 btime 1",
        "movetime 9223372036854775807",
        "movetime -99999999999999999999",
        "wtime -9.5 btime -9.5",
        "winc 100 binc 100",
        "movestogo 40",
        "depth x",
        "ponder infinity wtime x\nponderhit",
    };
    Child e;
    start(&e);
    say(&e, "uci");
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
        char go[LINE];
        snprintf(go, sizeof go, "go %s", CLOCKS[i]);
        const Answer a = ask(&e, MIDDLE, go);
        check(in_time(a.milliseconds, slow ? 3000 : 400) && a.depth >= 1, "%s: %.0f ms", go,
              a.milliseconds);
    }
    quit(&e);
}

static void complaint_13_move_overhead_is_kept(void) {
    Child e;
    start(&e);
    say(&e, "setoption name Move Overhead value 1500");
    for (int clock = 1; clock <= 1600; clock *= 40) {
        char go[64];
        snprintf(go, sizeof go, "go wtime %d btime %d movestogo 1", clock, clock);
        const Answer a = ask(&e, MIDDLE, go);
        check(in_time(a.milliseconds, slow ? 2000 : 200) && a.depth >= 1, "%d ms, 1500 kept: %.0f",
              clock, a.milliseconds);
    }
    quit(&e);
}

/* The number of lines that an infinite search prints in 0.3 s. */
static double lines_said(Child *e, const char *fen) {
    char line[LINE];
    int lines = 0;
    const int64_t from = micros_now();
    say(e, "position fen %s\ngo infinite", fen);
    while (micros_now() - from < 300000)
        lines += hear(e, line, 50);
    say(e, "stop");
    while (hear(e, line, PATIENCE) && strncmp(line, "bestmove", 8) != 0)
        lines++;
    return lines * 300000.0 / (double)(micros_now() - from);
}

static void complaint_21_no_burst_of_infos(void) {
    static const char *const FENS[] = {MATE_IN_1, BLOCKED, MATED, "7k/8/6K1/8/8/8/8/6Q1 w - - 0 1"};
    Child e;
    start(&e);
    for (int lines = 1; lines <= 20; lines += 19) {
        say(&e, "setoption name MultiPV value %d", lines);
        for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
            const double said = lines_said(&e, FENS[i]);
            check(said < (lines == 1 ? 150 : 600), "%s, %d lines of play: %.0f lines in 0.3 s",
                  FENS[i], lines, said);
        }
    }
    quit(&e);
}

/* Stopped at any moment. read_answer wants the last info to be exact and to begin with the move. */
static void complaint_22_last_info_fits_bestmove(void) {
    Random r = {22};
    Position *pos = position_new();
    Child e;
    start(&e);
    for (int i = 0; i < (slow ? 20 : 100); i++) {
        char go[64];
        say(&e, "setoption name MultiPV value %d", i % 5 ? 1 : 3);
        snprintf(go, sizeof go, "go nodes %d", 1 + random_below(&r, i % 2 ? 200 : 20000));
        ask(&e, i % 3 ? MIDDLE : FEN_START, go);
        position_set(pos, MIDDLE);
        say(&e, "position fen " MIDDLE "\ngo infinite");
        usleep((unsigned)random_below(&r, 20000));
        say(&e, "stop");
        read_answer(&e, pos);
    }
    free(pos);
    quit(&e);
}

/* Plays a won ending against itself. Wherever a search is cut off, its last line is exact, even
 * with a table full of old mates. */
static void play_out(Child *e, const char *go) {
    Position *pos = position_new();
    position_set(pos, "8/8/8/4k3/8/8/PP6/K1B2B2 w - - 0 1");
    say(e, "ucinewgame");
    for (int ply = 0; ply < 40 && legal_count(pos) > 0; ply++) {
        char fen[FEN_SIZE];
        fen_write(pos, fen);
        const Answer a = ask(e, fen, go);
        if (a.best == MOVE_NONE)
            break;
        make_move(pos, a.best);
    }
    free(pos);
}

/* read_answer checks that a line with an exact mate score ends in mate. */
static void complaint_23_mates_have_their_line(void) {
    static const char *const FENS[] = {
        MATE_IN_1,
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        "3k4/8/3K4/8/8/8/8/6R1 w - - 0 1",
        "8/8/8/8/3k4/8/8/3KQ3 w - - 0 1",
        "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w KQkq - 0 1",
        "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
    };
    Child e;
    int mates = 0;
    start(&e);
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
        for (int depth = 2; depth <= (slow ? 6 : 9); depth++) {
            char go[32];
            snprintf(go, sizeof go, "go depth %d", depth);
            mates += strstr(ask(&e, FENS[i], go).last, " mate ") != NULL;
        }
    }
    check(mates >= 6, "only %d mates found", mates);
    play_out(&e, "go nodes 3000");
    say(&e, "setoption name Threads value 3");
    for (int i = 0; i < (slow ? 2 : 6); i++)
        play_out(&e, i % 2 ? "go nodes 3000" : slow ? "go nodes 6000" : "go nodes 15000");
    quit(&e);
}

static const Scene SCENES[] = {
    {"complaint_05_setoption_swallows_nothing", complaint_05_setoption_swallows_nothing},
    {"complaint_06_readyok_while_searching", complaint_06_readyok_while_searching},
    {"complaint_07_stop_within_10_ms", complaint_07_stop_within_10_ms},
    {"complaint_08_double_and_idle_stop", complaint_08_double_and_idle_stop},
    {"complaint_09_infinite_waits_for_stop", complaint_09_infinite_waits_for_stop},
    {"complaint_10_no_spinning_while_waiting", complaint_10_no_spinning_while_waiting},
    {"complaint_11_time_counts_from_ponderhit", complaint_11_time_counts_from_ponderhit},
    {"complaint_12_negative_clocks", complaint_12_negative_clocks},
    {"complaint_12_odd_clocks", complaint_12_odd_clocks},
    {"complaint_13_move_overhead_is_kept", complaint_13_move_overhead_is_kept},
    {"complaint_21_no_burst_of_infos", complaint_21_no_burst_of_infos},
    {"complaint_22_last_info_fits_bestmove", complaint_22_last_info_fits_bestmove},
    {"complaint_23_mates_have_their_line", complaint_23_mates_have_their_line},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
