/* lab gauntlet: plays one candidate against each opponent of a list (gauntlet.usage). */
#include "core/bits.h"
#include "lib/options.h"
#include "match/referee.h"
#include "os/files.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OPPONENTS_MOST = 64, LINE_SIZE = 1024, NAME_SIZE = 128, PATH_SIZE = 256 };

/* The options of the command line. */
typedef struct Orders {
    const char *opponents, *openings, *name, *beside;
    int games, jobs, hash;
    uint64_t seed;
} Orders;

/* A line of the list of opponents, cut into its fields. */
typedef struct Opponent {
    char line[LINE_SIZE], text[LINE_SIZE]; /* the line as in the file; the buffer of the fields */
    char *name, *program, *options;
    PlayerLimit limits[2]; /* the candidate's, the opponent's */
    EngineChoice engine;
    RefereeSums sums;
} Opponent;

/* A row of the table. Unknown numbers are NAN. */
typedef struct Row {
    char name[NAME_SIZE];
    int games, faults[2];
    double score, elo, error;
} Row;

typedef struct Results {
    char head[PATH_SIZE]; /* the line that describes the games */
    int count;            /* number of rows; the last one is the mean */
    Row rows[OPPONENTS_MOST + 1];
} Results;

static Opponent opponents[OPPONENTS_MOST];
static int opponent_count;

#define refuse(what, word) complain("gauntlet: %s '%s'", what, word)

/* --- the list --------------------------------------------------------------------------------- */

/* Cuts off the blanks around a text. */
static char *trimmed(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    for (char *end = text + strlen(text); end > text && isspace((unsigned char)end[-1]);)
        *--end = '\0';
    return text;
}

/* True if a text can name a table, and so the file of the table. */
static bool is_name(const char *name) {
    return isalnum((unsigned char)*name) && strlen(name) < NAME_SIZE - 8 &&
           !name[strspn(name,
                        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._=+-")];
}

/* Reads a line: name | program | its limit | the candidate's limit | options. */
static bool read_opponent(Opponent *o, char *line) {
    char *fields[5], *at = o->text;
    snprintf(o->line, sizeof o->line, "%s", line);
    snprintf(o->text, sizeof o->text, "%s", line);
    for (int i = 0; i < 5; i++) {
        char *field = strsep(&at, "|");
        if (!field)
            return refuse("--opponents: no opponent in", o->line);
        fields[i] = trimmed(field);
    }
    o->name = fields[0];
    o->program = fields[1];
    o->options = fields[4];
    if (at || !is_name(o->name) || strcmp(o->name, "mean") == 0 || !*o->program ||
        !limit_read(fields[2], &o->limits[1]) || !limit_read(fields[3], &o->limits[0]))
        return refuse("--opponents: no opponent in", o->line);
    for (const Opponent *other = opponents; other < o; other++)
        if (strcmp(other->name, o->name) == 0)
            return refuse("--opponents: twice", o->name);
    return true;
}

static bool read_opponents(const char *path) {
    const char *reason;
    char line[LINE_SIZE];
    FILE *in = regular_file_stream(path, &reason);
    bool good = in;
    if (!in)
        return refuse(reason, path);
    while (good && fgets(line, sizeof line, in)) {
        char *text = trimmed(line);
        if (!*text || *text == '#')
            continue;
        good = (opponent_count < OPPONENTS_MOST || refuse("--opponents: more than 64 in", path)) &&
               read_opponent(&opponents[opponent_count], text);
        opponent_count += good;
    }
    fclose(in);
    return good && (opponent_count || refuse("--opponents: there is none in", path));
}

/* --- playing ---------------------------------------------------------------------------------- */

static void settle(PlayerSettings *p, const EngineChoice *e, const char *name,
                   const PlayerLimit *limit) {
    *p = (PlayerSettings){.path = e->path,
                          .name = name,
                          .options = e->options,
                          .limit = *limit,
                          .patience = 60000000};
}

/* Finds an opponent's program and sets its options. Returns false after a message. */
static bool ready_opponent(Opponent *opponent) {
    EngineChoice *engine = &opponent->engine;
    if (!engine_find(engine, opponent->program))
        return false;
    for (char *options = opponent->options, *option; (option = strsep(&options, ";")) != NULL;)
        if (*trimmed(option) && !engine_add_option(engine, trimmed(option)))
            return false;
    return engine_check(engine, 16, 1);
}

/* Plays against one opponent. False if not all games were played. */
static bool play_opponent(const Orders *o, const char *name, const EngineChoice *candidate,
                          Opponent *opponent, const PositionList *openings, int games) {
    MatchOrders match = {.openings = openings,
                         .seed = o->seed,
                         .games = games,
                         .jobs = engines_jobs(candidate, &opponent->engine, o->jobs)};
    bool stopped;
    settle(&match.players[0], candidate, name, &opponent->limits[0]);
    settle(&match.players[1], &opponent->engine, opponent->name, &opponent->limits[1]);
    fprintf(stderr, "gauntlet: %s against %s: %d games, %d at a time\n", name, opponent->name,
            games, match.jobs);
    return referee_match_play(&match, &opponent->sums, &stopped);
}

/* --- the table -------------------------------------------------------------------------------- */

/* Rounds a number to a tenth, like the numbers of a stored table. */
static double rounded(double number) {
    return round(10 * number) / 10;
}

static void add_row(Results *t, const char *name, const RefereeSums *sums) {
    const EloEstimate elo = sums_elo(sums);
    Row *row = &t->rows[t->count++];
    *row = (Row){.games = sums_games(sums),
                 .faults = {sums_faults(sums, 0), sums_faults(sums, 1)},
                 .score = 100 * sums_share(sums),
                 .elo = rounded(elo.elo),
                 .error = rounded(elo_error(elo))};
    snprintf(row->name, sizeof row->name, "%s", name);
}

/* Computes the opponents' rows and, as the last row, their mean: its error is that of independent
 * results. */
static void make_rows(Results *t) {
    Row mean = {.name = "mean"};
    for (int i = 0; i < opponent_count; i++)
        if (sums_games(&opponents[i].sums))
            add_row(t, opponents[i].name, &opponents[i].sums);
    for (int i = 0; i < t->count; i++) {
        const Row *row = &t->rows[i];
        mean.games += row->games;
        mean.faults[0] += row->faults[0];
        mean.faults[1] += row->faults[1];
        mean.score += row->score / t->count;
        mean.elo += row->elo / t->count;
        mean.error += row->error * row->error / t->count / t->count;
    }
    mean.elo = t->count ? rounded(mean.elo) : NAN;
    mean.error = rounded(sqrt(mean.error));
    t->rows[t->count++] = mean;
}

static void table_path(char path[PATH_SIZE], const char *name) {
    snprintf(path, PATH_SIZE, "build/gauntlet/%s.txt", name);
}

/* Reads a stored table. Returns false, after a message, if there is no such table. */
static bool read_table(Results *t, const char *name) {
    char path[PATH_SIZE], line[LINE_SIZE];
    const char *reason;
    table_path(path, name);
    FILE *in = regular_file_stream(path, &reason);
    if (!in)
        return refuse("there is no such table in build/gauntlet:", name);
    while (fgets(line, sizeof line, in)) {
        Row row;
        if (*line == '#' && !*t->head)
            snprintf(t->head, sizeof t->head, "%.*s", (int)strcspn(line, "\n"), line);
        else if (t->count <= OPPONENTS_MOST &&
                 sscanf(line, "%119s %d %lf %lf %lf %d %d", row.name, &row.games, &row.score,
                        &row.elo, &row.error, &row.faults[0], &row.faults[1]) == 7)
            t->rows[t->count++] = row;
    }
    fclose(in);
    return true;
}

static bool keep_table(const Results *t, const char *name) {
    char path[PATH_SIZE];
    const char *reason;
    table_path(path, name);
    AtomicWrite *file = atomic_write_begin(path, &reason);
    if (!file)
        return refuse(reason, path);
    FILE *out = atomic_write_stream(file);
    fprintf(out, "%s\n", t->head);
    for (int i = 0; i < opponent_count; i++)
        fprintf(out, "# %s\n", opponents[i].line);
    for (const Row *row = t->rows; row < t->rows + t->count; row++)
        fprintf(out, "%s\t%d\t%.1f\t%+.1f\t%.1f\t%d\t%d\n", row->name, row->games, row->score,
                row->elo, row->error, row->faults[0], row->faults[1]);
    return atomic_write_finish(file, &reason) ? printf("kept: %s\n", path) > 0
                                              : refuse(reason, path);
}

static void print_range(double elo, double error) {
    if (isnan(elo))
        printf("%20s", "-");
    else
        printf("%+11.1f +- %5.1f", elo, error);
}

/* Prints the rows, and unless `beside` is NULL, the rows of another table beside them. */
static void print_table(const Results *t, const Results *beside) {
    printf("%-20s%8s%9s%20s%8s", "", "games", "score %", "Elo", "faults");
    printf(beside ? "%9s%20s%20s\n" : "\n", "score %", "Elo", "difference");
    for (const Row *row = t->rows; row < t->rows + t->count; row++) {
        printf("%-20s%8d%9.1f", row->name, row->games, row->score);
        print_range(row->elo, row->error);
        printf("%5d/%-2d", row->faults[0], row->faults[1]);
        for (int i = 0; beside && i < beside->count; i++) {
            const Row *other = &beside->rows[i];
            if (strcmp(other->name, row->name) != 0)
                continue;
            printf("%9.1f", other->score);
            print_range(other->elo, other->error);
            print_range(row->elo - other->elo, hypot(row->error, other->error));
        }
        putchar('\n');
    }
}

/* --- all together ----------------------------------------------------------------------------- */

static int read_words(Orders *o, char **words) {
    const Option table[] = {
        {"--opponents", .text = &o->opponents, .what = "the path of a list of opponents"},
        {"--games", .integer = &o->games, .least = 2, .most = 1000000},
        {"--openings", .text = &o->openings, .what = "the path of a file of openings"},
        {"--seed", .number = &o->seed},
        {"--jobs", .integer = &o->jobs, .least = 1, .most = TOOL_THREADS_MAX},
        {"--hash", .integer = &o->hash, .least = 1, .most = 999999999},
        {"--name", .text = &o->name, .what = "a name"},
        {"--beside", .text = &o->beside, .what = "the name of a table"},
        {0}};
    return options_read("gauntlet", table, 0, words, 1, ENGINE_OPTIONS + 1);
}

/* Writes the name under which the table is stored: --name, or the candidate with its options.
 * Refuses a name that is too long, since a shortened name may be that of another candidate. */
static bool name_table(const Orders *o, const EngineChoice *candidate, char name[NAME_SIZE]) {
    int used = snprintf(name, NAME_SIZE, "%s", o->name ? o->name : candidate->name);
    for (char *const *option = candidate->options; !o->name && *option && used < NAME_SIZE;
         option++)
        used += snprintf(name + used, NAME_SIZE - (size_t)used, "-%s", *option);
    for (char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("._=+-", *at))
            *at = '_';
    return used < NAME_SIZE - 8 || refuse("give a shorter --name than", name);
}

/* Plays against all opponents, prints the table and stores it. Returns the exit status. */
static int run(const Orders *o, const EngineChoice *candidate, const char *name,
               const PositionList *openings, const Results *beside) {
    static Results table;
    const int games = o->games / (2 * opponent_count) * 2;
    bool all = true;
    uint64_t list = HASH_WORDS_BASIS;
    for (int i = 0; i < opponent_count; i++)
        list = hash_words(list, opponents[i].line, sizeof opponents[i].line);
    snprintf(table.head, sizeof table.head,
             "# gauntlet: %d games each, seed %" PRIu64 ", openings %016" PRIx64
             ", opponents %016" PRIx64,
             games, o->seed, openings ? openings->checksum : 0, list);
    for (int i = 0; i < opponent_count && all; i++)
        all = play_opponent(o, name, candidate, &opponents[i], openings, games);
    make_rows(&table);
    if (beside && strcmp(beside->head, table.head) != 0)
        fprintf(stderr,
                "gauntlet: %s had other games, openings or opponents: the differences mean less\n",
                o->beside);
    print_table(&table, beside);
    const Row *mean = &table.rows[table.count - 1];
    if (!all)
        return !complain("gauntlet: only %d of %d games were played", mean->games,
                         games * opponent_count);
    if (mean->faults[0])
        fprintf(stderr, "gauntlet: %s lost games by faults\n", name);
    return !keep_table(&table, name) || mean->faults[0];
}

int lab_gauntlet(int argc, char **argv) {
    static EngineChoice candidate;
    static Results beside;
    Orders o = {.opponents = "tools/match/opponents.txt", .games = 2000, .seed = 1, .hash = 16};
    PositionList openings = {0};
    char name[NAME_SIZE];
    const int words = read_words(&o, argv + 1);
    if (words < 0 || !read_opponents(o.opponents) || (o.beside && !read_table(&beside, o.beside)))
        return 2;
    if (o.games < 2 * opponent_count) {
        complain("gauntlet: --games takes at least %d, two for each opponent, not '%d'",
                 2 * opponent_count, o.games);
        return 2;
    }
    if (o.name && !is_name(o.name)) {
        refuse("--name takes letters, digits and ._=+-, not", o.name);
        return 2;
    }
    if (!engine_find(&candidate, argv[1]))
        return 2;
    for (int i = 1; i < words; i++)
        if (!engine_add_option(&candidate, argv[1 + i]))
            return 2;
    if (!name_table(&o, &candidate, name))
        return 2;
    if (o.openings && !position_list_read(&openings, "gauntlet", o.openings, o.seed + 1))
        return 2;
    int ready = 0, status = 1;
    while (ready < opponent_count && ready_opponent(&opponents[ready]))
        ready++;
    if (ready == opponent_count && engine_check(&candidate, o.hash, 1)) {
        mkdir("build", 0777);
        mkdir("build/gauntlet", 0777);
        status =
            run(&o, &candidate, name, o.openings ? &openings : NULL, o.beside ? &beside : NULL);
    }
    position_list_free(&openings);
    return status;
}
