/* Memory from the operating system: large zeroed blocks, in huge pages where the system has them, and blocks
 * aligned to cache lines. */
#ifndef OS_MEMORY_H
#define OS_MEMORY_H

#include <stddef.h>

/* The bytes of a cache line. */
#define CACHE_LINE 64

static const size_t HUGE_PAGE = (size_t)1 << 21;

/* Returns a size rounded up to whole huge pages, as memory_map maps it. */
static inline size_t memory_whole_pages(size_t size) {
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Returns zeroed memory that begins at a huge page, or NULL if memory is short. The system provides a page
 * only when a thread writes to it, on the NUMA node of this thread. */
void *memory_map(size_t size);

/* Unmaps memory of memory_map. `size` is the argument of the memory_map call. NULL is allowed. */
void memory_unmap(void *memory, size_t size);

/* Zeroes `size` bytes (1 or more) of memory of memory_map, which touches each page of these bytes. Uses at most
 * `threads` threads, with the caller's thread as one of them, and fewer if the size is small or the system gives
 * fewer. */
void memory_zero(void *memory, size_t size, int threads);

/* Returns the most bytes that a new block may have, if the process frees `held` bytes for the block. The result is
 * seven eighths of the smallest of these numbers: the memory of the machine, MemAvailable of /proc/meminfo, the limits
 * of the control groups, and RLIMIT_RSS, which Linux itself ignores. On Windows the result is seven eighths of the
 * free memory or of the memory that the system can still commit, whichever is less. */
size_t memory_limit(size_t held);

/* Returns `size` bytes that begin at a cache line, or NULL if memory is short. */
void *aligned_new(size_t size);

/* Frees memory of aligned_new, which free() cannot free on Windows. NULL is allowed. */
void aligned_free(void *memory);

#endif
