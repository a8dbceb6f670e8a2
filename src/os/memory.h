/* Memory from the operating system: large and zeroed, in huge pages where there are any; and aligned to cache
 * lines. */
#ifndef OS_MEMORY_H
#define OS_MEMORY_H

#include <stddef.h>

/* Bytes that the processor moves at once between its caches. */
#define CACHE_LINE 64

static const size_t HUGE_PAGE = (size_t)1 << 21;

/* A size rounded up to whole huge pages, as it is mapped. */
static inline size_t memory_whole_pages(size_t size) {
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Zeroed memory that begins at a huge page, or NULL if there is not as much. Pages become real only
 * when they are written to, on the NUMA node of the thread that does so. */
void *memory_map(size_t size);

/* Gives memory of memory_map back; `size` as it was asked for. NULL is allowed. */
void memory_unmap(void *memory, size_t size);

/* Zeroes memory of memory_map, `size` bytes of it (1 or more): every page of them is real then.
 * With as many threads at once (1: the caller's alone) as the size is worth and the system gives.
 */
void memory_zero(void *memory, size_t size, int threads);

/* The most bytes that may be filled by a process that gives `held` of them back for it: seven
 * eighths of what the system has available (MemAvailable of /proc/meminfo) or allows us (control
 * groups; RLIMIT_RSS, which Linux itself ignores). On Windows, which promises memory before it is
 * written to: of what is free and what may still be promised. */
size_t memory_limit(size_t held);

/* `size` bytes that begin at a cache line, or NULL if there is not as much. */
void *aligned_new(size_t size);

/* Gives memory of aligned_new back, which free does not do on every system. NULL is allowed. */
void aligned_free(void *memory);

#endif
