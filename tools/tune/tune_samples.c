#include "tune/tune.h"

#include "board/fen.h"
#include "eval/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grow(void *items, size_t size) {
    void *p = realloc(items, size);
    if (p)
        return p;
    fprintf(stderr, "tune: memory is short: read fewer positions with --limit\n");
    exit(1);
}

static void reserve(Samples *set) {
    if (set->count == set->room) {
        set->room = set->room * 3 / 2 + 1024;
        set->items = grow(set->items, set->room * sizeof *set->items);
    }
    if (set->used + 4 * WEIGHT_COUNT > set->counts_room) {
        set->counts_room = set->counts_room * 3 / 2 + 65536;
        set->counts = grow(set->counts, set->counts_room * sizeof *set->counts);
    }
}

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
    reserve(set);
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
    pos->state = memset(pos->states, 0, sizeof *pos->states);
    position_unpack(p, pos->state);
    fen_write(pos, fen);
    return fen_parse(pos, fen, NULL, 0);
}

void samples_add(Samples *set, const PackedPosition *p, bool held_out) {
    static Position pos;
    Trace trace = {.ending = ""};
    const bool white = p->side == WHITE, known = p->result != RESULT_UNKNOWN;
    const Sample sample = {.held_out = held_out,
                           .score = (int16_t)(white ? p->score : -p->score),
                           .result = (uint8_t)(white || !known ? p->result : 2 - p->result)};
    if (set_up(&pos, p))
        evaluate_trace(&pos, &trace);
    if (trace.ending)
        set->refused++;
    else
        add_sample(set, &trace, sample);
}

bool samples_read(Samples *set, const char *path, uint64_t limit, const char **reason) {
    Store store;
    PackedPosition p;
    if (!store_open(&store, path, reason))
        return false;
    const uint64_t all = store.held_out + store.trained;
    *reason = NULL;
    for (uint64_t i = 0; i < all && !*reason; i++) {
        const bool held_out = i < store.held_out;
        if ((!limit || (held_out ? i : i - store.held_out) < limit) &&
            store_read(&store, i, 1, &p, reason))
            samples_add(set, &p, held_out);
    }
    store_close(&store);
    return !*reason;
}

void samples_free(Samples *set) {
    free(set->items);
    free(set->counts);
    *set = (Samples){0};
}
