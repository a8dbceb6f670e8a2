/* What a move changes: in the map, in the threats and in the evaluation. */
#ifndef EVAL_COMPARISON_H
#define EVAL_COMPARISON_H

#include "board/deltas.h"
#include "eval/breakdown.h"
#include "moves/threat_list.h"

typedef struct Comparison {
    int delta_count;
    Delta deltas[BIT_COUNT];
    int attacked[2][COLOR_COUNT]; /* how many squares a colour attacks, before and after */
    ThreatList gone, new;         /* threats of the position before that are in it no longer, and
                                     those of the position after that were not there */
    int kept;                     /* threats that are in both */
    Breakdown evaluation[2];      /* before and after */
    int family[FAMILY_COUNT];     /* by how much each family's value, weighed by the phase, rises
                                     for White; not for known endings */
} Comparison;

/* Compares two positions, of which `after` is `before` with a move made. */
void compare_positions(const Position *before, const Position *after, Comparison *out);

#endif
