/* Deep searches leave most of a thread's stack untouched, whatever limit the system sets. The test also covers the
 * priority of threads in a pool, timed waits, and signals. */
#define _GNU_SOURCE /* pthread_getattr_np, sched_setaffinity */

#include "board/fen.h"
#include "os/process.h"
#include "os/thread.h"
#include "search/search.h"
#include "support/cmocka_test.h"
#include "support/setup.h"

#include <dirent.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { PAINT = 0x5A, OURS = 16 << 10 /* OURS: bytes that the painter itself may use */ };
#ifdef PANOPTES_VERIFY
enum { NODES = 100000 };
#else
enum { NODES = 1000000 };
#endif

typedef struct Task {
    const char *fen;
    int deepest; /* the greatest ply that the search reached */
    size_t used; /* bytes of stack that search() used, and OURS */
} Task;

static Table table;

/* The lowest address of this thread's stack; *size is the distance in bytes to this function's frame. */
__attribute__((noinline)) static char *lowest(size_t *size) {
    pthread_attr_t attributes;
    void *stack;
    size_t all;
    assert_int_equal(pthread_getattr_np(pthread_self(), &attributes), 0);
    assert_int_equal(pthread_attr_getstack(&attributes, &stack, &all), 0);
    pthread_attr_destroy(&attributes);
    *size = (size_t)((char *)__builtin_frame_address(0) - (char *)stack);
    return stack;
}

__attribute__((no_sanitize("address", "thread"))) static void paint(char *from, size_t size) {
    for (volatile char *at = from; at < from + size; at++)
        *at = PAINT;
}

__attribute__((no_sanitize("address", "thread"))) static size_t unpainted(const volatile char *from,
                                                                          size_t size) {
    size_t left = 0;
    while (left < size && from[left] == PAINT)
        left++;
    return size - left;
}

static void remember(void *context, const Position *root, const SearchInfo *info) {
    Task *task = context;
    if (info->seldepth > task->deepest)
        task->deepest = info->seldepth;
}

static void *search(void *context) {
    Task *task = context;
    size_t size;
    char *stack = lowest(&size);
    const SearchReporter reporter = {.context = task, .info = remember};
    Pool *pool = pool_create(&table, &reporter);
    SearchLimits limits = limits_none();
    limits.nodes = NODES;
    position_set(pos, task->fen);
    table_clear(&table);
    pool_prepare(pool, pos, &limits, NULL);
    paint(stack, size - OURS);
    pool_run(pool);
    task->used = unpainted(stack, size - OURS) + OURS;
    pool_free(pool);
    return NULL;
}

/* A search of MAX_PLY plies would need less than half of the stack, at the bytes a ply of these searches. */
TEST(the_deepest_search_fits_twice) {
    /* Blocked positions, or positions with few pieces: the search goes deep. */
    static Task tasks[] = {
        {.fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"},
        {.fen = "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1"},
        {.fen = "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1"},
    };
    const struct rlimit small = {64 << 10, RLIM_INFINITY};
    setrlimit(RLIMIT_STACK, &small);
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        Task *task = &tasks[i];
        pthread_t thread;
        assert_true(thread_start(&thread, search, task));
        pthread_join(thread, NULL);
        printf("%s: %d plies, %zu of %d KB\n", task->fen, task->deepest, task->used >> 10,
               THREAD_STACK >> 10);
        assert_true(task->deepest > 20);
        assert_true(2 * task->used * MAX_PLY / (size_t)task->deepest < THREAD_STACK);
    }
}

/* The number of threads of this process with the lowest priority. */
static int threads_behind(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        count +=
            getpriority(PRIO_PROCESS, (id_t)atoi(entry->d_name)) == 19 && entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* If a pool has more threads than CPUs, the threads beyond that number get the lowest priority. */
TEST(helpers_step_back) {
    cpu_set_t all, one;
    Pool *pool = pool_create(&table, NULL);
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    assert_int_equal(thread_cpus(), CPU_COUNT(&all));
    const int behind = threads_behind(); /* all, if the tests themselves run at that priority */
    assert_int_equal(pool_resize(pool, thread_cpus()), thread_cpus());
    SearchLimits limits = limits_none();
    position_set(pos, FEN_START);
    limits.depth = 5;
    pool_prepare(pool, pos, &limits, NULL);
    pool_run(pool); /* when it returns, each thread has run */
    assert_true(threads_behind() == behind || behind > 0);
    CPU_ZERO(&one);
    for (int cpu = 0; !CPU_COUNT(&one); cpu++)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(thread_cpus(), 1);
    pool_resize(pool, 1);
    assert_int_equal(pool_resize(pool, 4), 4);
    pool_prepare(pool, pos, &limits, NULL);
    pool_run(pool);
    assert_int_equal(threads_behind(), behind > 0 ? behind + 3 : 3);
    sched_setaffinity(0, sizeof all, &all);
    pool_free(pool);
}

TEST(a_timed_wait_takes_its_time) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never;
    const int64_t end = clock_nanoseconds() + 20000000;
    int waits = 0;
    assert_true(thread_condition_init(&never));
    pthread_mutex_lock(&mutex);
    for (; clock_nanoseconds() < end; waits++)
        thread_wait_for(&never, &mutex, 20);
    assert_in_range(waits, 1, 10);
    pthread_mutex_unlock(&mutex);
    pthread_cond_destroy(&never);
}

static void note(void *context) {
    (*(int *)context)++;
}

TEST(a_second_signal_is_not_caught) {
    struct sigaction next;
    int asked = 0;
    signal(SIGINT, SIG_DFL); /* a background process may inherit an ignored SIGINT */
    interrupt_catch(note, &asked);
    raise(SIGINT);
    assert_int_equal(sigaction(SIGINT, NULL, &next), 0);
    interrupt_release();
    assert_int_equal(asked, 1);
    assert_true(next.sa_handler == SIG_DFL);
}

TEST(the_main_stack_may_grow) {
    struct rlimit limit = {MAIN_STACK_MIN - 1, RLIM_INFINITY};
    setrlimit(RLIMIT_STACK, &limit);
    assert_int_equal(main_stack_limit(), 0);
    getrlimit(RLIMIT_STACK, &limit);
    assert_true(limit.rlim_cur >= MAIN_STACK_MIN);
    limit = (struct rlimit){MAIN_STACK_MIN - 1, MAIN_STACK_MIN - 1};
    setrlimit(RLIMIT_STACK, &limit); /* the last test, since the limit cannot be raised again */
    assert_int_equal(main_stack_limit(), MAIN_STACK_MIN - 1);
}

BEFORE {
    table_resize(&table, 16);
}

AFTER {
    table_free(&table);
}
