/* fit_wdl: fits the win model of an evaluation (eval/wdl.h) to games; fit_wdl.usage tells how to use
 * it. `make fit-wdl` builds and runs it. */
#include "engine/tables.h"
#include "os/regular_file.h"
#include "wdl/pgn.h"

#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
#include "fit_wdl_usage.h"
    ;

/* The evaluations: as the user names them, as the model does, and as its constants do. */
static const struct {
    const char *word, *name, *constants;
} EVALUATION[EVALUATIONS] = {
    [EVALUATION_CLASSICAL] = {"classical", "the classical evaluation", "CLASSICAL"},
    [EVALUATION_NETWORK] = {"network", "the network", "NETWORK"},
};

typedef struct Orders {
    Evaluation evaluation; /* that played */
    bool raw;
    const char *note;
    int files; /* at the end of the arguments */
} Orders;

static const char FORMAT[] =
    "/* The win model of %s: written by `make fit-wdl`, see tools/wdl/fit_wdl.c.\n"
    " *\n"
    " * %s\n"
    " * %ld games, %ld positions. Half of the games are won at a score of the search of %.0f with "
    "all\n"
    " * men on the board, %.0f with half of them, %.0f with few.\n"
    " */\n"
    "#ifndef EVAL_WDL_%s_H\n"
    "#define EVAL_WDL_%s_H\n"
    "\n"
    "#include \"eval/wdl_model.h\"\n"
    "\n"
    "static const WinModel WDL_%s = {\n"
    "    .a = {%.4f, %.4f, %.4f},\n"
    "    .b = {%.4f, %.4f, %.4f},\n"
    "};\n"
    "\n"
    "#endif\n";

static void print_model(const WinModel *m, const Orders *orders, long games, long positions) {
    const char *constants = EVALUATION[orders->evaluation].constants;
    printf(FORMAT, EVALUATION[orders->evaluation].name, orders->note, games, positions,
           fit_value(m->a, WDL_MATERIAL_MAX), fit_value(m->a, WDL_MATERIAL_MAX / 2),
           fit_value(m->a, WDL_MATERIAL_MIN), constants, constants, constants, m->a[0], m->a[1],
           m->a[2], m->b[0], m->b[1], m->b[2]);
}

static bool take_evaluation(Orders *orders, const char *word) {
    for (Evaluation e = 0; e < EVALUATIONS; e++) {
        if (strcmp(word, EVALUATION[e].word) == 0) {
            orders->evaluation = e;
            return true;
        }
    }
    fprintf(stderr, "fit_wdl: --evaluation cannot be '%s'; give network or classical\n", word);
    return false;
}

/* Takes the options, which come before the files. False, and says why, if one is wrong. */
static bool read_orders(Orders *orders, int argc, char **argv) {
    *orders = (Orders){EVALUATION_DEFAULT, false, "Games of unknown origin.", argc};
    int i = 1;
    for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--raw") == 0) {
            orders->raw = true;
        } else if (strcmp(argv[i], "--note") == 0 && value) {
            orders->note = value;
            i++;
        } else if (strcmp(argv[i], "--evaluation") == 0 && value) {
            if (!take_evaluation(orders, value))
                return false;
            i++;
        } else {
            fprintf(stderr, "fit_wdl: '%s' is no option, or lacks its value; see --help\n",
                    argv[i]);
            return false;
        }
    }
    orders->files = i;
    if (i == argc)
        fprintf(stderr, "fit_wdl: there is no file of games; give one\n");
    return i < argc;
}

/* Counts a file's games; how many, or -1 if it cannot be read. */
static long count_file(const char *path, const Orders *orders, FitCounts *counts) {
    const char *reason;
    FILE *file = regular_file_stream(path, "r", &reason);
    if (!file) {
        fprintf(stderr, "fit_wdl: '%s' cannot be read: %s\n", path, reason);
        return -1;
    }
    const PgnRead read = pgn_count(file, orders->evaluation, orders->raw, counts);
    fclose(file);
    if (read.error) {
        fprintf(stderr, "fit_wdl: '%s' cannot be read to its end: %s\n", path,
                strerror(read.error));
        return -1;
    }
    fprintf(stderr, "%s: %ld games", path, read.games);
    if (read.unread)
        fprintf(stderr, ", %ld left out (the first: %s)", read.unread, read.why);
    fprintf(stderr, "\n");
    return read.games;
}

/* Fits the model to the files' games and prints it. */
static int fit(const Orders *orders, int argc, char **argv) {
    static FitCounts counts;
    WinModel model;
    long games = 0;
    for (int i = orders->files; i < argc; i++) {
        const long more = count_file(argv[i], orders, &counts);
        if (more < 0)
            return EXIT_FAILURE;
        games += more;
    }
    if (!fit_model(&counts, &model)) {
        fprintf(stderr, "fit_wdl: %ld positions in %ld games: no sound model follows from them\n",
                counts.positions, games);
        return EXIT_FAILURE;
    }
    print_model(&model, orders, games, counts.positions);
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        fprintf(stderr, "fit_wdl: this is the win model of %s\n",
                EVALUATION[orders->evaluation].name);
        return EXIT_SUCCESS;
    }
    fprintf(stderr, "fit_wdl: the model could not be written\n");
    return EXIT_FAILURE;
}

int main(int argc, char **argv) {
    Orders orders;
    if (argc == 1) {
        fputs(USAGE, stderr);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return fputs(USAGE, stdout) < 0;
    regular_file_init();
    bool known;
    tables_init(cpu_level(&known));
    return read_orders(&orders, argc, argv) ? fit(&orders, argc, argv) : 2;
}
