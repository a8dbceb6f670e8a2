#include "core/alt_stack.h"

#include <windows.h>

/* There is no separate stack here: the system keeps so much of the thread's own for the handler of
 * an overflow. */
void alt_stack_enter(AltStack *stack) {
    ULONG kept = 1 << 16;
    *stack = (AltStack){0};
    SetThreadStackGuarantee(&kept);
}

void alt_stack_leave(AltStack *stack) {
    (void)stack;
}
