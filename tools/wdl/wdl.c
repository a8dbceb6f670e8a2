/* lab wdl: fits the win model of an evaluation (eval/wdl.h) to games (wdl.usage). */
#include "wdl/wdl.h"
#include "lib/options.h"
#include "moves/pgn.h"
#include "os/files.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- reading games ---------------------------------------------------------------------------- */

/* A position with a score. The position counts only if the whole game is read without a fault. */
typedef struct Scored {
    int material;
    double score;
    Color side;
} Scored;

typedef struct Count {
    PgnRead read;
    FitCounts *counts;
    Evaluation evaluation;
    int plies, count; /* plies and counted positions of the current game */
    Scored before;    /* the position before the latest move */
    Scored scored[PGN_PLIES];
} Count;

static void refuse(void *context, long game, long line, const char *reason) {
    Count *c = context;
    if (!c->read.why[0])
        snprintf(c->read.why, sizeof c->read.why, "game %ld, line %ld: %.100s", game, line, reason);
}

static void take_move(void *context, const Position *pos, Move m) {
    Count *c = context;
    c->before = (Scored){wdl_material(pos->state), NAN, pos->state->side};
    c->plies++;
}

/* Reads the score at the beginning of a comment. */
static void take_score(void *context, const char *comment) {
    Count *c = context;
    char *end;
    const double pawns = strtod(comment, &end);
    if (end == comment || *end != '/' || !c->plies || c->count == PGN_PLIES)
        return;
    c->before.score = wdl_score(c->evaluation, 100 * pawns, c->before.material);
    c->scored[c->count++] = c->before;
}

/* Ends a game, and counts its positions if it was read without a fault. */
static bool finish(void *context, const Position *pos, PgnResult result, bool good) {
    Count *c = context;
    if (good && result == PGN_UNKNOWN) {
        refuse(c, c->read.games + c->read.unread + 1, 0, "no result");
        good = false;
    }
    for (int i = 0; i < c->count && good; i++) {
        const Scored *s = &c->scored[i];
        const Outcome white = OUTCOME_LOSS + (int)result;
        fit_count(c->counts, s->material, s->score, s->side == WHITE ? white : OUTCOME_WIN - white);
    }
    c->read.games += good;
    c->read.unread += !good;
    c->plies = c->count = 0;
    return true;
}

static size_t read_bytes(void *context, char *bytes, size_t size) {
    return fread(bytes, 1, size, context);
}

PgnRead pgn_count(FILE *file, Evaluation evaluation, FitCounts *counts) {
    Count *c = calloc(1, sizeof *c);
    if (!c)
        return (PgnRead){.error = ENOMEM};
    c->counts = counts;
    c->evaluation = evaluation;
    const PgnHandler handler = {
        .context = c, .move = take_move, .comment = take_score, .end = finish, .fault = refuse};
    const PgnSource source = {file, read_bytes};
    errno = 0;
    const bool short_of_memory = pgn_read(&source, &handler).out_of_memory;
    c->read.error = ferror(file) ? errno ? errno : EIO : short_of_memory ? ENOMEM : 0;
    const PgnRead read = c->read;
    free(c);
    return read;
}

/* --- the command ------------------------------------------------------------------------------ */

/* The names of the evaluations on the command line. */
static const char *const WORDS[EVALUATIONS + 1] = {
    [EVALUATION_CLASSICAL] = "classical", [EVALUATION_NETWORK] = "network"};
static const struct {
    const char *name, *constants;
} EVALUATION[EVALUATIONS] = {
    [EVALUATION_CLASSICAL] = {"the classical evaluation", "CLASSICAL"},
    [EVALUATION_NETWORK] = {"the network", "NETWORK"},
};

typedef struct Orders {
    int evaluation;         /* the Evaluation that played */
    const char *note, *out; /* out: NULL for stdout */
} Orders;

static const char FORMAT[] =
    "/* The win model of %s: written by `make fit-wdl`, see tools/wdl/wdl.c.\n"
    " *\n"
    " * %s\n"
    " * %ld games, %ld positions. A side wins half of its games\n"
    " * if the search returns %.0f with all men on the board, %.0f with half, %.0f with few.\n"
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

static void print_model(FILE *out, const WinModel *m, const Orders *orders, long games,
                        long positions) {
    const char *constants = EVALUATION[orders->evaluation].constants;
    fprintf(out, FORMAT, EVALUATION[orders->evaluation].name, orders->note, games, positions,
            wdl_value(m->a, WDL_MATERIAL_MAX), wdl_value(m->a, WDL_MATERIAL_MAX / 2),
            wdl_value(m->a, WDL_MATERIAL_MIN), constants, constants, constants, m->a[0], m->a[1],
            m->a[2], m->b[0], m->b[1], m->b[2]);
}

/* Adds the games of a file. Returns false, after a message, if the file cannot be read. */
static bool count_file(const char *path, const Orders *orders, FitCounts *counts, long *games) {
    const char *reason;
    FILE *file = regular_file_stream(path, &reason);
    if (!file)
        return complain("wdl: '%s' cannot be read: %s", path, reason);
    const PgnRead read = pgn_count(file, (Evaluation)orders->evaluation, counts);
    fclose(file);
    if (read.error)
        return complain("wdl: '%s' cannot be read to its end: %s", path, strerror(read.error));
    fprintf(stderr, "%s: %ld games", path, read.games);
    if (read.unread)
        fprintf(stderr, ", %ld left out (the first: %s)", read.unread, read.why);
    fprintf(stderr, "\n");
    *games += read.games;
    return true;
}

/* Fits the model to the files' games and prints it. */
static bool fit(const Orders *orders, char **files) {
    static FitCounts counts;
    WinModel model;
    long games = 0;
    for (; *files; files++)
        if (!count_file(*files, orders, &counts, &games))
            return false;
    if (!fit_model(&counts, &model))
        return complain("wdl: %ld positions in %ld games: no sound model follows from them",
                        counts.positions, games);
    const char *reason, *const out = orders->out ? orders->out : "/dev/stdout";
    AtomicWrite *file = atomic_write_begin(out, &reason);
    if (file)
        print_model(atomic_write_stream(file), &model, orders, games, counts.positions);
    if (!file || !atomic_write_finish(file, &reason))
        return complain("wdl: '%s' cannot be written: %s", out, reason);
    fprintf(stderr, "wdl: this is the win model of %s\n", EVALUATION[orders->evaluation].name);
    return true;
}

int lab_wdl(int argc, char **argv) {
    Orders orders = {EVALUATION_DEFAULT, "Games of unknown origin.", NULL};
    const Option table[] = {
        {"--evaluation", .choice = &orders.evaluation, .choices = WORDS},
        {"--note", .text = &orders.note, .what = "a text that says where the games come from"},
        {"--out", .text = &orders.out, .what = "the path of a header"},
        {0}};
    return options_read("wdl", table, 0, argv + 1, 1, argc) < 0 ? 2 : !fit(&orders, argv + 1);
}
