/* A separate stack for the signal handlers of a thread, so that they run even when the thread's own
 * stack has overflowed. */
#ifndef CORE_ALT_STACK_H
#define CORE_ALT_STACK_H

#include <stddef.h>

typedef struct AltStack {
    void *memory; /* NULL: out of memory */
    /* The one before, as sigaltstack tells it. */
    void *before;
    size_t before_size;
    int before_flags;
} AltStack;

/* Gives the calling thread such a stack. If memory is short, it goes on without. */
void alt_stack_enter(AltStack *stack);

/* Takes it away and restores the one before (a sanitizer's). Call in the same thread, at its end. */
void alt_stack_leave(AltStack *stack);

#endif
