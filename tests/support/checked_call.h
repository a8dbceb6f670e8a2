/* Calls a routine as the ABI allows and checks whether it keeps its side of it. */
#ifndef SUPPORT_CHECKED_CALL_H
#define SUPPORT_CHECKED_CALL_H

#include <stdint.h>

/* What a routine broke, a bit each; 0 if nothing. */
enum {
    BROKE_RBX = 1,
    BROKE_RBP = 2,
    BROKE_R12 = 4,
    BROKE_R13 = 8,
    BROKE_R14 = 16,
    BROKE_R15 = 32,
    BROKE_STACK = 64, /* rsp, or the caller's frame above the return address */
    BROKE_DIRECTION = 128,
    BROKE_UPPER = 256 /* left something in the upper parts of ymm0-15 or zmm0-15: no vzeroupper */
};

/* Calls function(args[0], ... args[3]) with known values in all registers that it must preserve,
 * the stack aligned as the ABI says, and the upper parts of the vector registers zero. Returns what
 * it returned; *broke says what it did not preserve. Narrow arguments may have anything in their
 * upper halves.
 *
 * Upper parts left in use slow down all SSE code that follows, by a dependency on the old value. A
 * zero there is not noticed, but random input seldom leaves one.
 *
 * Only kernels in assembly, those of x86-64, may break anything: elsewhere it is a call. */
uint64_t checked_call(const void *function, const uint64_t args[4], uint64_t *broke);

#endif
