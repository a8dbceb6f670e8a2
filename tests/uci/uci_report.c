/* uci_report [--slow] BINARY [SCENE]
 *
 * report: its arguments, what it writes and what it leaves alone, hostile and damaged games, games
 * from standard input, and being stopped. tests/tools/outputs.sh has pipes, devices and packed
 * games. */
#include "moves/notation.h"
#include "moves/pgn.h"
#include "report/settings.h"
#include "support/dialogue.h"
#include "support/files.h"
#include "support/setup.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char games[FILE_PATH_SIZE], page[FILE_PATH_SIZE], json[FILE_PATH_SIZE], pgn[FILE_PATH_SIZE];

static const char TWO[] =
    "[White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n"
    "1. f3 e5 2. g4 {oh} (2. e4 {x (y)} Nf6) Qh4# 0-1\n\n"
    "[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. e4! $13 e5 2. Nf3 *\n";

static void put(const char *path, const char *text) {
    file_put(path, text, strlen(text));
}

/* How often a text holds another. */
static int times(const char *text, const char *part) {
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* How often a file holds a text; -1 if it is not there. */
static int times_in(const char *path, const char *part) {
    size_t size;
    if (access(path, F_OK))
        return -1;
    char *text = file_get(path, &size);
    const int count = times(text, part);
    free(text);
    return count;
}

/* A page is whole: it begins and ends as one, and has so many games. */
static void want_page(const char *path, int count) {
    size_t size;
    if (access(path, F_OK)) {
        check(false, "there is no %s", path);
        return;
    }
    char *text = file_get(path, &size);
    check(strncmp(text, REPORT_PAGE_HEAD, strlen(REPORT_PAGE_HEAD)) == 0, "another head");
    check(size > 8 && strcmp(text + size - 8, "</html>\n") == 0, "another end");
    check(times(text, "<article class=\"game\"") == count, "not %d articles", count);
    check(times(text, "<script type=\"application/json\" class=\"game\">{\"number\":") == count,
          "not %d games as data", count);
    free(text);
}

/* Runs report with arguments; its exit status. */
static int report(const char *const *more, const char *begin, char *line) {
    const char *arguments[16] = {"report"};
    int count = 1;
    for (; *more; more++)
        arguments[count++] = *more;
    return run_with(arguments, begin, line, NULL);
}
#define REPORT(begin, line, ...) report((const char *const[]){__VA_ARGS__, NULL}, begin, line)

static void clean(void) {
    unlink(page);
    unlink(json);
    unlink(pgn);
    put(games, TWO);
}

/* --- arguments -------------------------------------------------------------------------------- */

static void arguments_are_checked(void) {
    static const struct {
        const char *arguments[6], *error;
    } CASES[] = {
        {{NULL}, "GAMES.pgn has no file"},
        {{"/nowhere.pgn"}, "'/nowhere.pgn': No such file"},
        {{"/tmp"}, "'/tmp': it is a directory"},
        {{"/dev/null", page}, "'/dev/null' is empty"},
        {{"-"}, "games from standard input or a pipe need a name for the page"},
        {{"/dev/null", "json", json},
         "games from standard input or a pipe need a name for the page"},
        {{games, "html", "none"}, "there is nothing to write"},
        {{games, "html"}, "html has no file"},
        {{games, page, "time"}, "time is a number of seconds"},
        {{games, page, "time", "0"}, "time is a number of seconds"},
        {{games, page, "time", "1e3"}, "time is a number of seconds"},
        {{games, page, "nodes", "0"}, "nodes is a number from 1"},
        {{games, page, "depth", "500"}, "depth is a number from 1 to 127"},
        {{games, page, "threads", "0"}, "threads is a number from 1"},
        {{games, page, "hash", "x"}, "hash is a number from 1"},
        {{games, page, "lines", "9"}, "lines is a number from 1 to 8"},
        {{games, page, "games", "0"}, "games is the number of a game"},
        {{games, page, "games", "3-2"}, "games is the number of a game"},
        {{games, page, "games", "1-x"}, "games is the number of a game"},
        {{games, page, "side", "red"}, "side is white or black"},
        {{games, page, "pgn"}, "pgn has no file"},
        {{games, page, "wide", "1"}, "'wide' is not understood here"},
        {{games, page, "json", page}, "is named twice"},
        {{games, page, "pgn", games}, "holds the games"},
        {{games, page, "nodes", "1", "games", "7"}, "there is no such game in it"},
        {{games, "/tmp", "nodes", "1"}, "'/tmp': it is a directory"},
        {{games, "/nowhere/x.html", "nodes", "1"}, "'/nowhere/x.html': No such file"},
        {{games, "/dev/full"}, "'/dev/full': No space left on device"},
        {{games, "json", "/dev/full"}, "'/dev/full': No space left on device"},
        {{games, page, "pgn", "/dev/full"}, "'/dev/full': No space left on device"},
    };
    char line[LINE];
    clean();
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const char *arguments[8] = {"report"};
        for (int k = 0; k < 6 && CASES[i].arguments[k]; k++)
            arguments[k + 1] = CASES[i].arguments[k];
        const int status = run_with(arguments, "info string error: report: ", line, NULL);
        check(status == 1 && strstr(line, CASES[i].error), "%s: status %d, '%s'", CASES[i].error,
              status, line);
        check(file_count() == 1, "%s: files were left", CASES[i].error);
    }
}

/* What can be known is said before a minute is spent on each move. */
static void faults_come_first(void) {
    char line[LINE], empty[FILE_PATH_SIZE];
    clean();
    file_place(empty, "empty.pgn");
    put(empty, "");
    const int64_t begin = micros_now();
    check(REPORT("info string error: report: ", line, empty, page, "time", "60") == 1 &&
              strstr(line, "empty.pgn' is empty"),
          "an empty file: '%s'", line);
    put(empty, "no game");
    check(REPORT("info string error: report: ", line, empty, page, "time", "60", "games", "2") ==
                  1 &&
              strstr(line, "there is no such game in it; nothing is written"),
          "a file without the game: '%s'", line);
    if (geteuid() != 0) { /* nothing is closed to root */
        chmod(empty, 0);
        check(REPORT("info string error: report: ", line, empty, page, "time", "60") == 1 &&
                  strstr(line, "Permission denied"),
              "a file that may not be read: '%s'", line);
    }
    check(REPORT("info string error: report: ", line, games, page, "pgn", "/dev/full", "time",
                 "60") == 1 &&
              strstr(line, "'/dev/full': No space left on device"),
          "a full disk: '%s'", line);
    check(micros_now() - begin < 40000000, "moves are searched before a fault is known");
    unlink(empty);
    check(file_count() == 1, "files were left");
}

static void standard_streams_are_the_consoles(void) {
    static const char *const COMMANDS[] = {"report - %s nodes 1", "report /dev/stdin %s nodes 1",
                                           "report x.pgn %s json - nodes 1",
                                           "report x.pgn %s pgn /dev/stdout nodes 1"};
    Child e;
    start(&e);
    for (int i = 0; i < 4; i++) {
        char command[LINE];
        snprintf(command, sizeof command, COMMANDS[i], page);
        say(&e, "%s", command);
        check(comes(&e, "info string error: report: standard input has the commands here", 5000),
              "'%s': what is the console's is taken", command);
        still_works(&e, command);
    }
    quit(&e);
}

/* --- what is written -------------------------------------------------------------------------- */

static void parts_are_written(void) {
    char line[LINE];
    clean();
    for (int i = 0; i < 2; i++) { /* the second time all are replaced */
        check(REPORT("report: 2 games", line, games, page, "nodes", "300", "json", json, "pgn",
                     pgn) == 0,
              "status, '%s'", line);
        want_page(page, 2);
        check(times_in(json, "\n{\"number\":1,") == 1 && times_in(json, "\n{\"number\":2,") == 1,
              "the JSON has other games");
        check(times_in(json, "\"mark\":\"allowed mate\"") + times_in(json, "\"mark\":\"book\"") > 0,
              "no marks");
        check(times_in(pgn, "[PanoptesReport \"") == 2, "the PGN has other games");
        check(times_in(pgn, "[%eval #-1]") == 1 && times_in(json, "{\"win\":0.0,\"mate\":-1,") == 1,
              "a value is not White's");
        check(times_in(json, "\"King's Knight Opening\",\"ply\":3}") == 1, "another opening");
        check(file_count() == 4, "files were left");
    }
    check(times_in(page, "<title>") == 1 && times_in(page, "<title>games.pgn</title>") == 1,
          "another title");
    clean();
    check(REPORT("report: 2 games", line, games, "nodes", "9", "json", json, "pgn", pgn) == 0 &&
              file_count() == 4,
          "JSON and PGN take the page away");
    clean();
    check(REPORT("report: 2 games", line, games, "nodes", "9", "json", json, "html", "none") == 0 &&
              file_count() == 2,
          "html none leaves the page");
    check(REPORT("report: 1 game", line, games, page, "nodes", "9", "games", "1-1") == 0, "1-1");
    want_page(page, 1);
    check(REPORT("report: 1 game", line, games, page, "nodes", "300", "games", "2") == 0,
          "games 2");
    want_page(page, 1);
    check(times_in(page, "id=\"game-2\"") == 1, "another game than 2");
    check(times_in(page, "<title>C \xE2\x80\x93 D</title>") == 1, "players are no title");
}

/* Without a name the page is called as the games are. */
static void pages_have_names(void) {
    static const char *const NAMES[] = {
        "my games", "my \"best\" games", "\"",    "back\\slash", "\\\"", "a\tb",
        "--x",      "\"\" \"",           "'one'", "./plain"};
    char line[LINE], from[FILE_PATH_SIZE], to[FILE_PATH_SIZE], quoted[2 * FILE_PATH_SIZE];
    Child e;
    clean();
    check(REPORT("report: written: ", line, games, "nodes", "20") == 0, "status");
    want_page(page, 2);
    clean();
    start(&e);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char name[64];
        file_place(from, NAMES[i]);
        snprintf(name, sizeof name, "%s.html", NAMES[i]);
        file_place(to, name);
        put(from, TWO);
        check(REPORT("report: written: ", line, from, "nodes", "20") == 0, "'%s' as an argument",
              from);
        want_page(to, 2);
        unlink(to);
        char *at = quoted;
        for (const char *c = from; *c; c++) {
            *at++ = *c;
            if (*c == '"')
                *at++ = '"';
        }
        *at = '\0';
        say(&e, "report \"%s\" nodes 20", quoted);
        check(comes(&e, "report: written: ", PATIENCE), "\"%s\" in the console", quoted);
        want_page(to, 2);
        unlink(to);
        unlink(from);
    }
    quit(&e);
}

static void one_side_is_judged(void) {
    char line[LINE];
    clean();
    REPORT("report: ", line, games, page, "depth", "4", "side", "black", "json", json);
    check(times_in(json, "\"mark\":\"allowed mate\"") == 0, "White is judged");
    check(times_in(json, "\"accuracy\":null") >= 2, "White has an accuracy");
    put(games, "1. e4 f6 2. d4 g5 *");
    REPORT("report: ", line, games, page, "depth", "4", "lines", "1", "side", "black", "json",
           json);
    check(times_in(json, "\"depth\":4,") >= 2 && times_in(json, "\"depth\":1,") == 0,
          "the move played is searched less deeply than the best one");
}

/* What is there is no report: nothing is changed, nothing is left beside it. */
static void other_files_are_left_alone(void) {
    static const char *const OPTIONS[] = {NULL, "json", "pgn"};
    static const char *const TEXTS[] = {"<!doctype html>\n<p>mine</p>\n", "{\"generator\":\"x\"}",
                                        "[Event \"mine\"]\n\n1. e4 *\n"};
    char line[LINE], other[FILE_PATH_SIZE], link[FILE_PATH_SIZE];
    clean();
    file_place(other, "other");
    for (int i = 0; i < 3; i++) {
        put(other, TEXTS[i]);
        const int status =
            OPTIONS[i] ? REPORT("info string error: ", line, games, OPTIONS[i], other, "nodes", "1")
                       : REPORT("info string error: ", line, games, other, "nodes", "1");
        check(status == 1 && strstr(line, "is there already and is no"), "'%s'", line);
        check(file_holds(other, TEXTS[i]) && file_count() == 2, "it was changed, or files left");
    }
    put(other, "");
    check(REPORT("report: 2 games", line, games, other, "nodes", "1") == 0, "an empty file");
    want_page(other, 2);
    file_place(link, "link.html");
    check(symlink("other", link) == 0 &&
              REPORT("report: 2 games", line, games, link, "nodes", "1", "json", json) == 0,
          "a link to a report: '%s'", line);
    check(readlink(link, line, LINE) == 5 && file_count() == 4, "the link is gone");
    want_page(other, 2);
    put(other, TEXTS[0]);
    check(REPORT("info string error: ", line, games, link, "nodes", "1") == 1 &&
              file_holds(other, TEXTS[0]),
          "a file of others is replaced through a link");
    unlink(other);
    check(symlink(games, other) == 0 &&
              REPORT("info string error: ", line, games, "pgn", other, "nodes", "1") == 1 &&
              strstr(line, "holds the games"),
          "the games are replaced through a link: '%s'", line);
    unlink(link);
    unlink(other);
}

/* --- games ------------------------------------------------------------------------------------ */

static void hostile_tags_are_text(void) {
    static const char GAME[] =
        "[White \"<script>alert(1)</script>\"]\n[Black \"</title></script><img src=x "
        "onerror=y>\"]\n"
        "[Event \"--><b>\"]\n[Site \"\\\"' onload='z\"]\n[Result \"*\"]\n\n"
        "1. e4 {</p><script src='//evil'></script> <!--GAMES--> &lt;} e5 *\n";
    char line[LINE];
    clean();
    check(REPORT("report: ", line, games, page, "nodes", "1", "games", "1") == 0, "a tame game");
    const int scripts = times_in(page, "<script"), ends = times_in(page, "</script");
    put(games, GAME);
    check(REPORT("report: ", line, games, page, "nodes", "1", "json", json, "pgn", pgn) == 0,
          "status");
    want_page(page, 1);
    check(times_in(page, "<script") == scripts && times_in(page, "</script") == ends,
          "a script comes in or ends");
    check(times_in(page, "<img") == 0 && times_in(page, "<b>--") == 0 &&
              times_in(page, "--><b>") == 0,
          "markup comes in");
    check(times_in(page, "&lt;script&gt;alert(1)&lt;/script&gt;") >= 2, "the name is lost");
    check(times_in(json, "<script>alert(1)</script>") == 2, "the JSON has another name");
    check(times_in(pgn, "[Site \"\\\"' onload='z\"]") == 1, "a quote in a tag");
}

/* U+202E, an override, in the middle of a name; a name in Hebrew; one that ends an isolate first.
 * */
#define OVERRIDE                                                                                   \
    "A\xE2\x80\xAE"                                                                                \
    "b"
#define HEBREW "\xD7\x93\xD7\x95\xD7\x93"
#define ESCAPING                                                                                   \
    "\xE2\x81\xA9\xE2\x80\xAE"                                                                     \
    "c"
#define ISOLATED(text) "\xE2\x81\xA8" text "\xE2\x81\xA9"

static void names_move_nothing(void) {
    char line[LINE];
    clean();
    put(games, "[White \"" OVERRIDE "\"]\n[Black \"" HEBREW "\"]\n[Event \"" ESCAPING
               "\"]\n[Result \"1-0\"]\n\n"
               "1. e4 {" HEBREW " [%clk 0:01:00]} e5 {" ESCAPING "} 2. d4 {plain} 1-0\n");
    check(REPORT("report: ", line, games, "nodes", "9", "json", json, "pgn", pgn) == 0, "'%s'",
          line);
    check(times_in(page, "<h2><bdi>Ab</bdi> \xE2\x80\x93 <bdi>" HEBREW "</bdi>, 1-0</h2>") == 1 &&
              times_in(page, "<p class=\"event\"><bdi>c</bdi></p>") == 1 &&
              times_in(page, "<i><bdi>c</bdi></i>") == 1,
          "names are not set apart in the page");
    check(times_in(page, "<title>" ISOLATED("Ab") " \xE2\x80\x93 " ISOLATED(HEBREW) "</title>") ==
              1,
          "nor in its title");
    check(times_in(json, "\"white\":\"" OVERRIDE "\"") == 1 &&
              times_in(json, "\"comment\":\"" ESCAPING) == 1,
          "the JSON has another name or comment");
    check(times_in(pgn, "[White \"" OVERRIDE "\"]") == 1 && times_in(pgn, ISOLATED(HEBREW)) == 1 &&
              times_in(pgn, "[%clk 0:01:00]") == 1 && times_in(pgn, ISOLATED("c")) == 1 &&
              times_in(pgn, "plain }") == 1,
          "comments are not set apart in the PGN");
}

/* The names of folders are nobody's business; those of players are the title. */
static void pages_tell_no_paths(void) {
    static const struct {
        const char *game, *title;
    } GAMES[] = {{"1. e4 e5 2. Ke3 *\n", "games.pgn"},
                 {"[White \"?\"]\n[Black \"\"]\n\n1. e4 Ke7 *\n", "games.pgn"},
                 {"[White \"Long/Short\"]\n\n1. e4 Ke7 *\n", "Long/Short \xE2\x80\x93 Black"}};
    char line[LINE], title[80], folder[FILE_PATH_SIZE];
    file_place(folder, "");
    for (int i = 0; i < 3; i++) {
        clean();
        put(games, GAMES[i].game);
        check(REPORT("info string error: report: games.pgn:", line, games, page, "nodes", "1",
                     "json", json, "pgn", pgn) == 1,
              "'%s'", line);
        snprintf(title, sizeof title, "<title>%s</title>", GAMES[i].title);
        check(times_in(page, title) == 1, "another title than %s", title);
        check(times_in(page, "games.pgn:") == 2 && times_in(json, "games.pgn:") == 1,
              "the fault is lost");
        check(times_in(page, folder) + times_in(json, folder) + times_in(pgn, folder) == 0,
              "a path is told");
    }
}

static void faults_end_their_game(void) {
    char line[LINE];
    clean();
    put(games, "[White \"1\"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n[White \"2\"]\n\n1. d4 *\n\n"
               "[FEN \"x\"]\n\n1. e4 *\n\n[White \"4\"]\n\n1. c4 *\n");
    check(REPORT("info string error: report: ", line, games, page, "nodes", "1", "json", json) == 1,
          "status");
    check(strstr(line, ":9: game 3, at its beginning: FEN") != NULL, "'%s'", line);
    want_page(page, 4);
    check(times_in(page, ":3: game 1, move 2: no legal move &#39;Ke3&#39;") == 1, "no fault in it");
    check(times_in(json, "\"san\":\"e5\"") >= 1, "the moves before are lost");
}

/* The same games again: moves, and what was said. */
typedef struct Heard {
    int games; /* to be heard */
    size_t used;
    char text[1 << 17];
} Heard;

static void hear_move(void *context, const Position *pos, Move m) {
    Heard *h = context;
    char name[MOVE_TEXT_SIZE];
    move_write(pos, m, name);
    h->used += (size_t)snprintf(h->text + h->used, sizeof h->text - h->used, "%s ", name);
}

static bool hear_end(void *context, const Position *pos, PgnResult result, bool good) {
    Heard *h = context;
    (void)pos;
    h->used +=
        (size_t)snprintf(h->text + h->used, sizeof h->text - h->used, "%d%d\n", (int)result, good);
    return --h->games > 0;
}

static size_t read_file(void *file, char *bytes, size_t size) {
    return fread(bytes, 1, size, file);
}

static void hear_games(const char *path, int count, Heard *h) {
    FILE *file = fopen(path, "r");
    const PgnSource source = {file, read_file};
    const PgnHandler handler = {.context = h, .move = hear_move, .end = hear_end};
    h->games = count;
    h->used = 0;
    *h->text = '\0';
    if (file) {
        pgn_read(&source, &handler);
        fclose(file);
    }
}

static void pgn_keeps_the_input(void) {
    static Heard before, after;
    char line[LINE];
    clean();
    put(games, "[Event \"x\"]\n[White \"M\xFCller\"]\n[Odd \"a \\\"b\\\" \\\\\"]\n"
               "[Result \"\"]\n[ECO \"\"]\n\n"
               "{first} 1. e4 $14 {one [%clk 0:01:00] 100 % sure} (1. d4 {in it} (1. c4) d5) "
               "e5!? {[%eval 9.9] two} 2. Qh5 ; to the end\n2... Ke7?? 3. Qxe5# 1-0\n");
    check(REPORT("report: ", line, games, "depth", "3", "pgn", pgn) == 0, "status");
    hear_games(games, 9, &before);
    hear_games(pgn, 9, &after);
    check(*before.text && strcmp(before.text, after.text) == 0, "'%s' became '%s'", before.text,
          after.text);
    static const char *const KEPT[] = {"[White \"M\xC3\xBCller\"]",
                                       "[Odd \"a \\\"b\\\" \\\\\"]",
                                       "first }",
                                       "$14",
                                       "[%clk 0:01:00]",
                                       "(1. d4 {in it} (1. c4) d5)",
                                       "$5",
                                       "two }",
                                       "to the end }",
                                       "$4",
                                       "[Result \"1-0\"]",
                                       "[%eval #"};
    size_t size;
    char *text = file_get(pgn, &size);
    char *flat = strdup(text);
    for (char *c = flat; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    for (size_t i = 0; i < sizeof KEPT / sizeof *KEPT; i++)
        check(strstr(flat, KEPT[i]) != NULL, "'%s' is lost", KEPT[i]);
    check(!strstr(flat, "9.9"), "another engine's value is kept");
    check(times(text, "[Result ") == 1 && times(text, "[ECO ") == 1, "a tag is added twice");
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
        check(strcspn(at, "\n") <= 80 && *at != '%', "a line of %zu", strcspn(at, "\n"));
    free(flat);
    free(text);
}

/* A move that is passed is played, in all outputs, and not judged: whoever's moves are. */
static void moves_are_passed(void) {
    static const char *const SIDES[] = {"white", "black"};
    static Heard before, after;
    char line[LINE];
    clean();
    put(games, "1. e4 -- 2. -- e5 3. Nf3 -- {passes} 4. Nxe5 Z0 5. -- Qh4 6. g3 -- 7. gxh4 1-0\n");
    for (size_t i = 0; i < 2; i++) {
        check(REPORT("report: ", line, games, page, "nodes", "300", "side", SIDES[i], "json", json,
                     "pgn", pgn) == 0,
              "status, '%s'", line);
        hear_games(games, 9, &before);
        hear_games(pgn, 9, &after);
        check(strcmp(before.text, after.text) == 0, "'%s' became '%s'", before.text, after.text);
        check(times_in(json, "{\"san\":\"--\",\"uci\":\"0000\",") == 6, "another JSON");
        check(times_in(json, "PPPP1PPP/RNBQKB1R w KQkq - 2 4\"") == 1, "another position after it");
        check(times_in(json, "\"sentences\":[") == 13, "another number of moves");
        check(times_in(json, "\"mark\":\"book\"") == 3, "a passed move is of the book");
        check(times_in(json, "\"depth\":0,") == 0, "a position after one has no value");
        check(times_in(page, "2...--") + times_in(page, "2... --") + times_in(page, " -- ") > 0,
              "the page has no passed move");
    }
}

/* Games that other programs have written: ours, or those of SUITES. */
static void games_of_others_are_read(void) {
    const char *suites = getenv("SUITES");
    char name[256];
    snprintf(name, sizeof name, "%s/games", suites ? suites : "tests/data");
    DIR *folder = opendir(name);
    check(folder != NULL, "%s cannot be read", name);
    if (!folder)
        return;
    static Heard before, after;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512], line[LINE];
        if (!strstr(entry->d_name, ".pgn"))
            continue;
        clean();
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        const int status = REPORT("report: ", line, path, page, "nodes", slow ? "2" : "20", "games",
                                  slow ? "1" : "1-12", "pgn", pgn, "json", json);
        check(status == 0, "%s: status %d, '%s'", entry->d_name, status, line);
        check(times_in(page, "<article") > 0, "%s: no games", entry->d_name);
        hear_games(path, slow ? 1 : 12, &before);
        hear_games(pgn, 12, &after);
        check(*after.text && strcmp(before.text, after.text) == 0, "%s: other moves",
              entry->d_name);
    }
    closedir(folder);
}

/* --- from standard input, and stopped --------------------------------------------------------- */

static void games_come_from_standard_input(void) {
    char line[LINE];
    Child e;
    clean();
    start_so(&e, &(ChildWay){.arguments =
                                 (const char *const[]){"report", "-", page, "nodes", "20", NULL}});
    child_send(&e, TWO);
    close(e.in);
    e.in = -1;
    check(child_wait(&e, "report: written: ", line, sizeof line, PATIENCE), "nothing is written");
    check(child_end(&e, PATIENCE) == 0, "status");
    want_page(page, 2);
}

/* Of some moves when it has worked for so many milliseconds, of all of them much later. */
#define NODES (slow ? "5000" : "100000")
enum { BEGUN = 2000 };

/* Many moves, so that it will not be done soon. */
static void put_long_game(void) {
    static char text[1 << 13];
    int used = sprintf(text, "[White \"long\"]\n\n");
    for (int i = 0; i < 100; i++)
        used += sprintf(text + used, "Nf3 Nf6 Ng1 Ng8 ");
    sprintf(text + used, "*\n");
    clean();
    put(games, text);
}

/* Of the game some moves are done, and the page is whole. */
static void want_a_part(void) {
    want_page(page, 1);
    const int plies = times_in(json, "\"san\":\"Nf3\",\"uci\":\"g1f3\",\"fen\"");
    check(plies >= 1 && plies < 100, "%d of 100 moves are done", plies);
    check(file_count() == 3, "files were left");
}

static void stop_leaves_what_is_done(void) {
    char line[LINE];
    Child e;
    put_long_game();
    start(&e);
    say(&e, "report %s %s json %s nodes %s", games, page, json, NODES);
    let_work(&e, BEGUN);
    say(&e, "stop");
    wait_for(&e, "info string report stopped", line);
    wait_for(&e, "report: written: ", line);
    still_works(&e, "report");
    quit_incomplete(&e);
    want_a_part();
}

static void signals_leave_what_is_done(void) {
    static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
    char line[LINE];
    for (int i = 0; i < 3; i++) {
        Child e;
        put_long_game();
        start_so(&e, &(ChildWay){.arguments = (const char *const[]){"report", games, page, "json",
                                                                    json, "nodes", NODES, NULL}});
        let_work(&e, BEGUN);
        kill(e.pid, SIGNALS[i]);
        check(child_wait(&e, "info string report stopped", line, sizeof line, PATIENCE),
              "signal %d: no word", SIGNALS[i]);
        check(child_end(&e, PATIENCE) == 1, "signal %d: status", SIGNALS[i]);
        want_a_part();
    }
}

int main(int argc, char **argv) {
    static const Scene SCENES[] = {
        {"arguments", arguments_are_checked},
        {"first", faults_come_first},
        {"console", standard_streams_are_the_consoles},
        {"parts", parts_are_written},
        {"names", pages_have_names},
        {"side", one_side_is_judged},
        {"others", other_files_are_left_alone},
        {"hostile", hostile_tags_are_text},
        {"directions", names_move_nothing},
        {"paths", pages_tell_no_paths},
        {"faults", faults_end_their_game},
        {"kept", pgn_keeps_the_input},
        {"passed moves", moves_are_passed},
        {"games of others", games_of_others_are_read},
        {"stdin", games_come_from_standard_input},
        {"stop", stop_leaves_what_is_done},
        {"signals", signals_leave_what_is_done},
    };
    setup_tables();
    file_place(games, "games.pgn");
    file_place(page, "games.html");
    file_place(json, "games.json");
    file_place(pgn, "out.pgn");
    const int status = dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
    files_remove();
    return status;
}
