#include "tune/tune.h"

#include "board/fen.h"
#include "eval/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* Adds the counts of one kind for a colour; White's less Black's if `color` is COLOR_COUNT. */
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

/* Sets a position up, without castling rights and e.p. square, which the file does not have. */
static bool set_up(Position *pos, const PackedPosition *p) {
    char fen[FEN_SIZE];
    memset(pos, 0, sizeof *pos);
    pos->state = pos->states;
    position_unpack(p, pos->state);
    fen_write(pos, fen);
    return fen_parse(pos, fen, NULL, 0);
}

void samples_add(Samples *set, const PackedPosition *positions, size_t count, bool held_out) {
    Position *pos = aligned_alloc(CACHE_LINE, sizeof *pos);
    Trace trace;
    need_memory(pos != NULL);
    for (const PackedPosition *p = positions; p < positions + count; p++) {
        const bool white = p->side == WHITE, known = p->result != RESULT_UNKNOWN;
        const Sample sample = {.held_out = held_out,
                               .score = (int16_t)(white ? p->score : -p->score),
                               .result = (uint8_t)(white || !known ? p->result : 2 - p->result)};
        trace.ending = "";
        if (set_up(pos, p))
            evaluate_trace(pos, &trace);
        if (trace.ending)
            set->refused++;
        else
            add_sample(set, &trace, sample);
    }
    free(pos);
}

/* --- files ----------------------------------------------------------------------------------- */

/* Appends a set to another. */
static void append(Samples *set, const Samples *more) {
    reserve(set, more->count, more->used);
    for (size_t i = 0; i < more->count; i++) {
        set->items[set->count + i] = more->items[i];
        set->items[set->count + i].first += set->used;
    }
    if (more->used) /* an empty set has no array */
        memcpy(set->counts + set->used, more->counts, more->used * sizeof *more->counts);
    set->count += more->count;
    set->used += more->used;
    set->refused += more->refused;
}

/* A part of a file, read by all threads. */
typedef struct Reading {
    const Store *store;
    uint64_t first;
    size_t count;
    Samples *sets;             /* one for each thread */
    const char *_Atomic fault; /* why the file cannot be read */
} Reading;

static void read_share(void *context, int part, int parts) {
    enum { BLOCK = 4096 };
    Reading *r = context;
    const bool held_out = r->first < r->store->held_out;
    PackedPosition *block = grow(NULL, BLOCK * sizeof *block);
    const char *reason = NULL;
    size_t begin, end;
    workers_share(r->count, 1, part, parts, &begin, &end);
    for (size_t n; begin < end && !reason; begin += n) {
        n = end - begin < BLOCK ? end - begin : BLOCK;
        if (store_read(r->store, r->first + begin, n, block, &reason))
            samples_add(&r->sets[part], block, n, held_out);
    }
    if (reason)
        r->fault = reason;
    free(block);
}

bool samples_read(Samples *set, const char *path, Workers *workers, size_t limit,
                  const char **reason) {
    const int threads = workers_count(workers);
    Store store;
    if (!store_open(&store, path, reason))
        return false;
    Reading r = {.store = &store, .sets = calloc((size_t)threads, sizeof *r.sets)};
    need_memory(r.sets != NULL);
    for (int kind = 0; kind < 2 && !r.fault; kind++) {
        const size_t all = kind ? store.trained : store.held_out;
        r.first = kind ? store.held_out : 0;
        r.count = limit && limit < all ? limit : all;
        workers_run(workers, read_share, &r);
    }
    for (int i = 0; i < threads; i++) {
        append(set, &r.sets[i]);
        samples_free(&r.sets[i]);
    }
    free(r.sets);
    store_close(&store);
    *reason = r.fault;
    return !r.fault;
}

void samples_free(Samples *set) {
    free(set->items);
    free(set->counts);
    *set = (Samples){0};
}
