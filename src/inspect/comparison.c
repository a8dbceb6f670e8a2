#include "inspect/comparison.h"

/* Copies the threats of `list` that are not in `other` to `out`. Returns how many are in both. */
static int pick_others(const ThreatList *list, const ThreatList *other, ThreatList *out) {
    out->count = 0;
    for (int i = 0; i < list->count; i++) {
        int at = 0;
        while (at < other->count && !threats_equal(&list->threats[i], &other->threats[at]))
            at++;
        if (at == other->count)
            out->threats[out->count++] = list->threats[i];
    }
    return list->count - out->count;
}

static Breakdown evaluated(const Position *pos) {
    Trace trace;
    evaluate_trace(pos, &trace);
    return breakdown_of(&trace, pos->state->side);
}

/* What a family is worth to White, weighted by the phase only. */
static int family_value(const Breakdown *b, Family f) {
    const Half white = b->family[f][WHITE], black = b->family[f][BLACK];
    return ((white.mg - black.mg) * b->phase + (white.eg - black.eg) * (PHASE_FULL - b->phase)) /
           PHASE_FULL;
}

void compare_positions(const Position *before, const Position *after, Comparison *out) {
    const Position *const positions[2] = {before, after};
    ThreatList threats[2];
    out->delta_count = deltas_between(before, after, out->deltas);
    for (int i = 0; i < 2; i++) {
        for (Color c = WHITE; c <= BLACK; c++)
            out->attacked[i][c] = popcount(attacked_squares(positions[i]->state, c));
        threats_list(positions[i], &threats[i]);
        out->evaluation[i] = evaluated(positions[i]);
    }
    out->kept = pick_others(&threats[0], &threats[1], &out->gone);
    pick_others(&threats[1], &threats[0], &out->new);
    for (Family f = 0; f < FAMILY_COUNT; f++)
        out->family[f] =
            family_value(&out->evaluation[1], f) - family_value(&out->evaluation[0], f);
}
