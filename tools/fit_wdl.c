/* fit_wdl: fits the win model (eval/wdl.h) to games; fit_wdl.usage tells how to use it. `make
 * fit-wdl` builds and runs it. */
#include "core/plain_file.h"
#include "support/setup.h"
#include "tools/wdl/pgn.h"

#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
#include "tools/fit_wdl_usage.h"
    ;

static const char HEAD[] =
    "/* The constants of the win model: written by `make fit-wdl`, see tools/fit_wdl.c.\n"
    " *\n"
    " * %s\n"
    " * %ld games, %ld positions. Half of the games are won at a score of the search of %.0f with "
    "all\n"
    " * men on the board, %.0f with half of them, %.0f with few.\n"
    " */\n"
    "#ifndef EVAL_WDL_MODEL_H\n"
    "#define EVAL_WDL_MODEL_H\n"
    "\n"
    "enum { WDL_TERMS = 3 };\n"
    "\n"
    "/* a(m) and b(m) are TERM[0] + TERM[1] * t + TERM[2] * t^2 with t = m / 58. */\n";

static void print_model(const FitModel *model, const char *note, long games, long positions) {
    printf(HEAD, note, games, positions, fit_value(model->a, WDL_MATERIAL_MAX),
           fit_value(model->a, WDL_MATERIAL_MAX / 2), fit_value(model->a, WDL_MATERIAL_MIN));
    printf("static const double WDL_A[WDL_TERMS] = {%.4f, %.4f, %.4f};\n", model->a[0], model->a[1],
           model->a[2]);
    printf("static const double WDL_B[WDL_TERMS] = {%.4f, %.4f, %.4f};\n\n#endif\n", model->b[0],
           model->b[1], model->b[2]);
}

/* Counts a file's games; how many, or -1 if it cannot be read. */
static long count_file(const char *path, bool raw, FitCounts *counts) {
    const char *reason;
    FILE *file = plain_file_stream(path, "r", &reason);
    if (!file) {
        fprintf(stderr, "fit_wdl: '%s' cannot be read: %s\n", path, reason);
        return -1;
    }
    const PgnRead read = pgn_count(file, raw, counts);
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

int main(int argc, char **argv) {
    static FitCounts counts;
    const char *note = "Games of unknown origin.";
    bool raw = false;
    long games = 0;
    if (argc == 1) {
        fputs(USAGE, stderr);
        return 2;
    }
    plain_file_init();
    setup_tables();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return fputs(USAGE, stdout) < 0;
        if (strcmp(argv[i], "--raw") == 0) {
            raw = true;
        } else if (strcmp(argv[i], "--note") == 0 && i + 1 < argc) {
            note = argv[++i];
        } else {
            const long more = count_file(argv[i], raw, &counts);
            if (more < 0)
                return EXIT_FAILURE;
            games += more;
        }
    }
    FitModel model;
    if (!fit_model(&counts, &model)) {
        fprintf(stderr, "fit_wdl: %ld positions in %ld games: no sound model follows from them\n",
                counts.positions, games);
        return EXIT_FAILURE;
    }
    print_model(&model, note, games, counts.positions);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_SUCCESS;
    fprintf(stderr, "fit_wdl: the model could not be written\n");
    return EXIT_FAILURE;
}
