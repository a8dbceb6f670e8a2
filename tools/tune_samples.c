#include "tune_samples.h"

#include "board/fen.h"
#include "eval/evaluate.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 256 };

/* What one thread reads: a part of the file, into a set of its own. */
typedef struct Part {
    const char *begin, *end;
    SampleOptions options;
    size_t limit;
    Samples set;
    Position *pos;
    Trace trace;
    pthread_t thread;
} Part;

static void *grow(void *items, size_t size) {
    void *p = realloc(items, size);
    if (!p) {
        fprintf(stderr, "tune: memory is short: read fewer positions with --limit\n");
        exit(1);
    }
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
    sample.held_out =
        (game * 0x9E3779B97F4A7C15u >> 40) % 1000 < (uint64_t)part->options.validation;
    evaluate_trace(part->pos, &part->trace);
    if (part->trace.ending)
        part->set.refused++;
    else
        add_sample(&part->set, &part->trace, sample);
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

/* --- files ----------------------------------------------------------------------------------- */

static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *data = NULL;
    *size = 0;
    while (file) {
        data = grow(data, *size + (1 << 24) + 1);
        const size_t got = fread(data + *size, 1, 1 << 24, file);
        *size += got;
        if (got == 0) {
            fclose(file);
            file = NULL;
        }
    }
    return data;
}

/* Puts a part's set behind another. */
static void append(Samples *set, const Samples *more) {
    reserve(set, more->count, more->used);
    for (size_t i = 0; i < more->count; i++) {
        set->items[set->count + i] = more->items[i];
        set->items[set->count + i].first += set->used;
    }
    memcpy(set->counts + set->used, more->counts, more->used * sizeof *more->counts);
    set->count += more->count;
    set->used += more->used;
    set->refused += more->refused;
}

bool samples_read(Samples *set, const char *path, const SampleOptions *options) {
    size_t size;
    char *data = read_file(path, &size);
    if (!data)
        return false;
    Part *parts = calloc((size_t)options->threads, sizeof *parts);
    const char *at = data;
    for (int i = 0; i < options->threads; i++) {
        Part *p = &parts[i];
        const char *end = data + size * ((size_t)i + 1) / (size_t)options->threads;
        const char *line_end =
            end < data + size ? memchr(end, '\n', (size_t)(data + size - end)) : NULL;
        p->begin = at;
        p->end = at = line_end ? line_end + 1 : data + size;
        p->options = *options;
        p->limit = options->limit ? options->limit / (size_t)options->threads : SIZE_MAX;
        p->pos = aligned_alloc(CACHE_LINE, sizeof *p->pos);
        p->pos->chess960 = false;
        pthread_create(&p->thread, NULL, read_part, p);
    }
    for (int i = 0; i < options->threads; i++) {
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
