#include "os/thread.h"

#include <time.h>

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
