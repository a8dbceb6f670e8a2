#define _GNU_SOURCE /* popen, pclose, pipe2 */
#include "os/process.h"

#include "os/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- memory ---------------------------------------------------------------------------------- */

void *memory_map(size_t size) {
    const size_t whole = memory_whole_pages(size), reserved = whole + HUGE_PAGE;
    char *mapped = mmap(NULL, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return NULL;
    /* unmaps the parts before and after the aligned part */
    const size_t before = (HUGE_PAGE - (uintptr_t)mapped % HUGE_PAGE) % HUGE_PAGE;
    char *start = mapped + before;
    if (before)
        munmap(mapped, before);
    munmap(start + whole, HUGE_PAGE - before);
    /* The call may fail. Without huge pages the program works, but more slowly. */
    (void)madvise(start, whole, MADV_HUGEPAGE);
    return start;
}

void memory_unmap(void *memory, size_t size) {
    if (memory)
        munmap(memory, memory_whole_pages(size));
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Returns the number that follows `name` in a file of /proc or /sys, or SIZE_MAX if the file has no such number. */
static size_t number_in(const char *path, const char *name) {
    char text[4096];
    size_t number, length = 0;
    FILE *file = fopen(path, "re");
    if (file) {
        length = fread(text, 1, sizeof text - 1, file);
        fclose(file);
    }
    text[length] = '\0';
    const char *at = strstr(text, name);
    return at && sscanf(at + strlen(name), "%zu", &number) == 1 ? number : SIZE_MAX;
}

/* Returns the least memory limit, in bytes, of a control group and of the groups that contain it. `name` is the file
 * with the limit. If a container hides the group's own folder, the folder `root` has the container's limit. Overwrites
 * `group`. */
static size_t group_limit(const char *root, char *group, const char *name) {
    for (size_t limit = SIZE_MAX;;) {
        char path[2048];
        snprintf(path, sizeof path, "%s%s/%s", root, group, name);
        limit = least(limit, number_in(path, ""));
        char *last = strrchr(group, '/');
        if (!last)
            return limit;
        *last = '\0';
    }
}

/* Returns the least memory limit, in bytes, of the control groups (version 1 or 2) that contain this process, or
 * SIZE_MAX. If the process uses more memory, Linux kills it. */
static size_t groups_limit(void) {
    char line[1024];
    size_t limit = SIZE_MAX;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file)) {
        char *group = strchr(line, '/');
        line[strcspn(line, "\n")] = '\0';
        if (group && strncmp(line, "0::", 3) == 0)
            limit = least(limit, group_limit("/sys/fs/cgroup", group, "memory.max"));
        else if (group && strstr(line, ":memory:"))
            limit =
                least(limit, group_limit("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes"));
    }
    if (file)
        fclose(file);
    return limit;
}

size_t memory_limit(size_t held) {
    const size_t kilobytes = number_in("/proc/meminfo", "MemAvailable:");
    size_t limit = (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
    if (kilobytes != SIZE_MAX)
        limit = least(limit, (kilobytes << 10) + held);
    struct rlimit resident;
    if (getrlimit(RLIMIT_RSS, &resident) == 0)
        /* RLIM_INFINITY, which means "no limit", is the largest number, so the minimum is right for it, too */
        limit = least(limit, resident.rlim_cur);
    return least(limit, groups_limit()) / 8 * 7;
}

void *aligned_new(size_t size) {
    return aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
}

void aligned_free(void *memory) {
    free(memory);
}

/* --- arguments and terminal ------------------------------------------------------------------- */

extern char **environ;

char **arguments_take(int *count, char **arguments) {
    return arguments;
}

bool terminal_is_input(void) {
    return isatty(STDIN_FILENO);
}

bool terminal_is_output(void) {
    return isatty(STDOUT_FILENO);
}

/* --- other programs --------------------------------------------------------------------------- */

FILE *rerun_open(const char *variable, const char *value, const char *const *arguments) {
    enum { LONGEST = 4096 };
    char command[LONGEST];
    int length = snprintf(command, LONGEST, "%s=%s /proc/%d/exe", variable, value, (int)getpid());
    for (; *arguments && length < LONGEST; arguments++)
        length += snprintf(command + length, (size_t)(LONGEST - length), " '%s'", *arguments);
    /* The command contains no text of a stranger: NOLINTNEXTLINE(cert-env33-c) */
    return length < LONGEST ? popen(command, "r") : NULL;
}

int rerun_close(FILE *output) {
    return pclose(output);
}

/* Starts a program in a process group of its own, with the default signal handlers. So Ctrl-C does not reach the
 * program. The program ends when this process closes the program's output. */
static int spawn(pid_t *child, const char *const *arguments, int input, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                              POSIX_SPAWN_SETSIGDEF);
    const int error =
        posix_spawnp(child, arguments[0], &actions, &attributes, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

const char *filter_open(Filter *filter, const char *const *arguments, int input) {
    int ends[2];
    pid_t child = -1;
    filter->output = NULL;
    if (pipe2(ends, O_CLOEXEC))
        return strerror(errno);
    FILE *output = fdopen(ends[0], "r");
    const int error = output ? spawn(&child, arguments, input, ends[1]) : errno;
    close(ends[1]);
    if (!error) {
        *filter = (Filter){output, child};
        return NULL;
    }
    if (output)
        fclose(output);
    else
        close(ends[0]);
    return error == ENOENT ? "it is not installed" : strerror(error);
}

bool filter_close(Filter *filter) {
    int status = 0;
    if (!filter->output)
        return true;
    fclose(filter->output);
    filter->output = NULL;
    pid_t ended;
    while ((ended = waitpid((pid_t)filter->process, &status, 0)) < 0 && errno == EINTR)
        continue;
    return ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* --- interrupt ------------------------------------------------------------------------------- */

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
enum { COUNT = sizeof SIGNALS / sizeof *SIGNALS };

static void (*asked)(void *context);
static void *asked_for; /* the argument of `ask` */
static void (*pipe_before)(int);

/* Sets the handler of a signal, unless the signal is ignored. */
static void set(int number, void (*handler)(int), int flags) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) || action.sa_handler == SIG_IGN)
        return;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(number, &action, NULL);
}

static void release(void) {
    for (int i = 0; i < COUNT; i++)
        set(SIGNALS[i], SIG_DFL, 0);
}

static void on_signal(int number) {
    release();
    asked(asked_for);
}

void interrupt_catch(void (*ask)(void *context), void *context) {
    asked = ask;
    asked_for = context;
    pipe_before = signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < COUNT; i++)
        set(SIGNALS[i], on_signal, SA_RESTART);
}

void interrupt_release(void) {
    signal(SIGPIPE, pipe_before);
    release();
}
