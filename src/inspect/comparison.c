#include "inspect/comparison.h"

static bool holds(const ThreatList *list, const Threat *threat) {
    for (int i = 0; i < list->count; i++)
        if (threats_equal(&list->threats[i], threat))
            return true;
    return false;
}

/* Copies the threats of `list` that are, or are not, in `other` to `out`. */
static void pick(const ThreatList *list, const ThreatList *other, bool in_other, ThreatList *out) {
    out->count = 0;
    for (int i = 0; i < list->count; i++)
        if (holds(other, &list->threats[i]) == in_other)
            out->threats[out->count++] = list->threats[i];
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
            out->attacked[i][c] = attacked_squares(positions[i]->state, c);
        threats_list(positions[i], &threats[i]);
        out->evaluation[i] = evaluated(positions[i]);
    }
    pick(&threats[1], &threats[0], true, &out->kept);
    pick(&threats[1], &threats[0], false, &out->new);
    pick(&threats[0], &threats[1], false, &out->gone);
    for (Family f = 0; f < FAMILY_COUNT; f++)
        out->family[f] =
            family_value(&out->evaluation[1], f) - family_value(&out->evaluation[0], f);
}
