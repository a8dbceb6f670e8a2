#include "core/memory.h"

#include "core/thread.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

static const size_t HUGE_PAGE = (size_t)1 << 21;

/* A size rounded up to whole huge pages, as it is mapped. */
static size_t whole_pages(size_t size) {
    return (size + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
}

void *memory_map(size_t size) {
    const size_t whole = whole_pages(size), reserved = whole + HUGE_PAGE;
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
        munmap(memory, whole_pages(size));
}

/* The part that one thread zeroes. */
typedef struct Share {
    char *start;
    size_t size;
    pthread_t thread;
} Share;

static void *zero_share(void *argument) {
    const Share *share = argument;
    memset(share->start, 0, share->size);
    return NULL;
}

void memory_zero(void *memory, size_t size, int threads) {
    enum { SHARES_MAX = 64, SHARE_MIN = 1 << 25 }; /* less is not worth a thread */
    Share shares[SHARES_MAX];
    int started = 0;
    const size_t count = threads < 1 ? 1 : threads < SHARES_MAX ? (size_t)threads : SHARES_MAX;
    const size_t even = whole_pages((size + count - 1) / count);
    const size_t part = even > SHARE_MIN ? even : SHARE_MIN;
    char *at = memory, *end = at + size;
    for (; (size_t)(end - at) > part; at += part) {
        shares[started] = (Share){.start = at, .size = part};
        if (!thread_start(&shares[started].thread, zero_share, &shares[started]))
            break;
        started++;
    }
    memset(at, 0, (size_t)(end - at)); /* our share, and what no thread could be started for */
    while (started)
        pthread_join(shares[--started].thread, NULL);
}
