#include "core/memory.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 1 << 21 };

/* Gives back the pages from `from` up to `to`, both on page boundaries. */
static void unmap_range(uintptr_t from, uintptr_t to) {
    if (to > from)
        munmap((void *)from, to - from);
}

void *memory_map(size_t size) {
    const size_t reserved = size + HUGE_PAGE;
    void *mapped = mmap(NULL, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    /* What lies before the huge page's boundary goes back at once, so that the start is enough to
     * give back the rest. */
    const uintptr_t begin = (uintptr_t)mapped;
    const uintptr_t start = (begin + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
    const uintptr_t end = start + ((size + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1));
    unmap_range(begin, start);
    unmap_range(end, begin + reserved);
    /* Only a hint: without huge pages it works as well, but slower. */
    (void)madvise((void *)start, size, MADV_HUGEPAGE);
    return (void *)start;
}

void memory_unmap(void *memory, size_t size) {
    if (memory)
        munmap(memory, (size + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1));
}

void memory_zero(void *memory, size_t size) {
    if (madvise(memory, size, MADV_DONTNEED)) /* pages given back come again as zeroes */
        memset(memory, 0, size);
}
