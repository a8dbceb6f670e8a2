#include "inspect/network_changes.h"

#include <stdlib.h>

static void add_piece(NetworkChanges *out, bool came, const Contributions *all,
                      PlacedPiece placed) {
    for (int i = 0; i < all->piece_count; i++)
        if (all->pieces[i].placed.square == placed.square)
            out->changes[out->count++] =
                (InputChange){.came = came, .placed = placed, .value = all->pieces[i].square};
}

static void add_pair(NetworkChanges *out, bool came, const Contributions *all, ThreatPair p) {
    for (int i = 0; i < all->pair_count; i++) {
        const PairContribution *c = &all->pairs[i];
        if (c->pair.from == p.from && c->pair.to == p.to)
            out->changes[out->count++] =
                (InputChange){.came = came, .is_pair = true, .pair = *c, .value = c->value};
    }
}

static void add_part(NetworkChanges *out, bool came, const Contributions *all,
                     const StatePart *part) {
    for (int i = 0; i < part->placed_count; i++)
        add_piece(out, came, all, part->placed[i]);
    for (int i = 0; i < part->pair_count; i++)
        add_pair(out, came, all, part->pairs[i]);
}

/* A number for each change, so that the order of equal values is always the same: what went before
 * what came, pieces before pairs, then by squares. */
static int rank_of_change(const InputChange *c) {
    const int squares =
        c->is_pair ? c->pair.pair.from * SQUARE_COUNT + c->pair.pair.to : c->placed.square;
    return (2 * c->came + c->is_pair) * SQUARE_COUNT * SQUARE_COUNT + squares;
}

static int compare_changes(const void *left, const void *right) {
    const InputChange *a = left, *b = right;
    if (abs(a->value) != abs(b->value))
        return abs(a->value) > abs(b->value) ? -1 : 1;
    return rank_of_change(a) - rank_of_change(b);
}

void network_changes_find(const Network *net, const State *before, const State *after,
                          NetworkChanges *out) {
    Contributions contributions;
    StateDifference difference;
    state_difference(before, after, &difference);
    out->count = 0;
    contributions_find(net, before, &contributions);
    out->score[0] = contributions.score;
    add_part(out, false, &contributions, &difference.removed);
    contributions_find(net, after, &contributions);
    out->score[1] = contributions.score;
    add_part(out, true, &contributions, &difference.added);
    qsort(out->changes, (size_t)out->count, sizeof *out->changes, compare_changes);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Perspective was = perspective_of(before, c);
        const Perspective is = perspective_of(after, c);
        out->mirrored[c] = was.flip != is.flip;
        out->other_set[c] = was.set != is.set;
    }
}
