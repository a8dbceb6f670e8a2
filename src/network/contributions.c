#include "network/network.h"

#include "network/accumulator.h"

#include <stdlib.h>

/* A position, and its sums from each colour's perspective, computed once. */
typedef struct Sums {
    const Network *net;
    const State *state;
    Perspective view[COLOR_COUNT];
    uint16_t of[COLOR_COUNT][NETWORK_HIDDEN] __attribute__((aligned(CACHE_LINE)));
    StateDifference inputs; /* `added` holds all pieces and pairs of the position */
    StateDifference left;   /* `removed` holds the pieces and pairs left out; `added` is empty */
} Sums;

static void make_sums(Sums *sums, const Network *net, const State *s) {
    sums->net = net;
    sums->state = s;
    for (Color c = WHITE; c <= BLACK; c++) {
        sums->view[c] = perspective_of(s, c);
        network_accumulator(net, s, c, sums->of[c]);
    }
    state_difference(&empty_state, s, &sums->inputs);
    sums->left.added.placed_count = sums->left.added.pair_count = 0;
}

/* --- scores without some inputs --------------------------------------------------------------- */

static void leave_nothing(Sums *sums) {
    sums->left.removed.placed_count = sums->left.removed.pair_count = 0;
}

static void leave_piece(Sums *sums, PlacedPiece p) {
    StatePart *left = &sums->left.removed;
    left->placed[left->placed_count++] = p;
}

static void leave_pair(Sums *sums, ThreatPair p) {
    StatePart *left = &sums->left.removed;
    left->pairs[left->pair_count++] = p;
}

/* Returns the score, for White, without the inputs in sums->left. */
static int score_without(const Sums *sums) {
    uint16_t of[COLOR_COUNT][NETWORK_HIDDEN] __attribute__((aligned(CACHE_LINE)));
    const Network *net = sums->net;
    const State *s = sums->state;
    AccumulatorRows rows[COLOR_COUNT];
    accumulator_rows(&sums->left, sums->view, rows);
    for (Color c = WHITE; c <= BLACK; c++)
        accumulator_update(net, &rows[c], sums->of[c], of[c]);
    const int score = accumulator_score(net, s, of[WHITE], of[BLACK]);
    return s->side == WHITE ? score : -score;
}

/* --- pieces ---------------------------------------------------------------------------------- */

static PieceContribution piece_contribution(Sums *sums, int score, PlacedPiece placed) {
    const StatePart *all = &sums->inputs.added;
    PieceContribution c = {.placed = placed};
    leave_nothing(sums);
    leave_piece(sums, placed);
    c.square = score - score_without(sums);
    for (int i = 0; i < all->pair_count; i++)
        if (all->pairs[i].from == placed.square || all->pairs[i].to == placed.square)
            leave_pair(sums, all->pairs[i]);
    c.whole = score - score_without(sums);
    return c;
}

/* --- pairs ----------------------------------------------------------------------------------- */

static int compare_pairs(const void *left, const void *right) {
    const PairContribution *a = left, *b = right;
    if (abs(a->value) != abs(b->value))
        return abs(a->value) > abs(b->value) ? -1 : 1;
    return a->pair.from != b->pair.from ? a->pair.from - b->pair.from : a->pair.to - b->pair.to;
}

static void find_pairs(Sums *sums, Contributions *out) {
    const StatePart *all = &sums->inputs.added;
    out->pair_count = 0;
    for (int i = 0; i < all->pair_count; i++) {
        leave_nothing(sums);
        leave_pair(sums, all->pairs[i]);
        out->pairs[out->pair_count++] =
            (PairContribution){all->pairs[i], out->score - score_without(sums)};
    }
    qsort(out->pairs, (size_t)out->pair_count, sizeof *out->pairs, compare_pairs);
}

/* --- all together ---------------------------------------------------------------------------- */

void contributions_find(const Network *net, const State *s, Contributions *out) {
    Sums sums;
    make_sums(&sums, net, s);
    leave_nothing(&sums);
    out->score = score_without(&sums);
    out->piece_count = sums.inputs.added.placed_count;
    for (int i = 0; i < out->piece_count; i++)
        out->pieces[i] = piece_contribution(&sums, out->score, sums.inputs.added.placed[i]);
    find_pairs(&sums, out);
}
