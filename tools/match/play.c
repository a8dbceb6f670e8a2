/* lab play: lets two UCI engines play (play.usage). */
#include "lib/options.h"
#include "match/referee.h"
#include "uci/files.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    WORDS_MAX = 2 * ENGINE_OPTIONS,
    GAMES_MOST = 1000000,
    NODES_MOST = 1000000000,
    PATIENCE_MOST = 3600
};

/* The options of the command line. */
typedef struct Orders {
    const char *openings, *pgn, *sprt, *limits[2], *names[2];
    int games, jobs, hash, threads, patience, margin, slice;
    uint64_t seed, nodes;
    bool disturb;
} Orders;

#define refuse(what, word) complain("play: %s '%s'; --help shows the use", what, word)

/* --- the command line ------------------------------------------------------------------------- */

static int read_words(Orders *o, char **words) {
    const char *const limit = "seconds+increment, nodes=N, depth=N or movetime=MS", *const name =
                                                                                        "a name";
    const Option table[] = {
        {"--games", .integer = &o->games, .least = 2, .most = GAMES_MOST},
        {"--tc", .text = &o->limits[0], .what = limit},
        {"--tc-b", .text = &o->limits[1], .what = limit},
        {"--nodes", .number = &o->nodes, .least = 1, .most = NODES_MOST},
        {"--sprt", .text = &o->sprt, .what = "two numbers, such as 0,5"},
        {"--hash", .integer = &o->hash, .least = 1, .most = 999999999},
        {"--threads", .integer = &o->threads, .least = 1, .most = 9999},
        {"--jobs", .integer = &o->jobs, .least = 1, .most = TOOL_THREADS_MAX},
        {"--openings", .text = &o->openings, .what = "the path of a file of openings"},
        {"--seed", .number = &o->seed, .most = 1000000000000},
        {"--pgn", .text = &o->pgn, .what = "the path of a PGN"},
        {"--name-a", .text = &o->names[0], .what = name},
        {"--name-b", .text = &o->names[1], .what = name},
        {"--patience", .integer = &o->patience, .least = 1, .most = PATIENCE_MOST},
        {"--margin", .integer = &o->margin, .most = 100000},
        {"--slice", .integer = &o->slice, .most = 3600000},
        {"--disturb", .flag = &o->disturb},
        {0}};
    return options_read("play", table, 0, words, 1, WORDS_MAX);
}

static bool read_sprt(const char *text, MatchOrders *match) {
    char *end;
    match->sprt = true;
    match->elo0 = strtod(text, &end);
    const bool has_comma = end != text && *end == ',';
    const char *const second = end + has_comma;
    match->elo1 = strtod(second, &end);
    if (!has_comma || end == second || *end)
        return refuse("--sprt takes two numbers, not", text);
    return (-200 <= match->elo0 && match->elo0 < match->elo1 && match->elo1 <= 200) ||
           refuse("--sprt takes the lower Elo first, and both from -200 to 200, not", text);
}

static bool read_limits(Orders *o, MatchOrders *match) {
    const bool both = o->nodes && o->limits[0];
    if (!o->limits[0])
        o->limits[0] = o->disturb ? "0.2+0.002" : "2+0.02";
    if (!o->games)
        o->games = o->disturb ? 100 : 400;
    for (int i = 0; i < 2; i++) {
        const char *const text = i && o->limits[1] ? o->limits[1] : o->limits[0];
        if (!limit_read(text, &match->players[i].limit))
            return refuse("unknown limit", text);
        if (o->nodes && !(i && o->limits[1]))
            match->players[i].limit = (PlayerLimit){.kind = "nodes", .number = (int64_t)o->nodes};
    }
    return !both || refuse("--nodes does not go with --tc", o->limits[0]);
}

/* Reads ENGINE [NAME=VALUE]... against ENGINE [NAME=VALUE]... */
static bool read_engines(char **at, EngineChoice engines[2]) {
    for (int i = 0; i < 2; i++) {
        if (!*at || !**at || strcmp(*at, "against") == 0)
            return refuse("it is ENGINE against ENGINE, not", *at ? *at : "");
        if (!engine_find(&engines[i], *at++))
            return false;
        for (; *at && strcmp(*at, "against") != 0; at++)
            if (!engine_add_option(&engines[i], *at))
                return false;
        if (i && *at)
            return refuse("it is ENGINE against ENGINE, not", *at);
        at += *at != NULL;
    }
    return true;
}

/* Reads the command line, and checks everything that needs no running engine. */
static bool read_orders(Orders *o, char **words, MatchOrders *match, EngineChoice engines[2]) {
    if (read_words(o, words) < 0 || !read_limits(o, match) ||
        (o->sprt && !read_sprt(o->sprt, match)))
        return false;
    if (o->disturb && o->openings)
        return refuse("--disturb draws its own openings; leave out --openings", o->openings);
    if (o->games % 2)
        return complain("play: --games takes an even number, not '%d'; --help shows the use",
                        o->games);
    if (!read_engines(words, engines))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!o->names[i])
            continue;
        snprintf(engines[i].name, sizeof engines[i].name, "%s", o->names[i]);
        bool good = *o->names[i];
        for (const char *at = o->names[i]; *at; at++)
            good = good && *at >= ' ' && *at <= '~' && *at != '"' && *at != '\\';
        if (!good)
            return refuse("a name is of printable letters, without quotes, not", o->names[i]);
    }
    match->games = o->games;
    match->seed = o->seed;
    return true;
}

/* --- the match -------------------------------------------------------------------------------- */

/* Checks the engines' options, and sets the number of games played at a time. */
static bool check_engines(const Orders *o, EngineChoice engines[2], MatchOrders *match) {
    for (int i = 0; i < 2; i++) {
        PlayerSettings *p = &match->players[i];
        if (!engine_check(&engines[i], o->hash, o->threads))
            return false;
        p->path = engines[i].path;
        p->name = engines[i].name;
        p->options = engines[i].options;
        p->patience = (int64_t)o->patience * 1000000;
        p->margin = (int64_t)o->margin * 1000;
    }
    if (!o->names[0] && !o->names[1])
        engines_tell_apart(&engines[0], &engines[1]);
    else if (strcmp(engines[0].name, engines[1].name) == 0)
        return refuse("both engines have the name", engines[0].name);
    match->jobs = engines_jobs(&engines[0], &engines[1], o->disturb ? 1 : o->jobs);
    return true;
}

/* Opens the PGN, in build/match if none is named. */
static bool open_pgn(const char **path, char room[64], MatchOrders *match) {
    if (!*path) {
        const time_t now = time(NULL);
        struct tm day = {0};
        char date[32];
        localtime_r(&now, &day);
        strftime(date, sizeof date, "%Y%m%d-%H%M%S", &day);
        snprintf(room, 64, "build/match/%s-%d.pgn", date, (int)getpid());
        mkdir("build", 0777);
        mkdir("build/match", 0777);
        *path = room;
    }
    const char *reason;
    match->pgn = pgn_open(*path, &reason);
    return match->pgn || complain("play: '%s' is refused: %s", *path, reason);
}

static void print_report(const MatchOrders *match, const RefereeSums *s) {
    static const char *const VERDICTS[] = {"failed", "undecided", "passed"};
    const EloEstimate elo = sums_elo(s);
    printf("%d wins, %d draws, %d losses in %d games: %.1f %%\n", s->results[2], s->results[1],
           s->results[0], sums_games(s), 100 * sums_share(s));
    if (isnan(elo.elo))
        printf("these games say nothing of Elo\n");
    else
        printf("Elo %+.1f +- %.1f (95 %%)\n", elo.elo, elo_error(elo));
    printf("pairs of games with 0, 1/2, 1, 3/2, 2 points: %d, %d, %d, %d, %d\n", s->pairs[0],
           s->pairs[1], s->pairs[2], s->pairs[3], s->pairs[4]);
    for (int i = 0; i < 2; i++)
        printf("%s: %d lost on time, %d by an illegal move, %d by a crash\n",
               match->players[i].name, s->faults[i][FAULT_TIME], s->faults[i][FAULT_ILLEGAL],
               s->faults[i][FAULT_STALL] + s->faults[i][FAULT_CRASH]);
    if (match->sprt) {
        const double llr = sums_llr(s, match->elo0, match->elo1);
        printf("LLR %.2f (%.2f, %.2f) for %g rather than %g Elo: %s\n", llr, -SUMS_LLR_BOUND,
               SUMS_LLR_BOUND, match->elo1, match->elo0,
               VERDICTS[1 + (llr >= SUMS_LLR_BOUND) - (llr <= -SUMS_LLR_BOUND)]);
    }
}

/* Plays the match and prints its result. Returns the exit status. */
static int play(const Orders *o, MatchOrders *match) {
    RefereeSums sums;
    bool stopped;
    if (o->disturb && !(match->disturbance = disturbance_create(o->seed, o->slice)))
        return 1;
    fprintf(stderr, "%s against %s: %d games, %d at a time, seed %llu\n", match->players[0].name,
            match->players[1].name, match->games, match->jobs, (unsigned long long)o->seed);
    const bool all = referee_match_play(match, &sums, &stopped);
    print_report(match, &sums);
    bool good = all;
    for (int i = 0; i < 2; i++)
        good = good && sums_faults(&sums, i) == sums.faults[i][FAULT_TIME];
    if (match->disturbance)
        good = disturbance_end(match->disturbance) && good;
    if (stopped)
        printf("stopped before the end\n");
    return !good;
}

int lab_play(int argc, char **argv) {
    static EngineChoice engines[2];
    Orders o = {.hash = 16,
                .threads = 1,
                .patience = 60,
                .slice = 500,
                .seed = (uint64_t)time(NULL) % 1000000000};
    MatchOrders match = {0};
    PositionList openings = {0};
    char pgn[64];
    if (!read_orders(&o, argv + 1, &match, engines) ||
        (o.openings && !position_list_read(&openings, "play", o.openings, o.seed + 1)))
        return 2;
    match.openings = o.openings ? &openings : NULL;
    const bool good = check_engines(&o, engines, &match) && open_pgn(&o.pgn, pgn, &match);
    const int status = good ? play(&o, &match) : 1;
    if (match.pgn) {
        const bool empty = fseek(match.pgn, 0, SEEK_END) == 0 && ftell(match.pgn) == 0;
        fclose(match.pgn);
        if (!empty)
            printf("games: %s\n", o.pgn);
        else if (o.pgn == pgn)
            unlink(pgn);
    }
    position_list_free(&openings);
    return status;
}
