#include "train/position_store.h"

#include "core/bits.h"
#include "os/files.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The current game, and the store that receives its positions. */
typedef struct Sorting {
    StoreWriter *writer;
    const DataOptions *options;
    DataCounts *counts;
    int16_t score[GAME_PLIES]; /* White's score of each ply, blended with later scores */
    int ply, result;
    bool held_out, failed;
} Sorting;

static void store(Sorting *s, const State *state, int score, int result) {
    const PackedPosition p = position_pack(state, score, result, (uint32_t)s->counts->games);
    s->failed = s->failed || !store_add(s->writer, &p, s->held_out);
    s->counts->positions++;
    s->counts->held_out += s->held_out;
}

/* White's winning chance that the score of a ply stands for. */
static double chance(GamePly ply) {
    return 1 / (1 + exp(-ply.score / LAMBDA_SCALE));
}

/* Blends scores by TD(lambda) (Sutton, 1988; in chess Baxter, Tridgell and Weaver, 1999): later
 * searches of a game see further. The wanted chance of a ply is (1 - lambda) * chance of its score
 * + lambda * wanted chance of the next ply. After the last ply the wanted chance is the game's
 * result. If the game was broken off, the wanted chance of the last ply is the chance of its
 * score. */
static void blend_scores(Sorting *s, const Game *game) {
    const double lambda = s->options->lambda, most = s->options->score_most;
    const bool known = game->result != RESULT_UNKNOWN;
    double wanted = known || !game->plies ? game->result / 2.0 : chance(game->ply[game->plies - 1]);
    for (int i = game->plies - 1; i >= 0; i--) {
        const double own = chance(game->ply[i]);
        wanted = (1 - lambda) * own + lambda * wanted;
        const double score = -LAMBDA_SCALE * log(1 / wanted - 1); /* may be infinite */
        s->score[i] = (int16_t)lround(fmax(-most, fmin(most, score)));
    }
}

static void sort_position(void *context, const Position *pos, GamePly ply) {
    Sorting *s = context;
    const int score = s->score[s->ply];
    if (s->ply++ < s->options->first_ply)
        return;
    const bool wanted =
        s->options->loud ? !in_check(pos->state) : ply_is_quiet(pos, (GamePly){.move = ply.move});
    if (wanted && abs(ply.score) <= s->options->score_most)
        store(s, pos->state, score, s->result);
}

/* True if a game is held out. Whole games are held out, so that validation does not use games of
 * the training. */
static bool is_held_out(const DataOptions *o, uint64_t game) {
    uint64_t random = o->seed ^ hash_multiply(game + 1);
    return random_next(&random) % 1000 < (uint64_t)o->validation;
}

static void add_all(GameReader *reader, Sorting *s, const char *path) {
    enum { REPORT = 20000 };
    static Game game;
    static Position pos;
    while (!s->failed && reader_next(reader, &game)) {
        s->ply = 0;
        s->result = game.result;
        blend_scores(s, &game);
        s->held_out = is_held_out(s->options, s->counts->games);
        game_replay(&game, &pos, sort_position, s);
        if (++s->counts->games % REPORT == 0)
            fprintf(stderr, "%s: %" PRIu64 " games, %" PRIu64 " positions so far\n", path,
                    s->counts->games, s->counts->positions);
    }
}

bool add_games(StoreWriter *w, const char *path, const DataOptions *o, DataCounts *counts,
               const char **reason) {
    GameReader reader;
    Sorting s = {.writer = w, .options = o, .counts = counts};
    const int file = regular_file_open(path, O_RDONLY, reason);
    if (file < 0)
        return false;
    const GameFileKind kind = reader_open(&reader, file, path);
    *reason = kind == FILE_UNREADABLE ? strerror(errno)
              : kind == FILE_FOREIGN  ? "it is not a file of games as datagen writes it"
                                      : NULL;
    if (kind == FILE_OF_GAMES) {
        add_all(&reader, &s, path);
        if (reader.error)
            *reason = strerror(reader.error);
        else if (s.failed)
            *reason = "its positions cannot be written";
        counts->damages += reader.damages + (reader.torn > 0);
        reader_close(&reader);
    }
    close(file);
    return !*reason;
}
