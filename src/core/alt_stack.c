#include "core/alt_stack.h"

#include <signal.h>
#include <sys/mman.h>

/* A signal frame with all of AVX-512 takes 3 KB, the handlers' buffers more, sanitizers several times
 * that. Pages that are not used cost nothing. */
enum { ALT_STACK_SIZE = 1 << 18 };

void alt_stack_enter(AltStack *stack) {
    void *memory = mmap(NULL, ALT_STACK_SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    const stack_t here = {.ss_sp = memory, .ss_size = ALT_STACK_SIZE};
    stack_t before = {0};
    *stack = (AltStack){0};
    if (memory == MAP_FAILED)
        return;
    if (sigaltstack(&here, &before))
        munmap(memory, ALT_STACK_SIZE);
    else
        *stack = (AltStack){memory, before.ss_sp, before.ss_size, before.ss_flags};
}

void alt_stack_leave(AltStack *stack) {
    if (!stack->memory)
        return;
    const stack_t before = {
        .ss_sp = stack->before, .ss_flags = stack->before_flags, .ss_size = stack->before_size};
    sigaltstack(&before, NULL);
    munmap(stack->memory, ALT_STACK_SIZE);
    stack->memory = NULL;
}
