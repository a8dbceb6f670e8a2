#include "core/alt_stack.h"

#include <stddef.h>
#include <sys/mman.h>

/* A signal frame with all of AVX-512 takes 3 KB, the handlers' buffers more, sanitizers several times
 * that. Pages that are not used cost nothing. */
enum { ALT_STACK_SIZE = 1 << 18 };

void alt_stack_enter(AltStack *stack) {
    void *memory = mmap(NULL, ALT_STACK_SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    stack->memory = memory == MAP_FAILED ? NULL : memory;
    const stack_t here = {.ss_sp = stack->memory, .ss_size = ALT_STACK_SIZE};
    if (stack->memory && sigaltstack(&here, &stack->before)) {
        munmap(stack->memory, ALT_STACK_SIZE);
        stack->memory = NULL;
    }
}

void alt_stack_leave(AltStack *stack) {
    if (!stack->memory)
        return;
    sigaltstack(&stack->before, NULL);
    munmap(stack->memory, ALT_STACK_SIZE);
    stack->memory = NULL;
}
