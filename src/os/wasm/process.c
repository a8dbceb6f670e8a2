/* Memory, threads and the process in WebAssembly, which has one thread and no other program. */
#include "os/process.h"

#include "os/memory.h"
#include "os/thread.h"

#include <stdlib.h>
#include <string.h>

/* --- memory ---------------------------------------------------------------------------------- */

/* A module's memory grows by pages of 64 KB. There are no huge pages. */
void *memory_map(size_t size) {
    enum { PAGE = 1 << 16 };
    const size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    void *memory = whole >= size ? aligned_alloc(CACHE_LINE, whole) : NULL;
    return memory ? memset(memory, 0, whole) : NULL;
}

void memory_unmap(void *memory, size_t size) {
    free(memory);
}

void memory_zero(void *memory, size_t size, int threads) {
    memset(memory, 0, size);
}

/* The host sets the limit of the memory. Only a failure of memory_map shows that the limit is
 * reached. */
size_t memory_limit(size_t held) {
    return SIZE_MAX;
}

void *aligned_new(size_t size) {
    return aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

void aligned_free(void *memory) {
    free(memory);
}

/* --- thread ---------------------------------------------------------------------------------- */

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

/* In WebAssembly the linker fixes the size of the stack (wasm/system.mk), and users set no limit. */
size_t main_stack_limit(void) {
    return 0;
}

void alt_stack_enter(AltStack *stack) {
    *stack = (AltStack){0};
}

void alt_stack_leave(AltStack *stack) {
}

/* --- process --------------------------------------------------------------------------------- */

char **arguments_take(int *count, char **arguments) {
    return arguments;
}

bool terminal_is_input(void) {
    return false;
}

bool terminal_is_output(void) {
    return false;
}

FILE *rerun_open(const char *variable, const char *value, const char *const *arguments) {
    return NULL;
}

int rerun_close(FILE *output) {
    return -1;
}

const char *filter_open(Filter *filter, const char *const *arguments, int input) {
    filter->output = NULL;
    return "WebAssembly has no other programs";
}

bool filter_close(Filter *filter) {
    return true;
}

void interrupt_catch(void (*ask)(void *context), void *context) {
}

void interrupt_release(void) {
}
