#include "support/timing.h"

#include "support/child.h"

#include <stdio.h>
#include <time.h>

enum { SHARE = 3, PROBE = 20000 /* microseconds */, ALLOWANCE = 10, REMEMBERED = 1000000 };

static int64_t cpu_micros(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Works for a while and sees whether the clock runs much faster. */
bool machine_is_overloaded(void) {
    const int64_t worked = cpu_micros(), from = micros_now();
    while (cpu_micros() - worked < PROBE)
        if (micros_now() - from > SHARE * PROBE)
            return true;
    return false;
}

bool in_time(double took, double limit) {
    if (took < limit)
        return true;
    if (!machine_is_overloaded())
        return false;
    printf("  excused: %.0f ms with a limit of %.0f, since the machine is overloaded\n", took,
           limit);
    return true;
}

int time_allowed(int milliseconds) {
    static bool overloaded, told;
    static int64_t asked;
    if (!asked || micros_now() - asked > REMEMBERED) {
        overloaded = machine_is_overloaded();
        asked = micros_now();
    }
    if (overloaded && !told)
        printf("  waiting longer than usual, since the machine is overloaded\n");
    told |= overloaded;
    return overloaded ? ALLOWANCE * milliseconds : milliseconds;
}
