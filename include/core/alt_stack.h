/* A stack of its own for the signal handlers of a thread, so that they run even when the thread's
 * own stack is what has gone wrong. */
#ifndef CORE_ALT_STACK_H
#define CORE_ALT_STACK_H

#include <signal.h>

typedef struct AltStack {
    void *memory; /* NULL: none was to be had */
    stack_t before;
} AltStack;

/* Gives the calling thread one. It does without if memory is short. */
void alt_stack_enter(AltStack *stack);

/* Takes it away and puts back what was there before (a sanitizer's). In the same thread, at its
 * end. */
void alt_stack_leave(AltStack *stack);

#endif
