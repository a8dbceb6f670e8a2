#define _GNU_SOURCE /* sched_getaffinity, gettid */
#include "os/thread.h"

#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Calls the system directly, since gettid of some C libraries reads the thread's own memory. */
uintptr_t thread_id(void) {
    return (uintptr_t)syscall(SYS_gettid);
}

int thread_cpus(void) {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    /* sched_getaffinity fails if the machine has more CPUs than a cpu_set_t can hold */
    const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    return cpus > 0 ? (int)cpus : 1;
}

/* On Linux setpriority with a thread's number changes only this thread, although PRIO_PROCESS names the process. */
void thread_step_back(void) {
    enum { LEAST = 19 };
    setpriority(PRIO_PROCESS, (id_t)gettid(), LEAST);
}

int64_t thread_clock(void) {
    clockid_t clock = 0;
    pthread_getcpuclockid(pthread_self(), &clock);
    return clock;
}

int64_t thread_time(int64_t clock) {
    struct timespec used;
    if (clock_gettime((clockid_t)clock, &used))
        return -1;
    return (int64_t)used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

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

/* The bytes of an alternate stack. A signal frame with all of AVX-512 takes 3 KB. The buffers of the handlers need
 * more than the frame, and sanitizers several times as much. Unused pages take no memory. */
enum { ALT_STACK_SIZE = 1 << 18 };

void alt_stack_enter(AltStack *stack) {
    void *memory = mmap(NULL, ALT_STACK_SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    const stack_t here = {.ss_sp = memory, .ss_size = ALT_STACK_SIZE};
    stack_t before = {0};
    *stack = (AltStack){0};
    if (memory == MAP_FAILED)
        return;
    if (sigaltstack(&here, &before))
        munmap(memory, ALT_STACK_SIZE);
    else
        *stack = (AltStack){memory, before.ss_sp, before.ss_size, before.ss_flags};
}

void alt_stack_leave(AltStack *stack) {
    if (!stack->memory)
        return;
    const stack_t before = {
        .ss_sp = stack->before, .ss_flags = stack->before_flags, .ss_size = stack->before_size};
    sigaltstack(&before, NULL);
    munmap(stack->memory, ALT_STACK_SIZE);
    stack->memory = NULL;
}

/* The thread's own memory lies above the frames of its stack. The C library and the kernel need this memory for every
 * signal. thread_run makes a block between this memory and the frames read-only, so that an overrun of the stack stops
 * at the block. The block is as large as the largest page of any Linux kernel. */
__attribute__((no_sanitize_address)) void *thread_run(void *(*run)(void *context), void *context) {
    enum { PAGE = 1 << 16 };
    volatile char room[2 * PAGE];
    char *wall = (char *)(((uintptr_t)room + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
    AltStack stack;
    alt_stack_enter(&stack);
    mprotect(wall, PAGE, PROT_READ);
    void *result = run(context);
    mprotect(wall, PAGE, PROT_READ | PROT_WRITE);
    alt_stack_leave(&stack);
    return result;
}
