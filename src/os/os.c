/* Functions that are the same on all systems, for zeroing memory by several threads and for starting threads. */
#include "os/memory.h"

#include "os/thread.h"

#include <stdlib.h>
#include <string.h>

/* --- memory ---------------------------------------------------------------------------------- */

/* The part of the memory that one thread zeroes. */
typedef struct Share {
    char *start;
    size_t size;
    pthread_t thread;
} Share;

static void zero(char *at, size_t size) {
    enum { AT_ONCE = 1 << 26 };
    for (size_t part; size; at += part, size -= part) {
        part = size < AT_ONCE ? size : AT_ONCE;
        memset(at, 0, part);
        thread_step();
    }
}

static void *zero_share(void *argument) {
    const Share *share = argument;
    zero(share->start, share->size);
    return NULL;
}

void memory_zero(void *memory, size_t size, int threads) {
    /* SHARE_MIN is in bytes: starting a thread takes longer than zeroing a smaller share */
    enum { SHARES_MAX = 64, SHARE_MIN = 1 << 25 };
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
    /* the calling thread zeroes its own share, and those shares for which no thread could be started */
    zero(at, (size_t)(end - at));
    while (started)
        pthread_join(shares[--started].thread, NULL);
}

/* --- thread ---------------------------------------------------------------------------------- */

/* The routine that a new thread runs, and its argument. */
typedef struct Start {
    void *(*run)(void *context);
    void *context;
} Start;

static void *run_start(void *argument) {
    const Start start = *(Start *)argument;
    free(argument);
    return thread_run(start.run, start.context);
}

bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context) {
    pthread_attr_t attributes;
    Start *start = malloc(sizeof *start);
    if (!start || pthread_attr_init(&attributes)) {
        free(start);
        return false;
    }
    *start = (Start){run, context};
    const bool started = !pthread_attr_setstacksize(&attributes, THREAD_STACK) &&
                         !pthread_create(thread, &attributes, run_start, start);
    pthread_attr_destroy(&attributes);
    if (!started)
        free(start);
    return started;
}

bool thread_call(void *(*run)(void *context), void *context) {
    pthread_t thread;
    return thread_start(&thread, run, context) && !pthread_join(thread, NULL);
}

static _Thread_local atomic_uint_least64_t steps;

void thread_step(void) {
    atomic_store_explicit(&steps, atomic_load_explicit(&steps, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

const atomic_uint_least64_t *thread_steps(void) {
    return &steps;
}
