/* lab datagen: plays games for tuning and training (datagen.usage). games.h describes files of
 * games and the handling of damage, selfplay.h the play of a game. */
#include "data/datagen.h"
#include "lib/options.h"
#include "network/network.h"

#include <stdio.h>
#include <string.h>

enum { UNSAID = -1, CLASSICAL, NETWORK, BOTH };

/* The arguments of `lab datagen make`, and the files that they name, opened. */
typedef struct Orders {
    DatagenSettings datagen;
    PositionList openings;
    NetworkFile *network; /* NULL: none */
    const char *openings_path, *network_path;
    int evaluation;
} Orders;

#define refuse(what, why) complain("datagen: %s%s", what, why)

static bool open_network(Orders *orders) {
    const char *reason;
    orders->network = network_open(orders->network_path, &reason);
    return orders->network ||
           complain("datagen: --network: '%s' is refused: %s", orders->network_path, reason);
}

/* Chooses the network that evaluates, from the options that were read. */
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

/* Opens the files that the options name, and checks that the options fit together. */
static bool is_sound(Orders *orders) {
    PlaySettings *play = &orders->datagen.play;
    GameOptions *o = &play->options;
    if (o->frc + o->dfrc > 1000)
        return refuse("--frc and --dfrc", " are more than 1000 together");
    if (o->whole && !o->plies)
        return refuse("--whole", " goes with --plies: else all games are whole");
    if (orders->openings_path && o->frc + o->dfrc > 0)
        return refuse("--openings", " takes the place of start positions: no --frc, --dfrc");
    play->openings = orders->openings_path ? &orders->openings : NULL;
    if ((play->openings &&
         !position_list_read(&orders->openings, "datagen", orders->openings_path, 0)) ||
        (orders->network_path && !open_network(orders)) || !choose_network(orders))
        return false;
    o->network = play->network ? play->network->checksum : 0;
    o->openings = orders->openings.checksum;
    o->both = orders->evaluation == BOTH;
    return true;
}

/* Returns the exit status. */
static int make_games(char **words) {
    static const char *const JUDGES[] = {"classical", "network", "both", NULL};
    Orders orders = {.evaluation = UNSAID,
                     .datagen = {.play.options = {.seed = 1, .nodes = 5000, .hard = 8, .random = 8},
                                 .positions = 2000000,
                                 .threads = (uint64_t)tool_cores()}};
    GameOptions *o = &orders.datagen.play.options;
    const Option table[] = {
        {"--positions", .number = &orders.datagen.positions, .least = 1},
        {"--threads", .number = &orders.datagen.threads, .least = 1, .most = TOOL_THREADS_MAX},
        {"--nodes", .number = &o->nodes, .least = 1, .most = UINT32_MAX - 1},
        {"--hard", .number = &o->hard, .least = 1, .most = 999},
        {"--seed", .number = &o->seed},
        {"--random", .number = &o->random, .most = 100},
        {"--plies", .number = &o->plies, .most = 1000},
        {"--whole", .number = &o->whole, .most = 1000},
        {"--leaf", .number = &o->leaf, .most = UINT32_MAX - 1},
        {"--frc", .number = &o->frc, .most = 1000},
        {"--dfrc", .number = &o->dfrc, .most = 1000},
        {"--odds", .number = &o->odds, .most = 1000},
        {"--evaluation", .choice = &orders.evaluation, .choices = JUDGES},
        {"--network", .text = &orders.network_path, .what = "the path of a network"},
        {"--openings", .text = &orders.openings_path, .what = "the path of a file of positions"},
        {0}};
    if (options_read("datagen", table, 0, words, 1, 1) < 0)
        return 2;
    const bool good = is_sound(&orders) && produce(words[0], &orders.datagen);
    position_list_free(&orders.openings);
    network_close(orders.network);
    return !good;
}

int lab_datagen(int argc, char **argv) {
    const char *command = argc > 2 ? argv[1] : "";
    if (strcmp(command, "make") == 0)
        return make_games(argv + 2);
    const bool positions = strcmp(command, "positions") == 0;
    if (argc == 3 && (positions || strcmp(command, "text") == 0))
        return !print_games(argv[2], positions);
    if (argc == 3 && strcmp(command, "check") == 0)
        return !check_games(argv[2]);
    fprintf(stderr,
            "datagen: it is make, text, positions or check, and a file; --help shows the use\n");
    return 2;
}
