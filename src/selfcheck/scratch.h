/* The attack matrix from scratch: plain stepping along each direction from each piece.
 *
 * The reference that the incremental matrix is compared with. It shares no table and no code with
 * the incremental path and reads nothing but man_on.
 */
#ifndef SELFCHECK_SCRATCH_H
#define SELFCHECK_SCRATCH_H

#include "board/state.h"

typedef struct ScratchMatrix {
    uint64_t attacks[BIT_COUNT];
    uint32_t map[SQUARE_COUNT];
} ScratchMatrix;

/* Builds both readings of the matrix from s->man_on. */
void scratch_build(const State *s, ScratchMatrix *out);

#endif
