/* Threads whose stack does not depend on the limits of who starts the program (ulimit -s), and stacks for
 * their signal handlers. */
#ifndef OS_THREAD_H
#define OS_THREAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a process has several threads, and whether there are other processes. WebAssembly has neither: thread_start and
 * rerun_open fail there, and who would give work to a thread does it. */
#ifdef __wasm__
enum { HAS_THREADS = false };
#else
enum { HAS_THREADS = true };
#endif

/* Bytes of stack. A search takes 3.4 KB a ply, in the debug build with sanitizers 5 KB, so 0.8 MB
 * (1.2 MB) if it ever went to MAX_PLY: the rest is reserve. tests/unit/os/test_thread.c measures it. The main
 * thread never searches, and all that it does fits in 48 KB. Pages that are not used cost nothing. */
#ifdef PANOPTES_VERIFY
enum { THREAD_STACK = 8 << 20, MAIN_STACK_MIN = 1 << 20 };
#else
enum { THREAD_STACK = 4 << 20, MAIN_STACK_MIN = 256 << 10 };
#endif

/* Starts a thread with a stack of THREAD_STACK, and another one for its signal handlers. Returns false if
 * there is no memory or thread for it. */
bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context);

/* Runs a routine on such a thread, and waits for its end: for work that needs more stack than the caller's may have.
 * Returns false, and runs nothing, if there is no memory or thread for it. */
bool thread_call(void *(*run)(void *context), void *context);

/* The system's number of the calling thread, never 0. Async-signal-safe: it reads no memory of the thread. */
uintptr_t thread_id(void);

/* The work of the calling thread gets on: what a watch over it wants to know. Call it in every loop that
 * may last for seconds. In WebAssembly it lets the host listen now and then. */
void thread_step(void);

/* How often the calling thread has called thread_step: for any thread to read while this one lives. */
const atomic_uint_least64_t *thread_steps(void);

/* The CPUs that this process may use, at least 1. */
int thread_cpus(void);

/* The calling thread lets others go first from now on, as far as the system knows how. */
void thread_step_back(void);

/* The clock of the processor time of the calling thread, for thread_time. */
int64_t thread_clock(void);

/* The milliseconds of such a clock, read by any thread; -1 if its thread has ended. */
int64_t thread_time(int64_t clock);

/* Makes a condition on which threads may wait with a limit. Returns false if that fails. */
bool thread_condition_init(pthread_cond_t *condition);

/* Waits like pthread_cond_wait, at most so many milliseconds (0 to a day) by the monotonic clock.
 * It may return earlier. */
void thread_wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t milliseconds);

/* Makes sure that the main thread's stack may grow to MAIN_STACK_MIN, and raises the limit if the
 * system allows it. Returns 0, or the limit in bytes if that is too small. Call first in main. */
size_t main_stack_limit(void);

/* A separate stack for the signal handlers of a thread, so that they run even when the thread's own
 * stack has overflowed. */
typedef struct AltStack {
    void *memory; /* NULL: out of memory */
    /* The one before, as sigaltstack gives it. */
    void *before;
    size_t before_size;
    int before_flags;
} AltStack;

/* Gives the calling thread such a stack. If memory is short, it goes on without. */
void alt_stack_enter(AltStack *stack);

/* Takes it away and restores the one before (a sanitizer's). Call in the same thread, at its end. */
void alt_stack_leave(AltStack *stack);

/* Runs the routine of a thread so that its signal handlers can work whatever it does to its stack. For
 * thread_start. */
void *thread_run(void *(*run)(void *context), void *context);

/* --- the monotonic clock: it counts from some fixed moment and is never set ------------------ */

/* The time in nanoseconds, microseconds and milliseconds. */
int64_t clock_nanoseconds(void);
int64_t clock_microseconds(void);
int64_t clock_now(void);

#endif
