/* Loops over the bit primitives that are inline assembly, as the engine has them, for the kernel
 * benchmark: compiled once as built, once with the C twins. */
#ifndef TOOLS_BIT_LOOPS_H
#define TOOLS_BIT_LOOPS_H

#include "board/position.h"

/* Runs a loop on the current state of a position. Returns how often its body ran; *sum takes what
 * it found, so that no loop is left out by the compiler. */
typedef int BitLoopBody(const Position *pos, uint64_t *sum);

typedef struct BitLoop {
    const char *name;
    BitLoopBody *body;
} BitLoop;

enum { BIT_LOOP_COUNT = 2 };

/* Both tables have the same names in the same order. */
extern const BitLoop bit_loops[BIT_LOOP_COUNT];   /* inline assembly where the build has it */
extern const BitLoop bit_loops_c[BIT_LOOP_COUNT]; /* C twins */

#endif
