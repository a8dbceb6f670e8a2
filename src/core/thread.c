#include "core/thread.h"

#include "core/timing.h"

#include <sys/resource.h>
#include <time.h>

bool thread_condition_init(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes))
        return false;
    const bool good = !pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) &&
                      !pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
    return good;
}

void thread_wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t milliseconds) {
    const int64_t end = clock_nanoseconds() + milliseconds * 1000000;
    const struct timespec until = {.tv_sec = end / 1000000000, .tv_nsec = end % 1000000000};
    pthread_cond_timedwait(condition, mutex, &until);
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
