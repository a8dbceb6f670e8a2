/* uci_search_options [--slow] BINARY [SCENE]
 *
 * What the options do that change a search or what it reports: one scene for each.
 */
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void row_hash(void) {
    char line[LINE];
    Child e;
    if (!is_listed("Hash", "spin", "16", 1, 33554))
        return;
    start(&e);
    set_silently(&e, "hASH", "1");
    const int64_t nodes = slow ? 60000 : 300000;
    char go[64];
    snprintf(go, sizeof go, "go nodes %" PRId64, nodes);
    const int64_t little = info_number(ask(&e, MIDDLE, go).last, "hashfull");
    say(&e, "ucinewgame\nsetoption name Hash value 64");
    const int64_t much = info_number(ask(&e, MIDDLE, go).last, "hashfull");
    check(little > 4 * much, "1 MB is %" PRId64 " per mille full, 64 MB %" PRId64, little, much);
    say(&e, "show 0");
    wait_for(&e, "Panoptes ", line);
    check(strstr(line, " 64 MB hash") != NULL, "%s", line);
    quit(&e);
}

/* The resident memory of a child in kilobytes, as the kernel reports it. */
static int64_t resident_size(const Child *e) {
    char path[64], line[256];
    int64_t size = -1;
    snprintf(path, sizeof path, "/proc/%d/status", (int)e->pid);
    FILE *file = fopen(path, "r");
    while (file && size < 0 && fgets(line, sizeof line, file))
        sscanf(line, "VmRSS: %" SCNd64, &size);
    if (file)
        fclose(file);
    return size;
}

/* Every page of the table is resident before readyok, so that no search pays for it. */
static void hash_is_there_before_readyok(void) {
    static const char *const CAUSES[] = {"setoption name Threads value 2", "ucinewgame",
                                         "setoption name Clear Hash"};
    enum { MEGABYTES = 100, SLACK = 4 << 10 };
    Child e;
    start(&e);
    say(&e, "setoption name Hash value 1");
    ready(&e);
    const int64_t least = resident_size(&e) + (MEGABYTES << 10) - SLACK;
    say(&e, "setoption name Hash value %d", MEGABYTES);
    ready(&e);
    int64_t size = resident_size(&e);
    check(size >= least, "Hash: %" PRId64 " KB are there, not %" PRId64, size, least);
    for (size_t i = 0; i < sizeof CAUSES / sizeof *CAUSES; i++) {
        ask(&e, MIDDLE, "go depth 4");
        say(&e, "%s", CAUSES[i]);
        ready(&e);
        size = resident_size(&e);
        check(size >= least, "%s: %" PRId64 " KB are there, not %" PRId64, CAUSES[i], size, least);
    }
    quit(&e);
}

static void row_threads(void) {
    Child e;
    if (!is_listed("Threads", "spin", "1", 1, 1024))
        return;
    start(&e);
    set_silently(&e, "Threads", "2");
    const Answer a = ask(&e, MIDDLE, "go movetime 300");
    check(a.best != MOVE_NONE, "no move with two threads");
    set_silently(&e, "Threads", "1");
    quit(&e);
}

/* At each depth as many lines as asked for, or as there are moves: numbered, with scores that do
 * not rise and different first moves. The best move is that of the first line. */
static void row_multipv(void) {
    enum { LINES = 4, DEPTH = 6 };
    char line[LINE], first[LINES + 1][8];
    Child e;
    if (!is_listed("MultiPV", "spin", "1", 1, 218))
        return;
    start(&e);
    /* Set while searching, it holds for the next search. */
    say(&e, "position startpos\ngo infinite\nsetoption name MultiPV value 4\nstop\ngo depth 6");
    wait_for(&e, "bestmove", line);
    int seen = 0;
    int64_t last = INT64_MAX;
    while (hear(&e, line, PATIENCE) && strncmp(line, "bestmove", 8) != 0) {
        const char *pv = strstr(line, " pv ");
        if (!pv || info_number(line, "depth") != DEPTH || seen > LINES)
            continue;
        check(info_number(line, "multipv") == seen % LINES + 1, "lines out of order: \"%s\"", line);
        check(info_number(line, "cp") <= last, "a later line is better: \"%s\"", line);
        last = info_number(line, "cp");
        sscanf(pv, " pv %7s", first[seen]);
        for (int i = 0; i < seen; i++)
            check(strcmp(first[i], first[seen]) != 0, "%s begins two lines", first[seen]);
        seen++;
    }
    check(seen == LINES, "%d lines at the last depth, want %d", seen, LINES);
    check(strncmp(line + 9, first[0], strlen(first[0])) == 0, "\"%s\", but the first line is %s",
          line, first[0]);
    set_silently(&e, "MultiPV", "218");
    ask(&e, "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1", "go depth 3");
    quit(&e);
}

static void row_ponder(void) {
    char line[LINE];
    Child e;
    if (!is_listed("Ponder", "check", "false", 0, 0))
        return;
    start(&e);
    for (int on = 0; on < 2; on++) { /* `go ponder` is understood in any case */
        set_silently(&e, "Ponder", on ? "true" : "false");
        say(&e, "position startpos\ngo ponder wtime 300 btime 300");
        check(!comes(&e, "bestmove", 200), "bestmove while pondering");
        say(&e, "ponderhit");
        wait_for(&e, "bestmove", line);
    }
    quit(&e);
}

static void row_chess960(void) {
    static const char CASTLE[] = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    static const char *const CASTLING[] = {"e1g1", "e1h1"};
    char line[LINE], wanted[32];
    Child e;
    if (!is_listed("UCI_Chess960", "check", "false", 0, 0))
        return;
    start(&e);
    for (int on = 0; on < 2; on++) {
        set_silently(&e, "UCI_Chess960", on ? "true" : "false");
        snprintf(wanted, sizeof wanted, "bestmove %s", CASTLING[on]);
        for (int i = 0; i < 2; i++) {
            say(&e, "position fen %s\ngo depth 1 searchmoves %s", CASTLE, CASTLING[i]);
            wait_for(&e, wanted, line);
            say(&e, "position fen %s moves %s\nd", CASTLE, CASTLING[i]);
            wait_for(&e, "FEN: 4k3/8/8/8/8/8/8/5RK1 b", line);
            ready(&e);
        }
    }
    /* Castling rights in Shredder's notation, and a king that is not on the e-file. */
    say(&e, "position fen 1k6/8/8/8/8/8/8/1K4R1 w G - 0 1 moves b1g1\nd");
    wait_for(&e, "FEN: 1k6/8/8/8/8/8/8/5RK1 b", line);
    quit(&e);
}

/* The larger the overhead, the earlier the move comes; a move comes in any case. */
static void row_move_overhead(void) {
    Child e;
    if (!is_listed("Move Overhead", "spin", "30", 0, 5000))
        return;
    start(&e);
    set_silently(&e, "MoveOverhead", "0");
    const double all = ask(&e, START, "go movetime 800").milliseconds;
    set_silently(&e, "  move   OVERHEAD ", "300");
    const double less = ask(&e, START, "go movetime 800").milliseconds;
    check(in_time(less, all - (slow ? 100 : 200)), "movetime 800: %.0f ms, less 300: %.0f ms", all,
          less);
    set_silently(&e, "Move Overhead", "5000");
    const Answer a = ask(&e, START, "go wtime 100 btime 100");
    check(in_time(a.milliseconds, slow ? 2000 : 100) && a.depth >= 1,
          "an overhead above the clock: %.0f ms", a.milliseconds);
    quit(&e);
}

static void row_show_wdl(void) {
    char line[LINE];
    Child e;
    if (!is_listed("UCI_ShowWDL", "check", "false", 0, 0))
        return;
    start(&e);
    check(!strstr(ask(&e, START, "go depth 2").last, " wdl "), "wdl unasked");
    set_silently(&e, "UCI_ShowWDL", "true");
    const Answer a = ask(&e, START, "go depth 2");
    int win = -1, draw = -1, loss = -1;
    snprintf(line, sizeof line, "%s", strstr(a.last, " wdl ") ? strstr(a.last, " wdl ") : "");
    sscanf(line, " wdl %d %d %d", &win, &draw, &loss);
    check(win >= 0 && draw >= 0 && loss >= 0 && win + draw + loss == 1000, "wdl: %s", a.last);
    quit(&e);
}

static void row_strength(void) {
    Child e;
    start(&e);
    if (is_listed("UCI_LimitStrength", "check", "false", 0, 0) && is_there("UCI_Elo")) {
        check(strcmp(find_option("UCI_Elo")->type, "spin") == 0, "UCI_Elo: type %s",
              find_option("UCI_Elo")->type);
        set_silently(&e, "UCI_LimitStrength", "true");
        set_number(&e, "UCI_Elo", find_option("UCI_Elo")->min, true);
        ask(&e, START, "go depth 5");
    }
    if (is_listed("Skill Level", "spin", "20", 0, 20)) {
        set_silently(&e, "Skill Level", "0");
        ask(&e, START, "go depth 5");
        /* The time that a weaker player waits is a part of the time given. */
        const double waited = ask(&e, START, "go movetime 100").milliseconds;
        check(in_time(waited, 400), "Skill Level 0: movetime 100 took %.0f ms", waited);
        /* The same seed plays the same in each game. */
        set_silently(&e, "Skill Seed", "7");
        const int64_t nodes = ask(&e, MIDDLE, "go depth 9").nodes;
        for (int game = 0; game < 8; game++) {
            say(&e, "ucinewgame");
            check(ask(&e, MIDDLE, "go depth 9").nodes == nodes, "Skill Seed: game %d differs",
                  game);
        }
        const double thought = ask(&e, START, "go wtime 60000 btime 60000").milliseconds;
        check(thought > 100, "Skill Level 0 answers after %.0f ms, as no player does", thought);
        set_silently(&e, "UCI_AnalyseMode", "true");
        const Answer a = ask(&e, START, "go depth 8");
        check(info_number(a.last, "depth") == 8, "an analysis is weak: %s", a.last);
    }
    quit(&e);
}

/* With nodes as time the search is the same each time, however long it takes. */
static void row_nodestime(void) {
    int64_t nodes[2];
    Child e;
    if (!is_listed("nodestime", "spin", "0", 0, 10000))
        return;
    start(&e);
    set_silently(&e, "nodestime", "10");
    for (int i = 0; i < 2; i++) {
        say(&e, "ucinewgame");
        nodes[i] = ask(&e, MIDDLE, "go wtime 60000 btime 60000 winc 100 binc 100").nodes;
    }
    check(nodes[0] == nodes[1] && nodes[0] > 1000 && nodes[0] < 600000,
          "10 nodes a ms, 60 s: %" PRId64 " and %" PRId64 " nodes", nodes[0], nodes[1]);
    set_silently(&e, "Move Overhead", "0");
    const Answer a = ask(&e, MIDDLE, "go movetime 3000");
    check(a.nodes > 3000 && a.nodes <= 30000 + 256, "10 nodes a ms, 3 s: %" PRId64, a.nodes);
    set_silently(&e, "nodestime", "0");
    check(ask(&e, MIDDLE, "go movetime 300").milliseconds > 100, "nodestime 0 is not off");
    quit(&e);
}

/* A search profits from what a deeper one has left in the table, unless it was cleared. */
static void row_clear_hash(void) {
    Child e;
    if (!is_listed("Clear Hash", "button", "", 0, 0))
        return;
    start(&e);
    const int64_t first = ask(&e, MIDDLE, "go depth 9").nodes;
    ask(&e, MIDDLE, "go depth 13");
    const int64_t again = ask(&e, MIDDLE, "go depth 9").nodes;
    say(&e, "setoption name clear HASH");
    check(count_until_ready(&e, "") == 0, "Clear Hash is not silent");
    const int64_t cleared = ask(&e, MIDDLE, "go depth 9").nodes;
    check(again < first / 2 && cleared > again * 3 / 2,
          "nodes: %" PRId64 ", again %" PRId64 ", cleared %" PRId64, first, again, cleared);
    quit(&e);
}

static const Scene SCENES[] = {
    {"Hash", row_hash},
    {"hash is there", hash_is_there_before_readyok},
    {"Threads", row_threads},
    {"MultiPV", row_multipv},
    {"Ponder", row_ponder},
    {"UCI_Chess960", row_chess960},
    {"Move Overhead", row_move_overhead},
    {"UCI_ShowWDL", row_show_wdl},
    {"UCI_LimitStrength, UCI_Elo, Skill Level", row_strength},
    {"nodestime", row_nodestime},
    {"Clear Hash", row_clear_hash},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
