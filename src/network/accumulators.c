#include "network/accumulators.h"

#include "network/sums.h"

#include <assert.h>
#include <string.h>

/* Further back a difference takes longer than one from the cache. */
enum { PLIES_BACK = 8 };

/* --- slots ----------------------------------------------------------------------------------- */

/* Of all pieces and their squares. */
static Key pieces_key(const State *s) {
    return s->part_key[PART_PAWNS] ^ s->part_key[PART_WHITE] ^ s->part_key[PART_BLACK];
}

static size_t slot_place(const Network *net, ptrdiff_t ply, Color c) {
    return (size_t)(COLOR_COUNT * ply + c) * (size_t)net->shape.hidden;
}

void accumulators_begin(Accumulators *a, const Network *net) {
    a->net = net;
    for (int ply = 0; ply < STATE_LIMIT; ply++)
        a->tags[ply] = (SlotTag){.flip = {FLIP_NONE, FLIP_NONE}};
    for (int i = 0; i < PERSPECTIVES && net; i++) {
        a->cache[i].state = empty_state;
        memcpy(a->cache[i].sums, net->bias, (size_t)net->shape.hidden * sizeof *net->bias);
    }
}

const uint16_t *accumulators_kept(const Accumulators *a, const Position *pos, Color c) {
    const ptrdiff_t ply = pos->state - pos->states;
    const SlotTag *tag = &a->tags[ply];
    if (!a->net || tag->flip[c] == FLIP_NONE || tag->pieces != pieces_key(pos->state))
        return NULL;
    return a->sums + slot_place(a->net, ply, c);
}

/* --- making sums ------------------------------------------------------------------------------- */

/* What sums are made from. */
typedef struct Base {
    const State *state;
    const uint16_t *sums;
    CachedSums *cached; /* NULL: a slot */
} Base;

/* The nearest state that has sums of a perspective, else what the cache has. */
static Base find_base(Accumulators *a, const Position *pos, Perspective view) {
    const ptrdiff_t ply = pos->state - pos->states;
    const ptrdiff_t last = ply < PLIES_BACK ? 0 : ply - PLIES_BACK;
    for (ptrdiff_t p = ply - 1; p >= last; p--)
        if (a->tags[p].flip[view.color] == view.flip &&
            a->tags[p].pieces == pieces_key(&pos->states[p]))
            return (Base){&pos->states[p], a->sums + slot_place(a->net, p, view.color), NULL};
    CachedSums *cached = &a->cache[perspective_index(view)];
    return (Base){&cached->state, cached->sums, cached};
}

static void make_slot(Accumulators *a, const Position *pos) {
    StateDifference difference;
    SumRows rows;
    const State *from = NULL, *s = pos->state;
    const ptrdiff_t ply = s - pos->states;
    SlotTag *tag = &a->tags[ply];
    tag->pieces = pieces_key(s);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Perspective view = perspective_of(s, c);
        const Base base = find_base(a, pos, view);
        uint16_t *sums = a->sums + slot_place(a->net, ply, c);
        if (base.state != from)
            state_difference(base.state, s, &difference);
        from = base.state;
        sum_rows(a->net, &difference, view, &rows);
        sums_update(a->net, &rows, base.sums, sums);
        tag->flip[c] = view.flip;
        if (base.cached) {
            base.cached->state = *s;
            memcpy(base.cached->sums, sums, (size_t)a->net->shape.hidden * sizeof *sums);
        }
    }
}

int accumulators_score(const Accumulators *a, const Position *pos) {
    const State *s = pos->state;
    const Network *net = a->net;
    const ptrdiff_t ply = s - pos->states;
    const int bucket = output_bucket(popcount(occupied(s)));
    assert(accumulators_kept(a, pos, s->side));
    return network_score(net, bucket,
                         output_sum(a->sums + slot_place(net, ply, s->side),
                                    a->sums + slot_place(net, ply, opponent(s->side)),
                                    net->output + 2 * bucket * net->shape.hidden,
                                    net->shape.hidden));
}

int accumulators_evaluate(Accumulators *a, const Position *pos) {
    assert(a->net);
    if (!accumulators_kept(a, pos, WHITE))
        make_slot(a, pos);
    return accumulators_score(a, pos);
}
