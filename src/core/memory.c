#include "core/memory.h"

#include <stdint.h>
#include <sys/mman.h>

void *memory_map(size_t size) {
    const size_t whole = memory_whole_pages(size), reserved = whole + HUGE_PAGE;
    char *mapped = mmap(NULL, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    /* Unmap what lies before and behind the aligned part. */
    const size_t before = (HUGE_PAGE - (uintptr_t)mapped % HUGE_PAGE) % HUGE_PAGE;
    char *start = mapped + before;
    if (before)
        munmap(mapped, before);
    munmap(start + whole, HUGE_PAGE - before);
    /* A hint only: without huge pages all works, but more slowly. */
    (void)madvise(start, whole, MADV_HUGEPAGE);
    return start;
}

void memory_unmap(void *memory, size_t size) {
    if (memory)
        munmap(memory, memory_whole_pages(size));
}
