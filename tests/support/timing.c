#define _GNU_SOURCE /* sched_getaffinity */

#include "support/timing.h"

#include "os/thread.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { TIMES = 3, PROBE = 20 /* milliseconds */, LONG_PROBE = 5 * PROBE };
enum { TICK = 10000 /* microseconds: the unit of /proc/stat */ };

/* Times in microseconds: `now` of the monotonic clock, `idle` of all processors that the child may use, and `used`, the
 * child's processor time. */
typedef struct Load {
    int64_t now, idle, used;
} Load;

static pid_t watched;
static cpu_set_t allowed; /* the processors that the child may use */
static Load begin;

/* The idle ticks of a line "cpuN user nice system idle iowait ...". */
static int64_t idle_ticks(const char *line) {
    int64_t ticks = 0;
    char *at = strchr(line, ' ');
    for (int field = 0; at && field < 5; field++) {
        const int64_t value = strtoll(at, &at, 10);
        ticks += field >= 3 ? value : 0;
    }
    return ticks;
}

static int64_t idle_time(void) {
    static char text[1 << 16];
    const int file = open("/proc/stat", O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text - 1);
    int64_t ticks = 0;
    if (file >= 0)
        close(file);
    text[size > 0 ? size : 0] = '\0';
    for (const char *line = text; (line = strstr(line, "\ncpu")) != NULL; line += 4)
        if (CPU_ISSET(strtoul(line + 4, NULL, 10), &allowed))
            ticks += idle_ticks(line + 4);
    return ticks * TICK;
}

static int64_t micros_of(struct timeval t) {
    return (int64_t)t.tv_sec * 1000000 + t.tv_usec;
}

int64_t processor_time(pid_t process) {
    clockid_t clock;
    struct timespec t = {0};
    if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &t))
        t = (struct timespec){0};
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Returns the processor time, in microseconds, of the watched child and of all children that have ended and been waited
 * for. */
static int64_t used_time(void) {
    struct rusage ended;
    getrusage(RUSAGE_CHILDREN, &ended);
    return micros_of(ended.ru_utime) + micros_of(ended.ru_stime) + processor_time(watched);
}

static Load load_now(void) {
    return (Load){clock_microseconds(), idle_time(), used_time()};
}

void load_begin(pid_t child) {
    watched = child;
    if (sched_getaffinity(child, sizeof allowed, &allowed))
        CPU_ZERO(&allowed);
    begin = load_now();
}

double load_used(void) {
    return (double)(used_time() - begin.used) / 1000;
}

/* Returns the factor, at least 1, by which to extend a limit. If other processes took more than a twentieth of the time
 * since load_begin, returns twice the ratio of all time to ours: a process waits for a whole time slice. */
static double load_factor(void) {
    const Load now = load_now();
    const int cores = CPU_COUNT(&allowed);
    const double all = (double)(now.now - begin.now) * cores;
    const double ours = (double)(now.used - begin.used + now.idle - begin.idle + TICK * cores);
    return now.idle && all > 1.05 * ours ? 2 * all / ours : 1;
}

/* Works for about a millisecond on a core of 2.5 GHz, in any build: 280,000 rounds of nine cycles. The CPU cannot
 * overlap rounds, since each needs the result of the round before. */
static uint64_t millisecond_of_work(uint64_t x) {
    for (int i = 0; i < 280000; i++) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        x *= 0x2545F4914F6CDD1Du;
    }
    return x;
}

/* True if work for `milliseconds` on a core of 2.5 GHz takes more than three times as long now. */
static bool takes_long(int milliseconds) {
    volatile uint64_t sink = 88172645463325252u;
    const int64_t from = clock_microseconds();
    for (int i = 0; i < milliseconds; i++) {
        sink = millisecond_of_work(sink);
        if (clock_microseconds() - from > TIMES * 1000 * milliseconds)
            return true;
    }
    return false;
}

bool machine_is_overloaded(void) {
    return load_factor() > TIMES || takes_long(PROBE);
}

bool in_time(double took, double limit) {
    if (took < limit)
        return true;
    const double factor = load_factor();
    if (took >= limit * factor && !takes_long(LONG_PROBE))
        return false;
    printf("  excused: %.0f ms with a limit of %.0f, since the machine is overloaded or slow\n",
           took, limit);
    return true;
}
