/* Calls a routine as the ABI allows and sees whether it keeps its side. */
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
    BROKE_DIRECTION = 128
};

/* Calls function(args[0], ... args[3]) with known values in all registers that it must preserve,
 * and the stack aligned as the ABI says. Returns what it returned; *broke says what it did not
 * preserve. Narrow arguments may have anything in their upper halves. */
uint64_t checked_call(const void *function, const uint64_t args[4], uint64_t *broke);

#endif
