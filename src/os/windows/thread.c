#include "os/thread.h"

#include <time.h>
#include <windows.h>

uintptr_t thread_id(void) {
    return GetCurrentThreadId();
}

int thread_cpus(void) {
    DWORD_PTR ours, all;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &ours, &all))
        return 1;
    const int cpus = __builtin_popcountll(ours);
    return cpus > 0 ? cpus : 1; /* `cpus` is 0 if the CPUs are in more than one group of 64 */
}

void thread_step_back(void) {
    SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_LOWEST);
}

int64_t thread_clock(void) {
    return GetCurrentThreadId();
}

int64_t thread_time(int64_t clock) {
    enum { PER_MS = 10000 };
    FILETIME begun, ended;
    ULARGE_INTEGER kernel, user;
    HANDLE thread = OpenThread(THREAD_QUERY_INFORMATION, FALSE, (DWORD)clock);
    if (!thread)
        return -1;
    FILETIME in_kernel = {0}, in_user = {0};
    const bool known = GetThreadTimes(thread, &begun, &ended, &in_kernel, &in_user);
    CloseHandle(thread);
    kernel.LowPart = in_kernel.dwLowDateTime;
    kernel.HighPart = in_kernel.dwHighDateTime;
    user.LowPart = in_user.dwLowDateTime;
    user.HighPart = in_user.dwHighDateTime;
    return known ? (int64_t)((kernel.QuadPart + user.QuadPart) / PER_MS) : -1;
}

bool thread_condition_init(pthread_cond_t *condition) {
    return !pthread_cond_init(condition, NULL);
}

/* On Windows conditions use the time of day, which may jump. Therefore a wait takes at most LONGEST milliseconds. */
void thread_wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t milliseconds) {
    enum { LONGEST = 100 };
    const int64_t wait = milliseconds < LONGEST ? milliseconds : LONGEST;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    const int64_t nanoseconds = until.tv_nsec + wait * 1000000;
    until.tv_sec += nanoseconds / 1000000000;
    until.tv_nsec = (long)(nanoseconds % 1000000000);
    pthread_cond_timedwait(condition, mutex, &until);
}

/* On Windows the linker fixes the size of the main thread's stack (windows/system.mk), and users set no limit. */
size_t main_stack_limit(void) {
    return 0;
}

/* Windows has no alternate stacks, but reserves `kept` bytes of the thread's own stack for the handler of an
 * overflow. */
void alt_stack_enter(AltStack *stack) {
    ULONG kept = 1 << 16;
    *stack = (AltStack){0};
    SetThreadStackGuarantee(&kept);
}

void alt_stack_leave(AltStack *stack) {
}

void *thread_run(void *(*run)(void *context), void *context) {
    AltStack stack;
    alt_stack_enter(&stack);
    return run(context);
}
