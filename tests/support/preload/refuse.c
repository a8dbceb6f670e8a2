/* A library that is preloaded into the program under test (LD_PRELOAD) and imitates a failing
 * system:
 *
 *     REFUSE=memory:N   the N-th request for memory (malloc and similar, mmap) fails
 *     REFUSE=threads:N  the N-th thread and all later ones cannot be started
 *     REFUSED=FILE      a file that the library creates after a refusal
 *     CLOCK_JUMPS=1     the time of day jumps back and forth by ten years at each reading
 *
 * See tests/uci/uci_refusals.txt.
 */
#define _GNU_SOURCE /* RTLD_NEXT, mmap's flags */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static long memory_at, threads_at; /* the number of the call that is refused; 0: none */
static bool clock_jumps;
static atomic_long memory_calls, thread_calls, looks;

__attribute__((constructor)) static void read_environment(void) {
    const char *refuse = getenv("REFUSE");
    if (refuse && strncmp(refuse, "memory:", 7) == 0)
        memory_at = atol(refuse + 7);
    if (refuse && strncmp(refuse, "threads:", 8) == 0)
        threads_at = atol(refuse + 8);
    clock_jumps = getenv("CLOCK_JUMPS") != NULL;
}

static void report(void) {
    const char *path = getenv("REFUSED");
    const int file = path ? open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file >= 0)
        close(file);
}

static bool refuses_memory(void) {
    if (!memory_at || atomic_fetch_add(&memory_calls, 1) + 1 != memory_at)
        return false;
    report();
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) {
    return refuses_memory() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return refuses_memory() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    return refuses_memory() ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return refuses_memory() ? NULL : __libc_memalign(alignment, size);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset) {
    if (refuses_memory())
        return MAP_FAILED;
    return (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context) {
    typedef int Create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    static Create *create;
    if (threads_at && atomic_fetch_add(&thread_calls, 1) + 1 >= threads_at) {
        report();
        return EAGAIN;
    }
    if (!create)
        *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    return create(thread, attributes, run, context);
}

static time_t jumped(time_t seconds) {
    enum { YEARS = 10 * 365 * 24 * 3600 };
    return clock_jumps ? seconds + (atomic_fetch_add(&looks, 1) % 2 ? -YEARS : YEARS) : seconds;
}

int clock_gettime(clockid_t clock, struct timespec *t) {
    const int result = (int)syscall(SYS_clock_gettime, clock, t);
    if (clock == CLOCK_REALTIME)
        t->tv_sec = jumped(t->tv_sec);
    return result;
}

time_t time(time_t *at) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (at)
        *at = t.tv_sec;
    return t.tv_sec;
}
