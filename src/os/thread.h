/* Threads whose stack does not depend on the user's limit (ulimit -s), and stacks for their signal
 * handlers. */
#ifndef OS_THREAD_H
#define OS_THREAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* HAS_THREADS is true if the system has threads and several processes. In WebAssembly, which has neither, thread_start
 * and rerun_open fail, and the caller must do the work itself. */
#ifdef __wasm__
enum { HAS_THREADS = false };
#else
enum { HAS_THREADS = true };
#endif

/* The bytes of a thread's stack. A search needs 3.4 KB for each ply, which is 0.8 MB for MAX_PLY plies. In the debug
 * build with sanitizers a search needs 5 KB for each ply, which is 1.2 MB. The other bytes are a reserve.
 * tests/unit/os/test_thread.c measures these needs. The main thread never searches, and needs at most 48 KB. Unused
 * pages take no memory. */
#ifdef PANOPTES_VERIFY
enum { THREAD_STACK = 8 << 20, MAIN_STACK_MIN = 1 << 20 };
#else
enum { THREAD_STACK = 4 << 20, MAIN_STACK_MIN = 256 << 10 };
#endif

/* Starts a thread with a stack of THREAD_STACK bytes, and another stack for the thread's signal handlers. Returns
 * false if the system has no memory or no thread left. */
bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context);

/* Runs a routine on a thread of thread_start, and waits for the end of the routine. Use thread_call for work that may
 * need more stack than the caller's thread has. If the system has no memory or no thread left, runs nothing and returns
 * false. */
bool thread_call(void *(*run)(void *context), void *context);

/* Returns the system's number of the calling thread, never 0. Async-signal-safe: reads no memory of the
 * thread. */
uintptr_t thread_id(void);

/* Counts a step of the calling thread's work. The watch (src/GLOSSARY.md) sees progress by this count. Call thread_step
 * in every loop that may last for seconds. In WebAssembly thread_step now and then lets the host deliver input. */
void thread_step(void);

/* Returns the counter of the calling thread's calls of thread_step. Any thread may read the counter while the
 * thread lives. */
const atomic_uint_least64_t *thread_steps(void);

/* Returns the number of CPUs that this process may use, at least 1. */
int thread_cpus(void);

/* Lowers the priority of the calling thread permanently, if the system allows it. */
void thread_step_back(void);

/* Returns a number by which thread_time finds the processor time of the calling thread. */
int64_t thread_clock(void);

/* Returns the processor time, in milliseconds, of the thread whose thread_clock returned `clock`. Returns -1 if that
 * thread has ended. Any thread may call thread_time. */
int64_t thread_time(int64_t clock);

/* Makes a condition variable for thread_wait_for, which measures time by the monotonic clock. Returns false if the
 * system cannot make the variable. */
bool thread_condition_init(pthread_cond_t *condition);

/* Waits like pthread_cond_wait, but at most `milliseconds`, from 0 to the milliseconds of a day. Like pthread_cond_wait
 * it may return earlier without a signal, so the caller must check its condition again. */
void thread_wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t milliseconds);

/* Lets the main thread's stack grow to at least MAIN_STACK_MIN bytes: raises the user's limit (ulimit -s) if the limit
 * is lower. Returns 0, or the limit in bytes if the limit stays too low. Call main_stack_limit first in main. */
size_t main_stack_limit(void);

/* A separate stack for the signal handlers of a thread. The handlers run on this stack even if the thread's own stack
 * has overflowed. */
typedef struct AltStack {
    void *memory; /* NULL if memory is short */
    /* the alternate signal stack that the thread had before: the values that sigaltstack returned */
    void *before;
    size_t before_size;
    int before_flags;
} AltStack;

/* Gives the calling thread an alternate signal stack. If memory is short, the thread continues without one. */
void alt_stack_enter(AltStack *stack);

/* Undoes alt_stack_enter at the end of the same thread: frees the alternate signal stack, and sets the one that the
 * thread had before, such as that of a sanitizer. */
void alt_stack_leave(AltStack *stack);

/* Runs the routine of a thread so that the thread's signal handlers work even if the routine overruns the stack. Only
 * thread_start calls thread_run. */
void *thread_run(void *(*run)(void *context), void *context);

/* --- the monotonic clock, which always runs forward and which nobody can set ------------------ */

/* Return the time of the monotonic clock in nanoseconds, microseconds and milliseconds. */
int64_t clock_nanoseconds(void);
int64_t clock_microseconds(void);
int64_t clock_now(void);

#endif
