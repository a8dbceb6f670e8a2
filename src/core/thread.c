#include "core/thread.h"

#include <sys/resource.h>

bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes))
        return false;
    const bool started = !pthread_attr_setstacksize(&attributes, THREAD_STACK) &&
                         !pthread_create(thread, &attributes, run, context);
    pthread_attr_destroy(&attributes);
    return started;
}

size_t main_stack_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur >= MAIN_STACK_MIN)
        return 0;
    const rlim_t now = limit.rlim_cur;
    limit.rlim_cur = limit.rlim_max < THREAD_STACK ? limit.rlim_max : THREAD_STACK;
    if (limit.rlim_cur >= MAIN_STACK_MIN && setrlimit(RLIMIT_STACK, &limit) == 0)
        return 0;
    return (size_t)now;
}
