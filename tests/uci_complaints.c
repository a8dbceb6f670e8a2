/* uci_complaints [--slow] BINARY [SCENE]
 *
 * What users of other engines have complained about: 25 complaints, each with a scene of its number
 * that shows that there is no cause for it here.
 */
#include "board/fen.h"
#include "board/make.h"
#include "moves/generate.h"
#include "support/dialogue.h"
#include "support/dice.h"
#include "support/setup.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MATE_IN_1    "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
#define MATED        "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1"
#define BLOCKED      "8/8/8/p7/P7/8/k7/2K5 w - - 0 1" /* every search of it ends at once */
#define MIDDLE       "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define START_FIELDS "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void complaint_01_illegal_move_is_refused(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"position startpos moves e2e4 e7e5 e1e3",
                                     "info string error: position: move 3, 'e1e3', is not legal"},
                                    {"go movetime 100", "bestmove (none)"},
                                    {"d", "FEN: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"},
                                    {0}});
    still_works(&e, "an illegal move");
    quit(&e);
}

static void complaint_02_missing_king_is_named(void) {
    Child e;
    start(&e);
    talk_through(
        &e,
        (const Talk[]){{"position fen 8/8/8/8/8/8/8/K7 w - - 0 1", "info string error: position: "},
                       {"position fen 8/8/8/8/8/8/8/K7 w - - 0 1\ngo depth 1", "bestmove (none)"},
                       {0}});
    char line[LINE];
    say(&e, "position fen 8/8/8/8/8/8/8/K7 w - - 0 1");
    wait_for(&e, "info string error: ", line);
    check(strstr(line, "king") && (strstr(line, "Black") || strstr(line, "black")),
          "the reason is not told: %s", line);
    still_works(&e, "a missing King");
    quit(&e);
}

static void complaint_03_impossible_ep_square_is_dropped(void) {
    Child e;
    start(&e);
    talk_through(&e,
                 (const Talk[]){
                     {"position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\nd",
                      "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
                     {"go depth 3", "bestmove "},
                     {0}});
    quit(&e);
}

static void complaint_04_four_fields_and_bare_moves(void) {
    Child e;
    start(&e);
    talk_through(&e,
                 (const Talk[]){{"position fen " START_FIELDS " moves\nd", "FEN: " START_FIELDS},
                                {"go depth 2", "bestmove "},
                                {0}});
    quit(&e);
}

static void complaint_05_setoption_swallows_nothing(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "go infinite\nsetoption name Hash value 32\nsetoption name Clear Hash\nstop");
    check(wait_for(&e, "bestmove", line) < (slow ? 2000 : 500), "stop waits for setoption");
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
        check(ready(&e) < (slow ? 2000 : 200), "isready is slow");
    }
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
}

/* The median, since a busy machine adds delays now and then. */
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
        const int64_t from = micros_now();
        say(&e, "stop");
        wait_for(&e, "bestmove", line);
        stops[i] = (double)(micros_now() - from) / 1000;
    }
    qsort(stops, ROUNDS, sizeof *stops, by_size);
    printf("  stop: median %.2f ms, worst %.2f ms\n", stops[ROUNDS / 2], stops[ROUNDS - 1]);
    check(stops[ROUNDS / 2] <= (slow ? 500 : 10), "stop takes %.1f ms", stops[ROUNDS / 2]);
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

/* The CPU time of a process in seconds; -1 if unknown. */
static double cpu_seconds(pid_t pid) {
    char path[64];
    double nanoseconds = -1e9;
    snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
    if (access(path, R_OK))
        return -1;
    snprintf(path, sizeof path, "cat /proc/%d/task/*/schedstat", (int)pid);
    FILE *tasks = popen(path, "r");
    double one;
    while (tasks && fscanf(tasks, "%lf %*d %*d", &one) == 1)
        nanoseconds = (nanoseconds < 0 ? 0 : nanoseconds) + one;
    if (tasks)
        pclose(tasks);
    return nanoseconds / 1e9;
}

static void complaint_10_no_spinning_while_waiting(void) {
    enum { WAIT_MS = 500 };
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position fen " MATE_IN_1 "\ngo infinite");
    wait_for(&e, "info depth 1", line);
    usleep(200000);
    const double before = cpu_seconds(e.pid);
    usleep(WAIT_MS * 1000);
    const double after = cpu_seconds(e.pid);
    check(before < 0 || after - before < 0.1 * WAIT_MS / 1000, "waiting takes %.0f ms of CPU in %d",
          (after - before) * 1000, WAIT_MS);
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
    check(took > 250 && took < (slow ? 4000 : 800), "after ponderhit: %.0f ms of 400", took);
    quit(&e);
}

static void complaint_12_negative_clocks(void) {
    Child e;
    start(&e);
    Answer a = ask(&e, MIDDLE, "go wtime 400 btime -250 winc 0 binc -1");
    check(a.milliseconds < (slow ? 3000 : 400), "with the opponent below 0: %.0f ms",
          a.milliseconds);
    a = ask(&e, MIDDLE, "go wtime -50 btime -50");
    check(a.milliseconds < (slow ? 2000 : 100) && a.depth >= 1, "with no time left: %.0f ms",
          a.milliseconds);
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
        check(a.milliseconds < (slow ? 2000 : 200) && a.depth >= 1, "%d ms, 1500 kept: %.0f", clock,
              a.milliseconds);
    }
    quit(&e);
}

/* 12,000 plies, the fifty-move rule ignored, as a GUI may send it move for move. */
static void complaint_14_games_of_12000_plies(void) {
    static char text[1 << 16];
    static const char *const SHUFFLE[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    char line[LINE];
    Child e;
    start(&e);
    size_t used = (size_t)snprintf(text, sizeof text, "position startpos moves");
    for (int ply = 0; ply < 12000; ply++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s", SHUFFLE[ply % 4]);
    say(&e, "%s e2e4", text);
    check(ready(&e) < (slow ? 10000 : 1000), "12,001 plies take long");
    say(&e, "d");
    wait_for(&e, "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 6001", line);
    say(&e, "go depth 3");
    wait_for(&e, "bestmove ", line);
    check(line[10] >= '5', "no move of Black's: %s", line);
    quit(&e);
}

static void complaint_15_options_without_value(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"setoption name UCI_Opponent", NULL},
                                    {"setoption name UCI_Opponent value", NULL},
                                    {"setoption name Book File", NULL},
                                    {"setoption name Debug Log File value ", NULL},
                                    {"setoption name Hash", "info string error: setoption: Hash"},
                                    {0}});
    say(&e, "setoption name SyzygyPath"); /* listed or not */
    still_works(&e, "options without value");
    quit(&e);
}

static void complaint_16_paths_with_blanks(void) {
    char folder[] = "/tmp/panoptes XXXXXX", path[64];
    Child e;
    check(mkdtemp(folder) != NULL, "no folder");
    snprintf(path, sizeof path, "%s/a  value b", folder);
    start(&e);
    say(&e, "setoption name Debug Log File value  %s ", path);
    ready(&e);
    quit(&e);
    check(access(path, R_OK) == 0, "'%s' was not written", path);
    unlink(path);
    rmdir(folder);
}

static void complaint_17_no_bare_default(void) {
    char line[LINE];
    Child e;
    int strings = 0;
    start(&e);
    say(&e, "uci");
    while (hear(&e, line, PATIENCE) && strcmp(line, "uciok") != 0) {
        const char *initial = strstr(line, " type string default");
        strings += initial != NULL;
        check(!initial || strlen(initial) > 21, "a bare default: %s", line);
    }
    check(strings > 0, "no string option");
    quit(&e);
}

static void complaint_18_option_names_in_any_case(void) {
    char line[LINE], names[64][64];
    int count = 0;
    Child e;
    start(&e);
    say(&e, "uci");
    while (hear(&e, line, PATIENCE) && strcmp(line, "uciok") != 0 && count < 64) {
        const char *type = strstr(line, " type ");
        if (strncmp(line, "option name ", 12) == 0 && type)
            snprintf(names[count++], sizeof *names, "%.*s", (int)(type - line - 12), line + 12);
    }
    check(count >= 15, "%d options", count);
    for (int i = 0; i < count; i++) {
        for (char *c = names[i]; *c; c++)
            *c = (char)(isupper((unsigned char)*c) ? tolower((unsigned char)*c)
                                                   : toupper((unsigned char)*c));
        say(&e, "setoption name %s", names[i]);
        check(count_until_ready(&e, "info string error: setoption: no option") == 0,
              "'%s' is unknown", names[i]);
    }
    quit(&e);
}

/* Each write consists of whole lines and comes without further input. */
static void complaint_19_one_write_per_answer(void) {
    static const struct {
        const char *say, *end; /* of the last piece */
        int pieces;            /* 0: any number */
    } CASES[] = {{"uci\n", "uciok\n", 1},
                 {"isready\n", "readyok\n", 1},
                 {"xyzzy\n", "the commands\n", 1},
                 {"position startpos\ngo depth 6\n", NULL, 0}};
    static char piece[1 << 16];
    Child e;
    start_so(&e, &(ChildWay){.packets = true});
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        int pieces = 0;
        bool end = false;
        child_send(&e, CASES[i].say);
        while (!end) {
            const size_t size = child_packet(&e, piece, sizeof piece - 1, PATIENCE);
            piece[size] = '\0';
            check(size > 0 && piece[size - 1] == '\n', "a piece of a line: \"%s\"", piece);
            pieces++;
            end = !size || strncmp(piece, "bestmove", 8) == 0 ||
                  (CASES[i].pieces && pieces == CASES[i].pieces);
            if (!CASES[i].pieces)
                check(strchr(piece, '\n') == piece + size - 1, "several lines: \"%s\"", piece);
        }
        const size_t length = CASES[i].end ? strlen(CASES[i].end) : 0;
        check(strlen(piece) >= length &&
                  strcmp(piece + strlen(piece) - length, CASES[i].end ? CASES[i].end : "") == 0,
              "\"%s\" in pieces: \"%s\"", CASES[i].say, piece);
    }
    child_send(&e, "quit\n");
    finish(&e, "quit");
}

/* hear() wants no CR in any line. */
static void complaint_20_cr_is_taken_and_never_given(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"uci\r", "uciok"},
                                    {"setoption name Hash value 2\r", NULL},
                                    {"position startpos moves e2e4 e7e5\r", NULL},
                                    {"go depth 3\r", "bestmove "},
                                    {"isready\r", "readyok"},
                                    {0}});
    quit(&e);
}

/* The number of lines that an infinite search prints within 0.3 s. */
static int lines_said(Child *e, const char *fen) {
    char line[LINE];
    int lines = 0;
    const int64_t from = micros_now();
    say(e, "position fen %s\ngo infinite", fen);
    while (micros_now() - from < 300000)
        lines += hear(e, line, 50);
    say(e, "stop");
    while (hear(e, line, PATIENCE) && strncmp(line, "bestmove", 8) != 0)
        lines++;
    return lines;
}

static void complaint_21_no_burst_of_infos(void) {
    static const char *const FENS[] = {MATE_IN_1, BLOCKED, MATED, "7k/8/6K1/8/8/8/8/6Q1 w - - 0 1"};
    Child e;
    start(&e);
    for (int lines = 1; lines <= 20; lines += 19) {
        say(&e, "setoption name MultiPV value %d", lines);
        for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
            const int said = lines_said(&e, FENS[i]);
            check(said < (lines == 1 ? 150 : 600), "%s, %d lines of play: %d lines in 0.3 s",
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
    for (int i = 0; i < 6; i++)
        play_out(&e, i % 2 ? "go nodes 3000" : "go nodes 15000");
    quit(&e);
}

static void complaint_24_castling_in_both_forms(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1 e8a8\nd");
    wait_for(&e, "FEN: 2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2", line);
    say(&e, "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1c1 e8g8\nd");
    wait_for(&e, "FEN: r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2", line);
    for (int on = 0; on < 2; on++) {
        say(&e, "setoption name UCI_Chess960 value %s", on ? "true" : "false");
        say(&e, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1%s",
            on ? "g1" : "h1");
        wait_for(&e, on ? "bestmove e1h1" : "bestmove e1g1", line);
    }
    quit(&e);
}

/* If there is too little memory, the table gets what there is, and says so. It is kept if its size
 * does not change. Where address space is short, the old table stays until there is a new one. */
static void complaint_25_hash_falls_back(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "setoption name Hash value 1048576");
    wait_for(&e, "info string Hash: no memory for 1048576 MB", line);
    still_works(&e, "a Hash too large");
    say(&e, "setoption name Hash value 1048576");
    check(count_until_ready(&e, "info string Hash: no memory") == 1, "what is in use is not told");
    say(&e, "setoption name Hash value 16");
    const int64_t first = ask(&e, MIDDLE, "go depth 6").nodes;
    say(&e, "setoption name Hash value 16");
    const int64_t again = ask(&e, MIDDLE, "go depth 6").nodes;
    check(again < first / 2, "the same Hash empties the table: %" PRId64 ", then %" PRId64, first,
          again);
    quit(&e);
    if (slow) /* sanitizers need all address space */
        return;
    start_so(&e, &(ChildWay){.memory = 300});
    say(&e, "setoption name Hash value 4000");
    wait_for(&e, "info string Hash: no memory for 4000 MB", line);
    still_works(&e, "a Hash too large for the address space");
    for (int i = 0; i < 6; i++)
        say(&e, "setoption name Hash value %d", i % 2 ? 100 : 180);
    still_works(&e, "tables in turn");
    quit(&e);
}

static const Scene SCENES[] = {
    {"complaint_01_illegal_move_is_refused", complaint_01_illegal_move_is_refused},
    {"complaint_02_missing_king_is_named", complaint_02_missing_king_is_named},
    {"complaint_03_impossible_ep_square_is_dropped", complaint_03_impossible_ep_square_is_dropped},
    {"complaint_04_four_fields_and_bare_moves", complaint_04_four_fields_and_bare_moves},
    {"complaint_05_setoption_swallows_nothing", complaint_05_setoption_swallows_nothing},
    {"complaint_06_readyok_while_searching", complaint_06_readyok_while_searching},
    {"complaint_07_stop_within_10_ms", complaint_07_stop_within_10_ms},
    {"complaint_08_double_and_idle_stop", complaint_08_double_and_idle_stop},
    {"complaint_09_infinite_waits_for_stop", complaint_09_infinite_waits_for_stop},
    {"complaint_10_no_spinning_while_waiting", complaint_10_no_spinning_while_waiting},
    {"complaint_11_time_counts_from_ponderhit", complaint_11_time_counts_from_ponderhit},
    {"complaint_12_negative_clocks", complaint_12_negative_clocks},
    {"complaint_13_move_overhead_is_kept", complaint_13_move_overhead_is_kept},
    {"complaint_14_games_of_12000_plies", complaint_14_games_of_12000_plies},
    {"complaint_15_options_without_value", complaint_15_options_without_value},
    {"complaint_16_paths_with_blanks", complaint_16_paths_with_blanks},
    {"complaint_17_no_bare_default", complaint_17_no_bare_default},
    {"complaint_18_option_names_in_any_case", complaint_18_option_names_in_any_case},
    {"complaint_19_one_write_per_answer", complaint_19_one_write_per_answer},
    {"complaint_20_cr_is_taken_and_never_given", complaint_20_cr_is_taken_and_never_given},
    {"complaint_21_no_burst_of_infos", complaint_21_no_burst_of_infos},
    {"complaint_22_last_info_fits_bestmove", complaint_22_last_info_fits_bestmove},
    {"complaint_23_mates_have_their_line", complaint_23_mates_have_their_line},
    {"complaint_24_castling_in_both_forms", complaint_24_castling_in_both_forms},
    {"complaint_25_hash_falls_back", complaint_25_hash_falls_back},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
