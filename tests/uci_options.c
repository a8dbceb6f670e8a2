/* uci_options [--slow] BINARY [SCENE]
 *
 * Every UCI option: what `uci` says of it, what values it takes and refuses, that it may be set
 * while searching, and what it does. One scene for each option of UCI, then our own.
 */
#include "support/dialogue.h"
#include "support/setup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define START  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define MIDDLE "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

/* --- what `uci` says ------------------------------------------------------------------------- */

enum { OPTION_LIMIT = 64, NAME_SIZE = 64 };

typedef struct Listed {
    char name[NAME_SIZE], type[16];
    char initial[LINE]; /* of a string, "<empty>" if it is */
    int64_t min, max;
} Listed;

static Listed listed[OPTION_LIMIT];
static int listed_count;

static void read_option(const char *line) {
    Listed *o = &listed[listed_count];
    const char *name = line + 12, *type = strstr(line, " type ");
    check(type != NULL, "no type: %s", line);
    if (!type || listed_count == OPTION_LIMIT)
        return;
    listed_count++;
    snprintf(o->name, sizeof o->name, "%.*s", (int)(type - name), name);
    sscanf(type + 6, "%15s", o->type);
    const char *initial = strstr(type, " default ");
    snprintf(o->initial, sizeof o->initial, "%s", initial ? initial + 9 : "");
    o->initial[strcmp(o->type, "string") ? strcspn(o->initial, " ") : strlen(o->initial)] = '\0';
    const char *min = strstr(type, " min "), *max = strstr(type, " max ");
    o->min = min ? strtoll(min + 5, NULL, 10) : 0;
    o->max = max ? strtoll(max + 5, NULL, 10) : 0;
    check((strcmp(o->type, "spin") == 0) == (min && max), "min and max: %s", line);
    check((strcmp(o->type, "button") == 0) == !initial, "default: %s", line);
}

static void read_options(void) {
    char line[LINE];
    Child e;
    start(&e);
    listed_count = 0;
    say(&e, "uci");
    while (hear(&e, line, PATIENCE) && strcmp(line, "uciok") != 0)
        if (strncmp(line, "option name ", 12) == 0)
            read_option(line);
    quit(&e);
}

static const Listed *find(const char *name) {
    for (int i = 0; i < listed_count; i++)
        if (strcmp(listed[i].name, name) == 0)
            return &listed[i];
    return NULL;
}

/* True if an option is there to be tested. */
static bool is_there(const char *name) {
    const bool there = find(name) != NULL;
    check(there, "no option %s", name);
    return there;
}

/* Wants an option to be listed so. */
static bool is_listed(const char *name, const char *type, const char *initial, int64_t min,
                      int64_t max) {
    if (!is_there(name))
        return false;
    const Listed *o = find(name);
    check(strcmp(o->type, type) == 0 && strcmp(o->initial, initial) == 0, "%s: type %s default %s",
          name, o->type, o->initial);
    check(o->min == min && o->max >= max, "%s: from %" PRId64 " to %" PRId64, name, o->min, o->max);
    return true;
}

/* --- what holds for all ---------------------------------------------------------------------- */

static void set_silently(Child *e, const char *name, const char *value) {
    say(e, "setoption name %s value %s", name, value);
    check(count_until_ready(e, "") == 0, "%s is not set to '%s' silently", name, value);
}

static void refuse(Child *e, const char *name, const char *value) {
    say(e, "setoption name %s value %s", name, value);
    check(count_until_ready(e, "info string error: ") == 1, "%s may be '%s'", name, value);
}

static void set_number(Child *e, const char *name, int64_t value, bool good) {
    char text[32];
    snprintf(text, sizeof text, "%" PRId64, value);
    (good ? set_silently : refuse)(e, name, text);
}

static void try_spin(Child *e, const Listed *o) {
    set_number(e, o->name, o->min, true);
    if (strcmp(o->name, "Hash") != 0) /* there may be too little memory for it */
        set_number(e, o->name, o->max, true);
    set_number(e, o->name, o->min - 1, false);
    set_number(e, o->name, o->max + 1, false);
    refuse(e, o->name, "99999999999999999999");
    refuse(e, o->name, "1x");
    refuse(e, o->name, "");
    set_silently(e, o->name, o->initial);
}

static void try_check(Child *e, const Listed *o) {
    check(strcmp(o->initial, "true") == 0 || strcmp(o->initial, "false") == 0, "%s: default '%s'",
          o->name, o->initial);
    set_silently(e, o->name, "TRUE");
    set_silently(e, o->name, "false");
    refuse(e, o->name, "maybe");
    refuse(e, o->name, "");
    set_silently(e, o->name, o->initial);
}

/* A string may be made empty in several ways. */
static void try_string(Child *e, const Listed *o) {
    check(*o->initial != '\0', "%s: a bare default", o->name);
    set_silently(e, o->name, "");
    set_silently(e, o->name, "<empty>");
    say(e, "setoption name %s", o->name);
    check(count_until_ready(e, "") == 0, "%s without value is not taken silently", o->name);
}

static void every_option(void) {
    char line[LINE];
    Child e;
    read_options();
    check(listed_count >= 15, "only %d options", listed_count);
    start(&e);
    for (int i = 0; i < listed_count; i++) {
        const Listed *o = &listed[i];
        if (strcmp(o->type, "spin") == 0)
            try_spin(&e, o);
        else if (strcmp(o->type, "check") == 0)
            try_check(&e, o);
        else if (strcmp(o->type, "string") == 0)
            try_string(&e, o);
        else
            check(strcmp(o->type, "button") == 0, "%s: type %s", o->name, o->type);
    }
    /* The same while searching: nothing may end the search or be lost. */
    say(&e, "position startpos\ngo infinite");
    for (int i = 0; i < listed_count; i++) {
        const Listed *o = &listed[i];
        say(&e, "setoption name %s value %s", o->name, o->initial);
        check(count_until_ready(&e, "bestmove") == 0, "%s ends the search", o->name);
    }
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    still_works(&e, "all options");
    quit(&e);
}

static void what_is_wrong_is_told(void) {
    static const char *const WRONG[] = {
        "setoption",
        "setoption name",
        "setoption Name Hash value 4",
        "setoption name Hash Value 4",
        "setoption name Hash value 4 5",
        "setoption value 3 name Hash",
        "setoption name Nonsense value 3",
        /* Options of other engines that we do not list. */
        "setoption name EvalFile value net.nnue",
        "setoption name NumaPolicy value auto",
        "setoption name Contempt value 10",
        "setoption name Minimal value true",
        "setoption name Normalize value true",
        "setoption name UseSoftNodes value true",
        "setoption name UCI_Variant value chess",
    };
    Child e;
    start(&e);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        say(&e, "%s", WRONG[i]);
        check(count_until_ready(&e, "info string error: setoption") == 1, "\"%s\": no error",
              WRONG[i]);
    }
    still_works(&e, "wrong options");
    quit(&e);
}

/* The last value of each option that waits is set as soon as the search ends, without another
 * command; an invalid number is refused at once. */
static void options_wait_for_the_end(void) {
    static const char *const ENDS[] = {"stop", ""}; /* asked for, and by itself */
    char line[LINE];
    Child e;
    for (int i = 0; i < 2; i++) {
        start(&e);
        say(&e, "position startpos\ngo %s", *ENDS[i] ? "infinite" : "movetime 300");
        wait_for(&e, "info depth", line);
        say(&e, "setoption name Hash value 3\nsetoption name Hash value 0");
        check(count_until_ready(&e, "info string error: setoption: Hash cannot be '0'") == 1,
              "a wrong number is not told at once");
        say(&e, "setoption name Clear Hash\nsetoption name Hash value 1048576");
        check(count_until_ready(&e, "info string Hash") == 0, "Hash does not wait");
        say(&e, "%s", ENDS[i]);
        wait_for(&e, "bestmove", line);
        /* More than the child may have, so it must tell what it got. */
        check(comes(&e, "info string Hash: no memory for 1048576 MB", 5000), "Hash was lost");
        say(&e,
            "go infinite\nsetoption name Hash value 7\nsetoption name Hash value 5\nstop\nshow 0");
        wait_for(&e, "Panoptes ", line);
        check(strstr(line, " 5 MB hash") != NULL, "not the last value: %s", line);
        wait_for(&e, "Score", line);
        /* Commands after go are carried out after the options that waited. */
        say(&e, "go infinite\nsetoption name Hash value 6\nposition startpos\nshow 0");
        wait_for(&e, "Panoptes ", line);
        check(strstr(line, " 6 MB hash") != NULL, "lost by position: %s", line);
        quit(&e);
    }
}

/* --- rows ------------------------------------------------------------------------------------ */

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
    int told = 0;
    int64_t last = INT64_MAX;
    while (hear(&e, line, PATIENCE) && strncmp(line, "bestmove", 8) != 0) {
        const char *pv = strstr(line, " pv ");
        if (!pv || info_number(line, "depth") != DEPTH || told > LINES)
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
    check(all - less > (slow ? 100 : 200), "movetime 800: %.0f ms, less 300: %.0f ms", all, less);
    set_silently(&e, "Move Overhead", "5000");
    const Answer a = ask(&e, START, "go wtime 100 btime 100");
    check(a.milliseconds < (slow ? 2000 : 100) && a.depth >= 1,
          "an overhead above the clock: %.0f ms", a.milliseconds);
    quit(&e);
}

static void row_syzygy(void) {
    Child e;
    start(&e);
    if (is_listed("SyzygyPath", "string", "<empty>", 0, 0)) {
        set_silently(&e, "SyzygyPath", "<empty>");
        say(&e, "setoption name SyzygyPath value /no such/folder");
        still_works(&e, "a path to nowhere");
        check(strstr(ask(&e, MIDDLE, "go depth 3").last, " tbhits 0 ") != NULL, "no tbhits");
    }
    is_listed("SyzygyProbeDepth", "spin", "1", 1, 100);
    is_listed("SyzygyProbeLimit", "spin", "7", 0, 7);
    is_listed("Syzygy50MoveRule", "check", "true", 0, 0);
    quit(&e);
}

static void row_eval_file(void) {
    is_there("Hash");
    check(!find("EvalFile"), "EvalFile is listed, but there is no network");
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
        check(strcmp(find("UCI_Elo")->type, "spin") == 0, "UCI_Elo: type %s",
              find("UCI_Elo")->type);
        set_silently(&e, "UCI_LimitStrength", "true");
        set_number(&e, "UCI_Elo", find("UCI_Elo")->min, true);
        ask(&e, START, "go depth 5");
    }
    if (is_listed("Skill Level", "spin", "20", 0, 20)) {
        set_silently(&e, "Skill Level", "0");
        ask(&e, START, "go depth 5");
        /* The time that a weaker player waits is a part of the time given. */
        const double waited = ask(&e, START, "go movetime 100").milliseconds;
        check(waited < 400, "Skill Level 0: movetime 100 took %.0f ms", waited);
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

/* A line of the log without its time; NULL if it has none. */
static const char *behind_time(const char *line) {
    const size_t blanks = strspn(line, " "), digits = strspn(line + blanks, "0123456789");
    return digits && line[blanks + digits] == ' ' ? line + blanks + digits + 1 : NULL;
}

/* Checks that the lines of a file, without their times, begin as wanted. Infos are skipped, since
 * their number varies. */
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

/* A log whose name has blanks is closed, then opened by another process while it searches, and
 * appended to. Files that could block are refused. */
static void row_debug_log_file(void) {
    static const char *const WANTED[] = {
        "<< isready\n", ">> readyok\n",          "<< go nodes 1\n", ">> bestmove ", "<< \n",
        "<< xyzzy\n",   ">> info string error:", "<< setoption",    "<< isready\n", ">> readyok\n",
        "<< stop\n",    ">> bestmove ",          "<< quit\n",
    };
    char folder[] = "/tmp/panoptes-XXXXXX", path[64], line[LINE];
    Child e;
    if (!is_listed("Debug Log File", "string", "<empty>", 0, 0))
        return;
    check(mkdtemp(folder) != NULL, "no folder for the log");
    snprintf(path, sizeof path, "%s/a  fifo", folder);
    check(mkfifo(path, 0600) == 0, "no fifo");
    start(&e);
    refuse(&e, "Debug Log File", path);
    unlink(path);
    refuse(&e, "Debug Log File", "/dev/full");
    refuse(&e, "Debug Log File", "/no such folder/log");
    refuse(&e, "Debug Log File", "/");
    snprintf(path, sizeof path, "%s/what was  said", folder);
    say(&e, "setoption name debug log file value %s\r", path);
    ready(&e);
    say(&e, "go nodes 1");
    wait_for(&e, "bestmove", line);
    say(&e, "\nxyzzy");
    wait_for(&e, "info string error", line);
    set_silently(&e, "Debug Log File", "");
    quit(&e);
    start(&e);
    say(&e, "go infinite\nsetoption name Debug Log File value %s", path);
    ready(&e);
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
    check_log(path, WANTED, sizeof WANTED / sizeof *WANTED);
    unlink(path);
    rmdir(folder);
}

/* A repeated search profits from the table, unless it was cleared. */
static void row_clear_hash(void) {
    Child e;
    if (!is_listed("Clear Hash", "button", "", 0, 0))
        return;
    start(&e);
    const int64_t first = ask(&e, MIDDLE, "go depth 6").nodes;
    const int64_t again = ask(&e, MIDDLE, "go depth 6").nodes;
    say(&e, "setoption name clear HASH");
    check(count_until_ready(&e, "") == 0, "Clear Hash is not silent");
    const int64_t cleared = ask(&e, MIDDLE, "go depth 6").nodes;
    check(again < first / 2 && cleared > 2 * again,
          "nodes: %" PRId64 ", again %" PRId64 ", cleared %" PRId64, first, again, cleared);
    quit(&e);
}

/* --- our own --------------------------------------------------------------------------------- */

static void book_options(void) {
    char line[LINE];
    Child e;
    if (!is_listed("OwnBook", "check", "false", 0, 0) ||
        !is_listed("Book File", "string", "<empty>", 0, 0) ||
        !is_listed("BestBookMove", "check", "false", 0, 0))
        return;
    start(&e);
    refuse(&e, "Book File", "/no such book/anywhere.bin");
    refuse(&e, "Book File", "/dev/tty");
    say(&e, "position startpos\ngo infinite\nsetoption name Book File value /no such/book.bin");
    wait_for(&e, "info string error: setoption: Book File: '/no such/book.bin'", line);
    check(count_until_ready(&e, "bestmove") == 0, "a book that is none ends the search");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
}

static void texts_to_be_remembered(void) {
    Child e;
    if (!is_listed("UCI_AnalyseMode", "check", "false", 0, 0) ||
        !is_listed("UCI_Opponent", "string", "<empty>", 0, 0) || !is_there("UCI_EngineAbout"))
        return;
    start(&e);
    set_silently(&e, "uci_analysemode", "TRUE");
    set_silently(&e, "UCI_Opponent", "GM 2800 human Gary  value Kasparov");
    set_silently(&e, "UCI_EngineAbout", "something else");
    talk_through(&e, (const Talk[]){{"setoption name hASH value 4\r", NULL},
                                    {"  setoption\tname  move   OVERHEAD\tvalue  20  ", NULL},
                                    {"joho setoption name moveoverhead value 20", NULL},
                                    {0}});
    quit(&e);
}

static const Scene SCENES[] = {
    {"every option", every_option},
    {"what is wrong is told", what_is_wrong_is_told},
    {"options wait for the end of a search", options_wait_for_the_end},
    {"Hash", row_hash},
    {"hash is there", hash_is_there_before_readyok},
    {"Threads", row_threads},
    {"MultiPV", row_multipv},
    {"Ponder", row_ponder},
    {"UCI_Chess960", row_chess960},
    {"Move Overhead", row_move_overhead},
    {"SyzygyPath, SyzygyProbeDepth, SyzygyProbeLimit, Syzygy50MoveRule", row_syzygy},
    {"EvalFile", row_eval_file},
    {"UCI_ShowWDL", row_show_wdl},
    {"UCI_LimitStrength, UCI_Elo, Skill Level", row_strength},
    {"nodestime", row_nodestime},
    {"Debug Log File", row_debug_log_file},
    {"Clear Hash", row_clear_hash},
    {"OwnBook, Book File, BestBookMove", book_options},
    {"UCI_AnalyseMode, UCI_Opponent, UCI_EngineAbout", texts_to_be_remembered},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
