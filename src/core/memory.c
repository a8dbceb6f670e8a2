#include "core/memory.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

static const size_t HUGE_PAGE = (size_t)1 << 21;

/* Whole huge pages, as they are mapped: what lies between them and the next mapping is nobody's. */
static size_t whole_pages(size_t size) {
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

void *memory_map(size_t size) {
    const size_t whole = whole_pages(size), reserved = whole + HUGE_PAGE;
    char *mapped = mmap(NULL, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    /* What lies before and behind goes back at once, so that the start is enough to give back the
     * rest. */
    const size_t before = (HUGE_PAGE - (uintptr_t)mapped % HUGE_PAGE) % HUGE_PAGE;
    char *start = mapped + before;
    if (before)
        munmap(mapped, before);
    munmap(start + whole, HUGE_PAGE - before);
    /* Only a hint: without huge pages it works as well, but slower. */
    (void)madvise(start, whole, MADV_HUGEPAGE);
    return start;
}

void memory_unmap(void *memory, size_t size) {
    if (memory)
        munmap(memory, whole_pages(size));
}

void memory_zero(void *memory, size_t size) {
    if (madvise(memory, size, MADV_DONTNEED)) /* pages given back come again as zeroes */
        memset(memory, 0, size);
}
