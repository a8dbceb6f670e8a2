/* datagen: games of the engine against itself, for tuning and training. Without a command it tells
 * how to use it (datagen.usage); records.h describes the file, game_reader.h what becomes of damage,
 * selfplay.h a game. `make datagen ARGS="make FILE ..."` builds and runs it. */
#include "data/datagen_workers.h"
#include "data/game_text.h"
#include "engine/tables.h"
#include "lib/parse_unsigned.h"
#include "network/network_file.h"
#include "os/regular_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256 };

static const char USAGE[] =
#include "datagen_usage.h"
    ;

/* What `make` is told, and what it has opened for that. */
typedef struct Orders {
    DatagenSettings datagen;
    Book *book; /* NULL: none */
    PositionList openings;
    NetworkFile *network; /* NULL: none */
    enum { UNSAID, CLASSICAL, NETWORK, BOTH } evaluation;
} Orders;

/* Tells on stderr what is refused, and why; returns false. */
static bool refuse(const char *what, const char *why) {
    fprintf(stderr, "datagen: %s%s\n", what, why);
    return false;
}

/* --- options of make ----------------------------------------------------------------------------
 *
 * Each function reads the value of an option, NULL if there is none; false, and tells why, if it is
 * refused. */

static bool read_book(Orders *orders, const char *path) {
    char error[BOOK_ERROR_SIZE];
    if (!path || orders->book)
        return refuse("--book", path ? " is there twice" : " takes the path of a Polyglot book");
    orders->book = book_open(path, error, sizeof error);
    orders->datagen.play.book = orders->book;
    return orders->book || refuse("", error);
}

static bool read_openings(Orders *orders, const char *path) {
    if (!path || orders->datagen.play.openings)
        return refuse("--openings",
                      path ? " is there twice" : " takes the path of a file of positions");
    orders->datagen.play.openings = &orders->openings;
    return position_list_read(&orders->openings, "datagen", path, 0);
}

static bool read_evaluation(Orders *orders, const char *word) {
    if (word && strcmp(word, "classical") == 0)
        orders->evaluation = CLASSICAL;
    else if (word && strcmp(word, "network") == 0)
        orders->evaluation = NETWORK;
    else if (word && strcmp(word, "both") == 0)
        orders->evaluation = BOTH;
    else
        return refuse("--evaluation", " takes classical, network or both");
    orders->datagen.play.both = orders->evaluation == BOTH;
    return true;
}

static bool read_network(Orders *orders, const char *path) {
    const char *reason;
    if (!path || orders->network)
        return refuse("--network", path ? " is there twice" : " takes the path of a network");
    orders->network = network_open(path, &reason);
    if (!orders->network)
        fprintf(stderr, "datagen: --network: '%s' is refused: %s\n", path, reason);
    return orders->network;
}

static bool read_count(Orders *orders, const char *name, const char *word) {
    PlaySettings *play = &orders->datagen.play;
    const struct {
        const char *name;
        uint64_t *at, least, most;
    } known[] = {{"--positions", &orders->datagen.positions, 1, UINT64_MAX},
                 {"--threads", &orders->datagen.threads, 1, THREADS_MAX},
                 {"--nodes", &play->nodes, 1, UINT32_MAX - 1},
                 {"--hard", &play->hard, 1, 999},
                 {"--seed", &play->seed, 0, UINT64_MAX},
                 {"--random", &play->random, 0, 100},
                 {"--plies", &play->plies, 0, 1000},
                 {"--whole", &play->whole, 0, 1000},
                 {"--frc", &play->shares.frc, 0, 1000},
                 {"--dfrc", &play->shares.dfrc, 0, 1000},
                 {"--odds", &play->shares.odds, 0, 1000}};
    const size_t options = sizeof known / sizeof *known;
    size_t k = 0;
    while (k < options && strcmp(name, known[k].name) != 0)
        k++;
    if (k == options)
        return refuse("there is no option ", name);
    if (word && parse_unsigned(word, known[k].least, known[k].most, known[k].at))
        return true;
    fprintf(stderr, "datagen: %s takes a number from %" PRIu64 " to %" PRIu64 "\n", name,
            known[k].least, known[k].most);
    return false;
}

static bool read_option(Orders *orders, const char *name, const char *word) {
    static const struct {
        const char *name;
        bool (*read)(Orders *orders, const char *word);
    } WORDS[] = {{"--book", read_book},
                 {"--openings", read_openings},
                 {"--evaluation", read_evaluation},
                 {"--network", read_network}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(name, WORDS[i].name) == 0)
            return WORDS[i].read(orders, word);
    return read_count(orders, name, word);
}

/* Finds the network that is to judge, behind all options. */
static bool choose_network(Orders *orders) {
    const Network **net = &orders->datagen.play.network;
    if (orders->network && orders->evaluation == CLASSICAL)
        return refuse("--network", " goes with --evaluation network or both");
    if (orders->network)
        *net = network_of(orders->network);
    else if (orders->evaluation >= NETWORK)
        *net = network_embedded();
    return *net || orders->evaluation < NETWORK ||
           refuse("the network inside the program", " is damaged");
}

/* Reads options and their values. */
static bool read_orders(Orders *orders, int count, char **words) {
    const PlaySettings *play = &orders->datagen.play;
    for (int i = 0; i < count; i += 2)
        if (!read_option(orders, words[i], i + 1 < count ? words[i + 1] : NULL))
            return false;
    if (play->shares.frc + play->shares.dfrc > 1000)
        return refuse("--frc and --dfrc", " are more than 1000 together");
    if (play->book && play->shares.frc + play->shares.dfrc + play->shares.odds > 0)
        return refuse("--book",
                      " goes with chess from its start position only: no --frc, --dfrc, --odds");
    if (play->whole && !play->plies)
        return refuse("--whole", " goes with --plies: else all games are whole");
    if (play->openings && (play->book || play->shares.frc + play->shares.dfrc > 0))
        return refuse("--openings",
                      " takes the place of start positions: no --book, --frc, --dfrc");
    return choose_network(orders);
}

static bool make_games(const char *path, int count, char **words) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    Orders orders = {.datagen = {.play = {.seed = 1, .nodes = 5000, .hard = 8, .random = 8},
                                 .positions = 2000000,
                                 .threads = cores < 1             ? 1
                                            : cores < THREADS_MAX ? (uint64_t)cores
                                                                  : THREADS_MAX}};
    const bool good = read_orders(&orders, count, words) && produce(path, &orders.datagen);
    book_close(orders.book);
    position_list_free(&orders.openings);
    network_close(orders.network);
    return good;
}

int main(int argc, char **argv) {
    regular_file_init();
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
