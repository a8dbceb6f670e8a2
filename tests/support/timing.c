#include "support/timing.h"

#include "support/child.h"

#include <stdio.h>

enum { TIMES = 3, PROBE = 20 /* milliseconds */, LONG_PROBE = 5 * PROBE };
enum { ALLOWANCE = 10, REMEMBERED = 1000000 /* microseconds */ };

/* Works for about a millisecond on a core of 2.5 GHz, in any build: nine cycles a round, each of
 * which needs the result of the one before. */
static uint64_t millisecond_of_work(uint64_t x) {
    for (int i = 0; i < 280000; i++) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        x *= 0x2545F4914F6CDD1Du;
    }
    return x;
}

/* Whether work of so many milliseconds takes more than three times as long. */
static bool takes_long(int milliseconds) {
    volatile uint64_t sink = 88172645463325252u;
    const int64_t from = micros_now();
    for (int i = 0; i < milliseconds; i++) {
        sink = millisecond_of_work(sink);
        if (micros_now() - from > TIMES * 1000 * milliseconds)
            return true;
    }
    return false;
}

bool machine_is_overloaded(void) {
    return takes_long(PROBE);
}

bool in_time(double took, double limit) {
    if (took < limit)
        return true;
    if (!takes_long(LONG_PROBE))
        return false;
    printf("  excused: %.0f ms with a limit of %.0f, since the machine is overloaded or slow\n",
           took, limit);
    return true;
}

int time_allowed(int milliseconds) {
    static bool overloaded, reported;
    static int64_t asked;
    if (!asked || micros_now() - asked > REMEMBERED) {
        overloaded = machine_is_overloaded();
        asked = micros_now();
    }
    if (overloaded && !reported)
        printf("  waiting longer than usual, since the machine is overloaded or slow\n");
    reported |= overloaded;
    return overloaded ? ALLOWANCE * milliseconds : milliseconds;
}
