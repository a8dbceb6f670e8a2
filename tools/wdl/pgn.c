#include "wdl/pgn.h"

#include "moves/pgn.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A position with a score, which is counted after the game has been read without a fault. */
typedef struct Scored {
    int material;
    double score;
    Color side;
} Scored;

typedef struct Count {
    PgnRead read;
    FitCounts *counts;
    Evaluation evaluation;
    bool raw;
    int plies, count; /* of the current game */
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
    c->before.score =
        c->raw ? 100 * pawns : wdl_score(c->evaluation, 100 * pawns, c->before.material);
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

PgnRead pgn_count(FILE *file, Evaluation evaluation, bool raw, FitCounts *counts) {
    Count *c = calloc(1, sizeof *c);
    if (!c)
        return (PgnRead){.error = ENOMEM};
    c->counts = counts;
    c->evaluation = evaluation;
    c->raw = raw;
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
