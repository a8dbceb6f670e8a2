/* referee: lets two UCI engines play (referee.usage). `make match` and `make gauntlet` call it. */
#include "lib/ending.h"
#include "lib/options.h"
#include "match/referee_match.h"
#include "uci/pgn.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
#include "referee_usage.h"
    ;

enum { WORDS_MAX = 100, GAMES_MOST = 1000000, NODES_MOST = 1000000000, PATIENCE_MOST = 3600 };

/* What the command line says. */
typedef struct Orders {
    const char *openings, *pgn, *sprt;
    const char *limit, *limits[2], *names[2];
    int games, jobs, patience;
    uint64_t seed;
} Orders;

static bool refuse(const char *what, const char *word) {
    fprintf(stderr, "referee: %s '%s'; --help shows the use\n", what, word);
    return false;
}

/* --- the command line ------------------------------------------------------------------------- */

static int read_words(Orders *o, char **words) {
    const char *const limit = "seconds+increment, nodes=N or movetime=MS", *const name = "a name";
    const Option table[] = {
        {"--openings", .text = &o->openings, .what = "the path of a file of openings"},
        {"--pgn", .text = &o->pgn, .what = "the path of a PGN"},
        {"--sprt", .text = &o->sprt, .what = "two numbers, such as 0,5"},
        {"--limit", .text = &o->limit, .what = limit},
        {"--limit-a", .text = &o->limits[0], .what = limit},
        {"--limit-b", .text = &o->limits[1], .what = limit},
        {"--name-a", .text = &o->names[0], .what = name},
        {"--name-b", .text = &o->names[1], .what = name},
        {"--seed", .number = &o->seed},
        {"--games", .integer = &o->games, .least = 2, .most = GAMES_MOST},
        {"--jobs", .integer = &o->jobs, .least = 1, .most = TOOL_THREADS_MAX},
        {"--patience", .integer = &o->patience, .least = 1, .most = PATIENCE_MOST},
        {NULL}};
    return options_read("referee", table, 0, words, 0, WORDS_MAX);
}

/* A number at the beginning of a text, which moves behind it; -1 if there is none, or it is too
 * great. */
static double take_number(const char **text) {
    char *end;
    const double number = strtod(*text, &end);
    if (!isdigit((unsigned char)**text) || strspn(*text, "0123456789.") != (size_t)(end - *text) ||
        number > NODES_MOST)
        return -1;
    *text = end;
    return number;
}

static bool read_limit(const char *text, PlayerLimit *limit) {
    const char *at = text;
    const bool nodes = strncmp(at, "nodes=", 6) == 0, movetime = strncmp(at, "movetime=", 9) == 0;
    at += nodes ? 6 : movetime ? 9 : 0;
    const double number = take_number(&at);
    *limit = (PlayerLimit){0};
    if (nodes)
        limit->nodes = (int64_t)number;
    else if (movetime)
        limit->movetime = (int64_t)number;
    else
        limit->base = (int64_t)(number * 1000);
    if (!nodes && !movetime && *at == '+') {
        at++;
        const double increment = take_number(&at);
        limit->increment = (int64_t)(increment * 1000);
        if (increment < 0)
            return refuse("there is no such limit as", text);
    }
    const bool good = limit->nodes > 0 || limit->movetime > 0 || limit->base > 0;
    return (number > 0 && good && !*at) || refuse("there is no such limit as", text);
}

static bool read_sprt(const char *text, MatchOrders *match) {
    char *end;
    match->sprt = true;
    match->elo0 = strtod(text, &end);
    if (end == text || *end != ',')
        return refuse("--sprt takes two numbers, not", text);
    const char *const second = end + 1;
    match->elo1 = strtod(second, &end);
    return (end != second && !*end && -200 <= match->elo0 && match->elo0 < match->elo1 &&
            match->elo1 <= 200) ||
           refuse("--sprt takes the lower Elo first, and both from -200 to 200, not", text);
}

/* A name goes into a PGN and lines of text. */
static bool read_name(const char *name, PlayerSettings *player) {
    for (const char *at = name; *at; at++)
        if (!isprint((unsigned char)*at) || *at == '"' || *at == '\\')
            return refuse("a name is of printable letters, without quotes, not", name);
    player->name = name;
    return true;
}

/* Takes the words of an engine from *words on, up to NULL or `against`, which ends them. */
static bool read_engine(char ***words, PlayerSettings *player) {
    char **at = *words;
    if (!*at || strcmp(*at, "against") == 0)
        return refuse("it is PROGRAM against PROGRAM, not", *at ? *at : "");
    player->path = *at++;
    player->options = at;
    for (; *at && strcmp(*at, "against") != 0; at++)
        if (strcspn(*at, "=\n\r") == 0 || !strchr(*at, '=') || strpbrk(*at, "\n\r") ||
            strlen(*at) > UCI_LINE_MAX / 2)
            return refuse("an option is NAME=VALUE, not", *at);
    *words = at;
    return true;
}

static bool read_engines(char **words, MatchOrders *match) {
    char **at = words;
    if (!read_engine(&at, &match->players[0]))
        return false;
    if (!*at)
        return refuse("it is PROGRAM against PROGRAM, not", words[0]);
    *at++ = NULL; /* behind the options of the first one */
    return read_engine(&at, &match->players[1]) &&
           (!*at || refuse("it is PROGRAM against PROGRAM, not", *at));
}

static bool read_orders(Orders *o, char **words, MatchOrders *match) {
    if (read_words(o, words) < 0 || !read_engines(words, match))
        return false;
    match->games = o->games;
    match->jobs = o->jobs;
    for (int i = 0; i < 2; i++) {
        match->players[i].patience = (int64_t)o->patience * 1000000;
        if (!read_name(o->names[i], &match->players[i]) ||
            !read_limit(o->limits[i] ? o->limits[i] : o->limit, &match->players[i].limit))
            return false;
    }
    if (o->games % 2)
        return refuse("--games takes an even number", "");
    if (!o->openings)
        return refuse("there are no openings: give --openings", "FILE");
    return !o->sprt || read_sprt(o->sprt, match);
}

/* --- the match -------------------------------------------------------------------------------- */

static bool open_pgn(const char *path, MatchOrders *match) {
    const char *reason;
    match->pgn = path ? pgn_open(path, &reason) : NULL;
    if (path && !match->pgn)
        fprintf(stderr, "referee: '%s' is refused: %s\n", path, reason);
    return !path || match->pgn;
}

static void print_sums(const RefereeSums *s) {
    printf("Sums: %d %d %d; pairs %d %d %d %d %d; faults %d %d\n", s->results[2], s->results[1],
           s->results[0], s->pairs[0], s->pairs[1], s->pairs[2], s->pairs[3], s->pairs[4],
           s->faults[0], s->faults[1]);
}

int main(int argc, char **argv) {
    Orders orders = {.limit = "2+0.02", .names = {"A", "B"}, .games = 2, .jobs = 1, .patience = 60};
    MatchOrders match = {0};
    PositionList openings = {0};
    RefereeSums sums;
    sigset_t ending;
    tool_begin(argc, argv, USAGE);
    if (!read_orders(&orders, argv + 1, &match))
        return 2;
    signal(SIGPIPE, SIG_IGN);
    ending_block(&ending);
    bool good = position_list_read(&openings, "referee", orders.openings, orders.seed) &&
                open_pgn(orders.pgn, &match);
    if (good) {
        match.openings = &openings;
        good = referee_match_play(&match, &ending, &sums);
        print_sums(&sums);
    }
    position_list_free(&openings);
    if (match.pgn)
        fclose(match.pgn);
    return !good;
}
