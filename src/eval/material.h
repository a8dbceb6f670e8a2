/* Material: what the pieces are worth by their numbers alone, kept by signature.
 *
 * Each thread keeps a table of entries by signature. Each evaluation looks its entry up there: to
 * keep the entry in the state and look it up at changes of the material alone costs more than it
 * saves (see the README of this folder).
 */
#ifndef EVAL_MATERIAL_H
#define EVAL_MATERIAL_H

#include "eval/endings_internal.h"

typedef struct MaterialEntry {
    uint64_t signature;
    const Ending *ending; /* it gives the value, with `strong` as the strong side; or NULL */
    const Ending *scale[COLOR_COUNT]; /* it scales what a colour is ahead by, or NULL */
    Tapered score;                    /* White's less Black's */
    int phase;                        /* PHASE_FULL with all pieces on the board, 0 with none */
    Color strong;
} MaterialEntry;

/* The entry of a position's material; valid until the next call in this thread. */
const MaterialEntry *material_probe(const State *s);

/* The same, computed again in `entry`, counting into a trace. */
void material_trace(const State *s, MaterialEntry *entry, Trace *t);

#endif
