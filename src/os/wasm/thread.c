#include "os/thread.h"

#include <time.h>

bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context) {
    return false;
}

bool thread_call(void *(*run)(void *context), void *context) {
    run(context);
    return true;
}

uintptr_t thread_id(void) {
    return 1;
}

int thread_cpus(void) {
    return 1;
}

void thread_step_back(void) {
}

int64_t thread_clock(void) {
    return 0;
}

int64_t thread_time(int64_t clock) {
    return -1;
}

bool thread_condition_init(pthread_cond_t *condition) {
    return true;
}

void thread_wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t milliseconds) {
    host_pause(milliseconds < WAIT_MS ? (int)milliseconds : WAIT_MS);
}

static atomic_uint_least64_t steps;
static bool pauses = true;

void host_pauses(bool on) {
    pauses = on;
}

void thread_step(void) {
    enum { PAUSE_MS = 15 };
    static int64_t paused;
    const int64_t now = clock_now();
    steps++;
    if (!pauses || now - paused < PAUSE_MS)
        return;
    host_pause(0);
    paused = clock_now();
}

const atomic_uint_least64_t *thread_steps(void) {
    return &steps;
}

/* The linker has written into the module how large its stack is. */
size_t main_stack_limit(void) {
    return 0;
}

void alt_stack_enter(AltStack *stack) {
    *stack = (AltStack){0};
}

void alt_stack_leave(AltStack *stack) {
}
