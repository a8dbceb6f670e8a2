/* Calls a routine by the ABI, and checks that the routine obeys the ABI. */
#ifndef SUPPORT_CHECKED_CALL_H
#define SUPPORT_CHECKED_CALL_H

#include <stdint.h>

/* The violations of the ABI, a bit each. */
enum {
    BROKE_RBX = 1,
    BROKE_RBP = 2,
    BROKE_R12 = 4,
    BROKE_R13 = 8,
    BROKE_R14 = 16,
    BROKE_R15 = 32,
    BROKE_STACK = 64, /* rsp has changed, or the callee wrote to the caller's frame */
    BROKE_DIRECTION = 128,
    BROKE_UPPER = 256 /* the upper parts of ymm0-15 or zmm0-15 are in use: vzeroupper is missing */
};

/* Calls function(args[0], ... args[3]) with known values in all registers that it must preserve,
 * the stack aligned by the ABI, and the upper parts of the vector registers zero. Returns the
 * function's result, and sets *broke to its violations, 0 if there are none. The upper half of a
 * narrow argument may have any value.
 *
 * Upper parts left in use slow down all SSE code that follows, by a dependency on the old value.
 * The check cannot see an upper part that is 0 by chance; with random input such a part is rare.
 *
 * Only kernels in assembly, those of x86-64, can violate the ABI. On other machines checked_call
 * makes a plain call.
 */
uint64_t checked_call(const void *function, const uint64_t args[4], uint64_t *broke);

#endif
