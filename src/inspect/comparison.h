/* What a move changes: in the map, in the threats and in the evaluation. */
#ifndef INSPECT_COMPARISON_H
#define INSPECT_COMPARISON_H

#include "eval/evaluate.h"
#include "inspect/deltas.h"
#include "inspect/threat_list.h"

typedef struct Comparison {
    int delta_count;
    Delta deltas[BIT_COUNT];
    Bitboard attacked[2][COLOR_COUNT]; /* the squares that a colour attacks, before and after */
    ThreatList kept, new, gone; /* threats of both positions, of that after only, before only */
    Breakdown evaluation[2];    /* before and after */
    int family[FAMILY_COUNT];   /* by how much the value of each family, weighted by the phase,
                                     rises for White; undefined for known endings */
} Comparison;

/* Compares two positions, of which `after` is `before` with a move made. */
void compare_positions(const Position *before, const Position *after, Comparison *out);

#endif
