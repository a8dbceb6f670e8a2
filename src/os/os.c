/* The parts that systems share: memory zeroed by several threads, and clocks. */
#include "os/memory.h"

#include "os/thread.h"

#include <string.h>
#include <time.h>

/* --- memory ---------------------------------------------------------------------------------- */

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
    const size_t even = memory_whole_pages((size + count - 1) / count);
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

/* --- thread ---------------------------------------------------------------------------------- */

bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes))
        return false;
    const bool started = !pthread_attr_setstacksize(&attributes, THREAD_STACK) &&
                         !pthread_create(thread, &attributes, run, context);
    pthread_attr_destroy(&attributes);
    return started;
}

/* --- timing ---------------------------------------------------------------------------------- */

int64_t clock_nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t clock_microseconds(void) {
    return clock_nanoseconds() / 1000;
}

int64_t clock_now(void) {
    return clock_nanoseconds() / 1000000;
}
