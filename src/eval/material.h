/* Material: the value of the pieces by their numbers alone.
 *
 * Each thread keeps a table of entries by material signature. Each evaluation looks up its entry
 * there. A copy of the entry in the state, looked up only if the material changes, costs more than
 * it saves (see the README of this folder).
 */
#ifndef EVAL_MATERIAL_H
#define EVAL_MATERIAL_H

#include "eval/endings_internal.h"

typedef struct MaterialEntry {
    uint64_t signature;
    const Ending *ending; /* gives the value, with `strong` as the strong side; or NULL */
    const Ending *scale[COLOR_COUNT]; /* scales the advantage of a colour; or NULL */
    Tapered score;                    /* White's value less Black's */
    int phase;                        /* PHASE_FULL with all pieces on the board, 0 with none */
    Color strong;
} MaterialEntry;

/* The entry of a position's material; valid until the next call in this thread. */
const MaterialEntry *material_probe(const State *s);

/* Computes the entry of a position's material into `entry`, and counts into a trace. */
void material_trace(const State *s, MaterialEntry *entry, Trace *t);

#endif
