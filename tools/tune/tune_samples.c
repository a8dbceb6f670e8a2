#include "tune/tune_samples.h"

#include "board/fen.h"
#include "core/random.h"
#include "eval/weights.h"
#include "lib/game_reader.h"
#include "os/files.h"
#include "os/thread.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 256 };

/* What one thread reads: a part of the file, into a set of its own. */
typedef struct Part {
    const char *begin, *end;
    uint64_t number; /* of its first game */
    SampleOptions options;
    size_t limit;
    Samples set;
    Position *pos;
    Trace trace;
    pthread_t thread;
    bool started; /* else the caller reads */
} Part;

static void need_memory(bool had) {
    if (had)
        return;
    fprintf(stderr, "tune: memory is short: read fewer positions with --limit\n");
    exit(1);
}

static void *grow(void *items, size_t size) {
    void *p = realloc(items, size);
    need_memory(p != NULL);
    return p;
}

static void reserve(Samples *set, size_t samples, uint64_t counts) {
    if (set->count + samples > set->room) {
        set->room = (set->count + samples) * 3 / 2 + 1024;
        set->items = grow(set->items, set->room * sizeof *set->items);
    }
    if (set->used + counts > set->counts_room) {
        set->counts_room = (set->used + counts) * 3 / 2 + 65536;
        set->counts = grow(set->counts, set->counts_room * sizeof *set->counts);
    }
}

/* --- from an evaluation to counts ------------------------------------------------------------ */

/* Adds the counts of one kind; `color` of a pair is White's less Black's if it is COLOR_COUNT. */
static uint16_t add_counts(Samples *set, const Trace *t, WeightKind kind, Color color) {
    const uint64_t before = set->used;
    for (const WeightGroup *g = weight_groups; g->name; g++) {
        if (g->kind != kind)
            continue;
        for (int w = g->first; w < g->first + g->count; w++) {
            const int n =
                color == COLOR_COUNT ? t->count[w][WHITE] - t->count[w][BLACK] : t->count[w][color];
            if (n)
                set->counts[set->used++] = (Count){(uint16_t)w, (int16_t)n};
        }
    }
    return (uint16_t)(set->used - before);
}

static void add_sample(Samples *set, const Trace *t, Sample sample) {
    reserve(set, 1, 4 * WEIGHT_COUNT);
    sample.first = set->used;
    sample.linear = add_counts(set, t, KIND_LINEAR, COLOR_COUNT);
    sample.danger[WHITE] = add_counts(set, t, KIND_DANGER, WHITE);
    sample.danger[BLACK] = add_counts(set, t, KIND_DANGER, BLACK);
    sample.complexity = add_counts(set, t, KIND_COMPLEXITY, WHITE);
    sample.phase = (uint8_t)t->phase;
    sample.scale = (uint8_t)t->scale;
    set->items[set->count++] = sample;
}

/* Adds a position, unless its evaluation is no sum. */
static void add_position(Part *part, const Position *pos, Sample sample, uint64_t game) {
    const uint64_t hash = hash_multiply(game) >> 40;
    sample.held_out = hash % 1000 < (uint64_t)part->options.validation;
    evaluate_trace(pos, &part->trace);
    if (part->trace.ending)
        part->set.refused++;
    else
        add_sample(&part->set, &part->trace, sample);
}

/* --- text ------------------------------------------------------------------------------------ */

static bool read_result(const char *text, uint8_t *result) {
    *result = strncmp(text, "1.0", 3) == 0 ? 2 : strncmp(text, "0.5", 3) == 0 ? 1 : 0;
    return *result || strncmp(text, "0.0", 3) == 0;
}

/* Splits what stands behind the FEN off a line; *game is a number that its game alone has. */
static bool split_line(char *line, Sample *sample, uint64_t *game) {
    char *bracket = strchr(line, '['), *field = strchr(line, ';');
    sample->score = SAMPLE_NO_SCORE;
    if (bracket) {
        *bracket = '\0';
        return read_result(bracket + 1, &sample->result);
    }
    if (!field)
        return false;
    *field = '\0';
    char *end;
    const long score = strtol(field + 1, &end, 10);
    sample->score = (int16_t)(score > 30000 ? 30000 : score < -30000 ? -30000 : score);
    if (*end != ';' || !read_result(end + 1, &sample->result))
        return false;
    if ((field = strchr(end + 1, ';')))
        *game = strtoull(field + 1, NULL, 10);
    return true;
}

static void read_line(Part *part, char *line, uint64_t number) {
    char error[FEN_ERROR_SIZE];
    Sample sample = {0};
    uint64_t game = number;
    if (!split_line(line, &sample, &game) || !fen_parse(part->pos, line, error, sizeof error) ||
        in_check(part->pos->state)) {
        part->set.refused++;
        return;
    }
    add_position(part, part->pos, sample, game);
}

static void *read_part(void *context) {
    Part *part = context;
    char line[LINE_SIZE];
    for (const char *at = part->begin; at < part->end && part->set.count < part->limit;) {
        const char *stop = memchr(at, '\n', (size_t)(part->end - at));
        stop = stop ? stop : part->end;
        const size_t length = (size_t)(stop - at) < LINE_SIZE ? (size_t)(stop - at) : LINE_SIZE - 1;
        memcpy(line, at, length);
        line[length] = '\0';
        read_line(part, line, (uint64_t)(at - part->begin));
        at = stop + 1;
    }
    return NULL;
}

/* --- games ----------------------------------------------------------------------------------- */

typedef struct GameContext {
    Part *part;
    uint64_t number;
    int result;
} GameContext;

static void add_ply(void *context, const Position *pos, GamePly ply) {
    const GameContext *c = context;
    if (c->part->set.count < c->part->limit && ply_is_quiet(pos, ply))
        add_position(c->part, pos, (Sample){.result = (uint8_t)c->result, .score = ply.score},
                     c->number);
}

static void *read_games(void *context) {
    Part *part = context;
    Game *game = grow(NULL, sizeof *game);
    GameContext c = {.part = part, .number = part->number};
    GameReader r;
    need_memory(reader_open_memory(&r, (const uint8_t *)part->begin,
                                   (size_t)(part->end - part->begin), 0, NULL));
    for (; part->set.count < part->limit && reader_next(&r, game); c.number++) {
        c.result = game->result;
        if (c.result != RESULT_UNKNOWN)
            game_replay(game, part->pos, add_ply, &c);
    }
    reader_close(&r);
    free(game);
    return NULL;
}

/* --- files ----------------------------------------------------------------------------------- */

/* Reads a whole file; NULL, with the reason in *reason, if that fails. */
static char *read_file(const char *path, size_t *size, const char **reason) {
    enum { FIRST = 1 << 16 };
    FILE *file = regular_file_stream(path, reason);
    char *data = NULL;
    size_t room = 0;
    if (!file)
        return NULL;
    *size = 0;
    for (size_t got = 1; got; *size += got) {
        if (*size == room) {
            room = room ? 2 * room : FIRST;
            data = grow(data, room);
        }
        got = fread(data + *size, 1, room - *size, file);
    }
    if (ferror(file)) {
        *reason = strerror(errno);
        free(data);
        data = NULL;
    }
    fclose(file);
    return data;
}

/* Puts a part's set behind another. */
static void append(Samples *set, const Samples *more) {
    reserve(set, more->count, more->used);
    for (size_t i = 0; i < more->count; i++) {
        set->items[set->count + i] = more->items[i];
        set->items[set->count + i].first += set->used;
    }
    if (more->used) /* without any there is no array */
        memcpy(set->counts + set->used, more->counts, more->used * sizeof *more->counts);
    set->count += more->count;
    set->used += more->used;
    set->refused += more->refused;
}

/* The end of the last line that begins before `end`. */
static const char *line_end(const char *end, const char *stop) {
    const char *newline = end < stop ? memchr(end, '\n', (size_t)(stop - end)) : NULL;
    return newline ? newline + 1 : stop;
}

/* Splits the data into one part for each thread, at the borders of lines. */
static void split_lines(Part *parts, const char *data, size_t size, int count) {
    const char *at = data, *stop = data + size;
    for (int i = 0; i < count; i++) {
        const char *end = data + size * ((size_t)i + 1) / (size_t)count;
        parts[i].begin = at;
        parts[i].end = at = line_end(end > at ? end : at, stop);
    }
}

/* The same at the borders of sound games, from where they begin; reports what is damaged, and how many
 * games have no result. */
static void split_games(Part *parts, const char *data, size_t begin, size_t size, int count,
                        const char *path) {
    Game *game = grow(NULL, sizeof *game);
    GameReader r;
    int i = 0;
    uint64_t broken_off = 0;
    need_memory(reader_open_memory(&r, (const uint8_t *)data + begin, size - begin, begin, path));
    parts[0].begin = data + begin;
    for (uint64_t number = 0; reader_next(&r, game); number++) {
        broken_off += game->result == RESULT_UNKNOWN;
        while (i + 1 < count && r.begin >= size * ((size_t)i + 1) / (size_t)count) {
            parts[i++].end = data + r.begin;
            parts[i].begin = data + r.begin;
            parts[i].number = number;
        }
    }
    if (broken_off)
        fprintf(stderr, "%s: %" PRIu64 " games were broken off and are left out\n", path,
                broken_off);
    parts[i].end = data + size;
    for (i++; i < count; i++)
        parts[i].begin = parts[i].end = data + size;
    reader_close(&r);
    free(game);
}

static void prepare_parts(Part *parts, const SampleOptions *options) {
    for (int i = 0; i < options->threads; i++) {
        Part *p = &parts[i];
        p->options = *options;
        p->limit = options->limit ? options->limit / (size_t)options->threads : SIZE_MAX;
        p->pos = aligned_alloc(CACHE_LINE, sizeof *p->pos);
        need_memory(p->pos != NULL);
        p->pos->chess960 = false;
    }
}

bool samples_read(Samples *set, const char *path, const SampleOptions *options,
                  const char **reason) {
    size_t size;
    char *data = read_file(path, &size, reason);
    if (!data)
        return false;
    const size_t games = games_begin((const uint8_t *)data, size);
    Part *parts = calloc((size_t)options->threads, sizeof *parts);
    need_memory(parts != NULL);
    prepare_parts(parts, options);
    if (games)
        split_games(parts, data, games, size, options->threads, path);
    else
        split_lines(parts, data, size, options->threads);
    for (int i = 0; i < options->threads; i++) {
        void *(*const read)(void *) = games ? read_games : read_part;
        parts[i].started = thread_start(&parts[i].thread, read, &parts[i]);
        if (!parts[i].started)
            read(&parts[i]);
    }
    for (int i = 0; i < options->threads; i++) {
        if (parts[i].started)
            pthread_join(parts[i].thread, NULL);
        append(set, &parts[i].set);
        samples_free(&parts[i].set);
        free(parts[i].pos);
    }
    free(parts);
    free(data);
    return true;
}

void samples_free(Samples *set) {
    free(set->items);
    free(set->counts);
    *set = (Samples){0};
}
