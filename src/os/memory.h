/* Memory from the operating system: large zeroed blocks, in huge pages where the system has them, and blocks
 * aligned to cache lines. */
#ifndef OS_MEMORY_H
#define OS_MEMORY_H

#include <stddef.h>

/* The bytes of a cache line. */
#define CACHE_LINE 64

static const size_t HUGE_PAGE = (size_t)1 << 21;

/* Returns a size in bytes, rounded up to a multiple of HUGE_PAGE. memory_map maps this number of bytes. */
static inline size_t memory_whole_pages(size_t size) {
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

/* Returns zeroed memory that begins at the boundary of a huge page, or NULL if memory is short. The system provides
 * each page when a thread first writes to it, and takes it from the NUMA node of this thread. */
void *memory_map(size_t size);

/* Unmaps memory that memory_map returned; `size` is the size that memory_map was given. NULL is allowed. */
void memory_unmap(void *memory, size_t size);

/* Writes zeros to `size` bytes (1 or more) that memory_map returned, so that the system provides every page now. Uses
 * at most `threads` threads, including the calling thread. Uses fewer if the size is small, or if the system cannot
 * start so many. */
void memory_zero(void *memory, size_t size, int threads);

/* Returns the most bytes that a new block may have, if the process first frees `held` bytes. The result is
 * seven eighths of the smallest of these numbers: the memory of the machine, MemAvailable of /proc/meminfo, the limits
 * of the control groups, and RLIMIT_RSS, which Linux itself ignores. On Windows the result is seven eighths of the
 * free memory or of the memory that the system can still commit, whichever is less. */
size_t memory_limit(size_t held);

/* Returns `size` bytes that begin at a cache line, or NULL if memory is short. */
void *aligned_new(size_t size);

/* Frees memory that aligned_new returned; on Windows free() cannot do this. NULL is allowed. */
void aligned_free(void *memory);

#endif
