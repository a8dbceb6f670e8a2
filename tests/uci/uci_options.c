/* uci_options [--slow] BINARY [SCENE]
 *
 * Every UCI option: what `uci` says of it, what values it takes and refuses, that it may be set
 * while searching. What those do that change a search is in uci_search_options, and in uci_network
 * for two of them; the others have their scenes here.
 */
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- what holds for all ---------------------------------------------------------------------- */

static void try_spin(Child *e, const ListedOption *o) {
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

static void try_check(Child *e, const ListedOption *o) {
    check(strcmp(o->initial, "true") == 0 || strcmp(o->initial, "false") == 0, "%s: default '%s'",
          o->name, o->initial);
    if (strcmp(o->name, "OwnBook") == 0) { /* prints which book plays */
        say(e, "setoption name OwnBook value TRUE");
        check(count_until_ready(e, "info string OwnBook: ") == 1, "OwnBook says nothing");
    } else {
        set_silently(e, o->name, "TRUE");
    }
    set_silently(e, o->name, "false");
    refuse(e, o->name, "maybe");
    refuse(e, o->name, "");
    set_silently(e, o->name, o->initial);
}

/* Takes its words and no others. */
static void try_combo(Child *e, const ListedOption *o) {
    refuse(e, o->name, "");
    refuse(e, o->name, "nonsense");
    set_silently(e, o->name, o->initial);
}

/* A string may be made empty in several ways. */
static void try_string(Child *e, const ListedOption *o) {
    check(*o->initial != '\0', "%s: a bare default", o->name);
    set_silently(e, o->name, "");
    set_silently(e, o->name, "<empty>");
    say(e, "setoption name %s", o->name);
    check(count_until_ready(e, "") == 0, "%s without value is not taken silently", o->name);
}

static void every_option(void) {
    char line[LINE];
    Child e;
    int count;
    const ListedOption *options = options_listed(&count);
    check(count >= 15, "only %d options", count);
    start(&e);
    for (int i = 0; i < count; i++) {
        const ListedOption *o = &options[i];
        if (strcmp(o->type, "spin") == 0)
            try_spin(&e, o);
        else if (strcmp(o->type, "check") == 0)
            try_check(&e, o);
        else if (strcmp(o->type, "string") == 0)
            try_string(&e, o);
        else if (strcmp(o->type, "combo") == 0)
            try_combo(&e, o);
        else
            check(strcmp(o->type, "button") == 0, "%s: type %s", o->name, o->type);
    }
    /* The same while searching: nothing may end the search or be lost. */
    say(&e, "position startpos\ngo infinite");
    for (int i = 0; i < count; i++) {
        const ListedOption *o = &options[i];
        say(&e, "setoption name %s value %s", o->name, o->initial);
        check(count_until_ready(&e, "bestmove") == 0, "%s ends the search", o->name);
    }
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    still_works(&e, "all options");
    quit(&e);
}

static void what_is_wrong_is_reported(void) {
    static const char *const WRONG[] = {
        "setoption",
        "setoption name",
        "setoption Name Hash value 4",
        "setoption name Hash Value 4",
        "setoption name Hash value 4 5",
        "setoption value 3 name Hash",
        "setoption name Nonsense value 3",
        /* Options of other engines that we do not list. */
        "setoption name EvalFileSmall value net.nnue",
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
    static const char *const ENDS[] = {"stop", "ponderhit"}; /* asked for, and by itself */
    char line[LINE];
    Child e;
    for (int i = 0; i < 2; i++) {
        start(&e);
        say(&e, "position startpos\ngo %s", i ? "ponder movetime 50" : "infinite");
        wait_for(&e, "info depth", line);
        say(&e, "setoption name Hash value 3\nsetoption name Hash value 0");
        check(count_until_ready(&e, "info string error: setoption: Hash cannot be '0'") == 1,
              "a wrong number is not reported at once");
        say(&e, "setoption name Clear Hash\nsetoption name Hash value 1048576");
        check(count_until_ready(&e, "info string Hash") == 0, "Hash does not wait");
        say(&e, "%s", ENDS[i]);
        wait_for(&e, "bestmove", line);
        /* More than the child may have, so it must report what it got. */
        check(wait_for(&e, "info string Hash: no memory for 1048576 MB", line) >= 0,
              "Hash was lost");
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
    FILE *file = fopen(path, "r"); /* what a crash would leave of it */
    *line = '\0';
    while (file && fgets(line, sizeof line, file) && !strstr(line, "unknown command 'xyzzy'"))
        continue;
    check(file && strstr(line, "unknown command 'xyzzy'"), "lines wait to be logged");
    if (file)
        fclose(file);
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
    set_silently(&e, "Book File", "");
    quit(&e);
}

/* With OwnBook and no file the book inside plays, at once; a file takes its place, even one that
 * cannot be read. */
static void book_inside(void) {
    static const char INSIDE[] = "info string OwnBook: the book inside the program plays: ";
    char folder[] = "/tmp/panoptes-XXXXXX", path[64], line[LINE];
    /* 1.a3 from the start position: its key in the format, a2 to a3. */
    static const unsigned char ENTRY[16] = {0x46, 0x3b, 0x96, 0x18, 0x16, 0x91,
                                            0xfc, 0x9c, 0x02, 0x10, 0x00, 0x01};
    Child e;
    check(mkdtemp(folder) != NULL, "no folder for the book");
    snprintf(path, sizeof path, "%s/a3.bin", folder);
    FILE *file = fopen(path, "wb");
    check(file && fwrite(ENTRY, sizeof ENTRY, 1, file) == 1 && fclose(file) == 0, "no book");
    start(&e);
    say(&e, "setoption name OwnBook value true");
    wait_for(&e, INSIDE, line);
    say(&e, "position startpos\ngo infinite");
    check(count_until_ready(&e, "info string book move") == 0, "the book plays in an analysis");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    say(&e, "go depth 99");
    wait_for(&e, "info string book move", line);
    wait_for(&e, "bestmove", line);
    say(&e, "setoption name Book File value %s", path);
    wait_for(&e, "info string OwnBook: '/tmp/panoptes-", line);
    check(strstr(line, "a3.bin' plays: 1 entries for 1 positions") != NULL, line);
    say(&e, "go depth 99");
    wait_for(&e, "bestmove a2a3", line);
    refuse(&e, "Book File", "/no such book/anywhere.bin");
    say(&e, "go depth 1");
    wait_for(&e, "info depth 1 ", line);
    wait_for(&e, "bestmove", line);
    say(&e, "setoption name OwnBook value true");
    wait_for(&e, "info string OwnBook: no book plays", line);
    say(&e, "setoption name Book File value");
    wait_for(&e, INSIDE, line);
    set_silently(&e, "OwnBook", "false");
    say(&e, "go depth 1");
    wait_for(&e, "info depth 1 ", line);
    wait_for(&e, "bestmove", line);
    quit(&e);
    unlink(path);
    rmdir(folder);
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
    {"what is wrong is reported", what_is_wrong_is_reported},
    {"options wait for the end of a search", options_wait_for_the_end},
    {"SyzygyPath, SyzygyProbeDepth, SyzygyProbeLimit, Syzygy50MoveRule", row_syzygy},
    {"Debug Log File", row_debug_log_file},
    {"OwnBook, Book File, BestBookMove", book_options},
    {"OwnBook: the book inside", book_inside},
    {"UCI_AnalyseMode, UCI_Opponent, UCI_EngineAbout", texts_to_be_remembered},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
