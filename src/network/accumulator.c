/* The sums of the network's first layer: updates, and the storage of sums by ply and by
 * perspective. */
#include "network/accumulator.h"

#include <string.h>

/* --- rows ------------------------------------------------------------------------------------ */

static void part_rows(const StatePart *part, const Perspective view[COLOR_COUNT],
                      RowList *restrict white, RowList *restrict black) {
    for (int i = 0; i < part->placed_count; i++) {
        const PlacedPiece p = part->placed[i];
        white->pieces[i] = (uint32_t)(piece_input(p, view[WHITE]) * NETWORK_HIDDEN);
        black->pieces[i] = (uint32_t)(piece_input(p, view[BLACK]) * NETWORK_HIDDEN);
    }
    white->piece_count = black->piece_count = part->placed_count;
    pair_places(part, view, &white->pairs, &black->pairs);
}

void accumulator_rows(const StateDifference *d, const Perspective view[COLOR_COUNT],
                      AccumulatorRows rows[COLOR_COUNT]) {
    part_rows(&d->removed, view, &rows[WHITE].removed, &rows[BLACK].removed);
    part_rows(&d->added, view, &rows[WHITE].added, &rows[BLACK].added);
}

/* --- sums ------------------------------------------------------------------------------------ */

/* Adds `sign` times each row of a part. */
static ALWAYS_INLINE void add_part(const Network *net, const RowList *part, int sign,
                                   uint16_t *to) {
    for (int i = 0; i < part->piece_count; i++) {
        const int16_t *row = net->pieces + part->pieces[i];
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            to[h] = (uint16_t)(to[h] + sign * row[h]);
    }
    for (int i = 0; i < part->pairs.count; i++) {
        const int8_t *row = net->pairs + part->pairs.at[i];
        for (int h = 0; h < NETWORK_HIDDEN; h++)
            to[h] = (uint16_t)(to[h] + sign * row[h]);
    }
}

void KERNEL_ABI accumulator_update_c(const Network *net, const AccumulatorRows *rows,
                                     const uint16_t *from, uint16_t *to) {
    if (to != from)
        memcpy(to, from, NETWORK_HIDDEN * sizeof *to);
    add_part(net, &rows->removed, -1, to);
    add_part(net, &rows->added, 1, to);
}

/* --- output ---------------------------------------------------------------------------------- */

uint32_t KERNEL_ABI output_both_c(const uint16_t *own, const uint16_t *other,
                                  const int16_t *weights) {
    return output_layer(own, weights) + output_layer(other, weights + NETWORK_HIDDEN);
}

int accumulator_score(const Network *net, const State *s, const uint16_t *white,
                      const uint16_t *black) {
    const int bucket = output_bucket(popcount(occupied(s)));
    const int16_t *weights = net->output + 2 * bucket * NETWORK_HIDDEN;
    const uint32_t total =
        s->side == WHITE ? output_both(white, black, weights) : output_both(black, white, weights);
    return network_score(net, bucket, total);
}

/* --- kernels --------------------------------------------------------------------------------- */

AccumulatorUpdate accumulator_update_sse4, accumulator_update_avx2, accumulator_update_avx512,
    accumulator_update_neon, accumulator_update_simd;
OutputBoth output_both_sse4, output_both_avx2, output_both_avx512, output_both_neon,
    output_both_simd;

static Kernel update_kernel = {.name = "accumulator_update",
                               .versions = {
                                   KERNEL_C(accumulator_update_c),
                                   KERNEL_NASM("sse4", CPU_BASELINE, 0, accumulator_update_sse4),
                                   KERNEL_NASM("avx2", CPU_AVX2, 0, accumulator_update_avx2),
                                   KERNEL_NASM("avx512", CPU_AVX512, 0, accumulator_update_avx512),
                                   KERNEL_NEON(accumulator_update_neon),
                                   KERNEL_SIMD(accumulator_update_simd),
                               }};
static Kernel output_kernel = {.name = "output_both",
                               .versions = {
                                   KERNEL_C(output_both_c),
                                   KERNEL_NASM("sse4", CPU_BASELINE, 0, output_both_sse4),
                                   KERNEL_NASM("avx2", CPU_AVX2, 0, output_both_avx2),
                                   KERNEL_NASM("avx512", CPU_AVX512, 0, output_both_avx512),
                                   KERNEL_NEON(output_both_neon),
                                   KERNEL_SIMD(output_both_simd),
                               }};

AccumulatorUpdate *accumulator_update = accumulator_update_c;
OutputBoth *output_both = output_both_c;

void accumulator_init(void) {
    accumulator_update = (AccumulatorUpdate *)kernel_add(&update_kernel);
    output_both = (OutputBoth *)kernel_add(&output_kernel);
}

/* --- accumulators ---------------------------------------------------------------------------- */

/* The plies that find_base looks back. The state in the cache usually differs less than an ancestor
 * beyond two plies, since the cache holds the last evaluated state. With 1 to 4 plies a search
 * takes the same time, with 8 plies it takes 5 % longer. */
enum { PLIES_BACK = 2 };

_Static_assert(offsetof(CachedSums, sums) % CACHE_LINE == 0 && sizeof(CachedSums) % CACHE_LINE == 0,
               "kernels want cache lines");

/* --- slots ----------------------------------------------------------------------------------- */

/* Returns the key of all pieces and their squares. */
static Key pieces_key(const State *s) {
    return s->part_key[PART_PAWNS] ^ s->part_key[PART_WHITE] ^ s->part_key[PART_BLACK];
}

void accumulators_begin(Accumulators *a, const Network *net) {
    a->net = net;
    for (int ply = 0; ply < STATE_LIMIT; ply++)
        a->tags[ply] = (SlotTag){.view = {VIEW_NONE, VIEW_NONE}};
    for (int i = 0; i < PERSPECTIVES && net; i++) {
        a->cache[i].state = empty_state;
        memcpy(a->cache[i].sums, net->bias, sizeof a->cache[i].sums);
    }
}

const uint16_t *accumulators_kept(const Accumulators *a, const Position *pos, Color c) {
    const ptrdiff_t ply = pos->state - pos->states;
    const SlotTag *tag = &a->tags[ply];
    if (!a->net || tag->view[c] == VIEW_NONE || tag->pieces != pieces_key(pos->state))
        return NULL;
    return a->sums[ply][c];
}

/* --- computing sums --------------------------------------------------------------------------- */

/* A state whose sums are known, from which the sums of another state are computed. */
typedef struct Base {
    const State *state;
    Key pieces; /* pieces_key of `state` */
    const uint16_t *sums;
    CachedSums *cached; /* the cache entry of the sums; NULL if the sums are in a slot */
} Base;

/* Returns the nearest ancestor with sums from a perspective. If no ancestor has such sums, returns
 * the state in the cache. */
static Base find_base(Accumulators *a, const Position *pos, Perspective view) {
    const ptrdiff_t ply = pos->state - pos->states;
    const ptrdiff_t last = ply < PLIES_BACK ? 0 : ply - PLIES_BACK;
    for (ptrdiff_t p = ply - 1; p >= last; p--)
        if (a->tags[p].view[view.color] == view.number &&
            a->tags[p].pieces == pieces_key(&pos->states[p]))
            return (Base){&pos->states[p], a->tags[p].pieces, a->sums[p][view.color], NULL};
    CachedSums *cached = &a->cache[view.number];
    return (Base){&cached->state, pieces_key(&cached->state), cached->sums, cached};
}

/* Finds the rows of weights that turn the sums of a base into the sums of state s, for both
 * perspectives. make_slot may use the rows of only one perspective. */
static void base_rows(const Base *base, const State *s, const Perspective view[COLOR_COUNT],
                      AccumulatorRows rows[COLOR_COUNT]) {
    StateDifference difference;
    state_difference(base->state, s, &difference);
    accumulator_rows(&difference, view, rows);
}

/* Writes the sums of a perspective. If the base is a cache entry, updates the entry as well. */
static void make_sums(const Network *net, const Base *base, const State *s,
                      const AccumulatorRows *rows, uint16_t *sums) {
    accumulator_update(net, rows, base->sums, sums);
    if (base->cached) {
        copy_aligned(&base->cached->state, s, sizeof *s);
        copy_aligned(base->cached->sums, sums, sizeof base->cached->sums);
    }
}

/* Computes the sums in the slot of the current state, for both perspectives. If the bases of
 * both perspectives have the same pieces, calls base_rows only once. */
static void make_slot(Accumulators *a, const Position *pos) {
    AccumulatorRows rows[COLOR_COUNT];
    const State *s = pos->state;
    const ptrdiff_t ply = s - pos->states;
    const Perspective view[COLOR_COUNT] = {perspective_of(s, WHITE), perspective_of(s, BLACK)};
    const Base white = find_base(a, pos, view[WHITE]), black = find_base(a, pos, view[BLACK]);
    a->tags[ply] = (SlotTag){pieces_key(s), {view[WHITE].number, view[BLACK].number}};
    base_rows(&white, s, view, rows);
    make_sums(a->net, &white, s, &rows[WHITE], a->sums[ply][WHITE]);
    if (black.pieces != white.pieces)
        base_rows(&black, s, view, rows);
    make_sums(a->net, &black, s, &rows[BLACK], a->sums[ply][BLACK]);
}

int accumulators_score(const Accumulators *a, const Position *pos) {
    assert(accumulators_kept(a, pos, WHITE));
    const ptrdiff_t ply = pos->state - pos->states;
    return accumulator_score(a->net, pos->state, a->sums[ply][WHITE], a->sums[ply][BLACK]);
}

int accumulators_evaluate(Accumulators *a, const Position *pos) {
    assert(a->net);
    if (!accumulators_kept(a, pos, WHITE))
        make_slot(a, pos);
    return accumulators_score(a, pos);
}
