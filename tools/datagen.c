/* datagen: games of the engine against itself, for tuning and training. Without a command it tells
 * how to use it (datagen.usage); records.h describes the file, game_reader.h what becomes of damage,
 * selfplay.h a game. `make datagen ARGS="make FILE ..."` builds and runs it. */
#include "core/plain_file.h"
#include "engine/tables.h"
#include "game_text.h"
#include "production.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256 };

static const char USAGE[] =
#include "tools/datagen_usage.h"
    ;

/* A whole number without a sign; false if the word is none. */
static bool read_number(const char *word, uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(word, &end, 10);
    return isdigit((unsigned char)*word) && *end == '\0' && errno == 0;
}

/* Opens a book for a player; false, and tells why, if it cannot be had. */
static bool read_book(PlaySettings *play, const char *path) {
    char error[BOOK_ERROR_SIZE] = "--book takes the path of a Polyglot book";
    Book *book = path && !play->book ? book_open(path, error, sizeof error) : NULL;
    if (book)
        play->book = book;
    else
        fprintf(stderr, "datagen: %s\n", error);
    return book;
}

/* Reads options and their values; false, and tells why, if one is not known or out of range. */
static bool read_settings(ProductionSettings *s, int count, char **words) {
    PlaySettings *play = &s->play;
    const struct {
        const char *name;
        uint64_t *at, least, most;
    } known[] = {
        {"--positions", &s->positions, 1, UINT64_MAX}, {"--threads", &s->threads, 1, THREADS_MAX},
        {"--nodes", &play->nodes, 1, UINT32_MAX - 1},  {"--hard", &play->hard, 1, 999},
        {"--seed", &play->seed, 0, UINT64_MAX},        {"--random", &play->random, 0, 100},
        {"--frc", &play->shares.frc, 0, 1000},         {"--dfrc", &play->shares.dfrc, 0, 1000},
        {"--odds", &play->shares.odds, 0, 1000}};
    const size_t options = sizeof known / sizeof *known;
    for (int i = 0; i < count; i += 2) {
        size_t k = 0;
        if (strcmp(words[i], "--book") == 0) {
            if (!read_book(play, i + 1 < count ? words[i + 1] : NULL))
                return false;
            continue;
        }
        while (k < options && strcmp(words[i], known[k].name) != 0)
            k++;
        if (k == options) {
            fprintf(stderr, "datagen: there is no option %s\n", words[i]);
            return false;
        }
        if (i + 1 == count || !read_number(words[i + 1], known[k].at) ||
            *known[k].at < known[k].least || *known[k].at > known[k].most) {
            fprintf(stderr, "datagen: %s takes a number from %" PRIu64 " to %" PRIu64 "\n",
                    words[i], known[k].least, known[k].most);
            return false;
        }
    }
    const char *fault = NULL;
    if (play->shares.frc + play->shares.dfrc > 1000)
        fault = "--frc and --dfrc are more than 1000 together";
    else if (play->book && play->shares.frc + play->shares.dfrc + play->shares.odds > 0)
        fault = "--book goes with chess from its start position only: no --frc, --dfrc, --odds";
    if (fault)
        fprintf(stderr, "datagen: %s\n", fault);
    return !fault;
}

static bool make_games(const char *path, int count, char **words) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    ProductionSettings s = {.play = {.seed = 1, .nodes = 5000, .hard = 8, .random = 8},
                            .positions = 2000000,
                            .threads = cores < 1             ? 1
                                       : cores < THREADS_MAX ? (uint64_t)cores
                                                             : THREADS_MAX};
    const bool good = read_settings(&s, count, words) && produce(path, &s);
    book_close((Book *)s.play.book);
    return good;
}

int main(int argc, char **argv) {
    plain_file_init();
    const char *command = argc > 2 ? argv[1] : "";
    bool known;
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
        return fputs(USAGE, stdout) < 0;
    tables_init(cpu_level(&known));
    if (strcmp(command, "make") == 0)
        return !make_games(argv[2], argc - 3, argv + 3);
    if (argc == 3 && strcmp(command, "text") == 0)
        return !print_games(argv[2]);
    if (argc == 3 && strcmp(command, "quiet") == 0)
        return !print_quiet_positions(argv[2]);
    if (argc == 3 && strcmp(command, "check") == 0)
        return !check_games(argv[2]);
    if (argc == 4 && strcmp(command, "pack") == 0)
        return !pack_text(argv[2], argv[3]);
    fputs(USAGE, stderr);
    return 2;
}
