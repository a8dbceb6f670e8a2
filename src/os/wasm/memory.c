#include "os/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A module's memory grows by pages of its own, and has no larger ones. */
void *memory_map(size_t size) {
    enum { PAGE = 1 << 16 };
    const size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    void *memory = whole >= size ? aligned_alloc(CACHE_LINE, whole) : NULL;
    return memory ? memset(memory, 0, whole) : NULL;
}

void memory_unmap(void *memory, size_t size) {
    free(memory);
}

void memory_zero(void *memory, size_t size, int threads) {
    memset(memory, 0, size);
}

/* Who has made the memory has set its limit, which only memory_map meets. */
size_t memory_limit(size_t held) {
    return SIZE_MAX;
}

void *aligned_new(size_t size) {
    return aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

void aligned_free(void *memory) {
    free(memory);
}
