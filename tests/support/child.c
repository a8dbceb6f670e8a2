#define _GNU_SOURCE /* pipe2 */

#include "support/child.h"

#include "support/timing.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHILD_LIMIT = 16 };
enum { TURN = 1000 /* milliseconds */, AT_REST = 1000 /* microseconds of a turn */, ASLEEP = 10 };
static volatile pid_t running[CHILD_LIMIT];

static void remember(pid_t pid, pid_t instead_of) {
    for (int i = 0; i < CHILD_LIMIT; i++) {
        if (running[i] == instead_of) {
            running[i] = pid;
            return;
        }
    }
}

int64_t micros_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void become(const char *path, const char *const *arguments, int in, int out) {
    /* Who starts us may ignore these, as a shell does for its background. */
    static const int DEFAULT[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ};
    enum { ARGUMENTS = 16 };
    const char *words[ARGUMENTS] = {path};
    const struct rlimit resident = {CHILD_RESIDENT << 20, CHILD_RESIDENT << 20};
    for (int i = 0; arguments && arguments[i] && i + 2 < ARGUMENTS; i++)
        words[i + 1] = arguments[i];
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    for (size_t i = 0; i < sizeof DEFAULT / sizeof *DEFAULT; i++)
        signal(DEFAULT[i], SIG_DFL);
    if (setrlimit(RLIMIT_RSS, &resident) == 0)
        execv(path, (char *const *)words);
    _exit(127);
}

bool child_start(Child *child, const char *path, const char *const *arguments) {
    int to[2], from[2];
    signal(SIGPIPE, SIG_IGN); /* a child that has gone is an error code, not our death */
    /* Other children must not inherit these ends, else this one would never see the end of its
     * input. */
    if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
        return false;
    child->pid = fork();
    if (child->pid == 0)
        become(path, arguments, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    child->in = to[1];
    child->out = from[0];
    child->ended = child->asleep = false;
    child->used = 0;
    remember(child->pid, 0);
    return child->pid > 0;
}

bool child_send_bytes(Child *child, const char *bytes, size_t size) {
    while (size) {
        const ssize_t n = write(child->in, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

void child_format(char *text, size_t size, const char *format, va_list args) {
    const int n = vsnprintf(text, size - 1, format, args);
    if (n < 0 || (size_t)n >= size - 1)
        abort();
    memcpy(text + n, "\n", 2);
}

bool child_send(Child *child, const char *text) {
    return child_send_bytes(child, text, strlen(text));
}

/* True if all threads of a child sleep: none of them works, or waits for a processor or a disk. */
static bool sleeps(pid_t child) {
    char text[256];
    bool all = true;
    glob_t threads;
    snprintf(text, sizeof text, "/proc/%d/task/*/stat", (int)child);
    if (glob(text, 0, NULL, &threads))
        return false;
    for (size_t i = 0; i < threads.gl_pathc; i++) {
        FILE *file = fopen(threads.gl_pathv[i], "r");
        const bool read = file && fgets(text, sizeof text, file) && strrchr(text, ')');
        all &= read && strrchr(text, ')')[2] == 'S';
        if (file)
            fclose(file);
    }
    globfree(&threads);
    return all;
}

/* Waits for output until the deadline, or until the child has slept for ASLEEP turns: it looked after
 * itself at most. */
static bool output_comes(Child *child, int64_t deadline) {
    struct pollfd poller = {.fd = child->out, .events = POLLIN};
    int64_t before = 0;
    for (int turns = 0; turns <= ASLEEP;) {
        const int64_t left = (deadline - micros_now()) / 1000 + 1;
        const int ready = poll(&poller, 1, left < 1 ? 0 : left < TURN ? (int)left : TURN);
        if (ready || left <= TURN)
            return ready > 0;
        const int64_t used = processor_time(child->pid);
        turns = used - before > AT_REST || !sleeps(child->pid) ? 0 : turns + 1;
        before = used;
    }
    child->asleep = true;
    return false;
}

/* Reads more into the buffer; false if nothing came before the deadline. */
static bool fill(Child *child, int64_t deadline) {
    child->asleep = false;
    if (child->ended || child->used == CHILD_BUFFER || !output_comes(child, deadline))
        return false;
    const ssize_t n = read(child->out, child->buffer + child->used, CHILD_BUFFER - child->used);
    child->ended = n <= 0;
    child->used += n > 0 ? (size_t)n : 0;
    return n > 0;
}

bool child_line(Child *child, char *line, size_t size, int timeout_ms) {
    const int64_t deadline = micros_now() + (int64_t)timeout_ms * 1000;
    char *end;
    while ((end = memchr(child->buffer, '\n', child->used)) == NULL)
        if (!fill(child, deadline))
            return false;
    const size_t length = (size_t)(end - child->buffer), kept = length < size ? length : size - 1;
    memcpy(line, child->buffer, kept);
    line[kept] = '\0';
    child->used -= length + 1;
    memmove(child->buffer, end + 1, child->used);
    return true;
}

bool child_may_answer(const Child *child, int timeout_ms) {
    return !child->ended && !child->asleep && timeout_ms >= PATIENCE && machine_is_overloaded();
}

bool child_wait(Child *child, const char *start, char *line, size_t size, int timeout_ms) {
    const int64_t deadline = micros_now() + (int64_t)timeout_ms * 1000;
    do {
        const int64_t left = (deadline - micros_now()) / 1000;
        while (!child_line(child, line, size, left > 0 ? (int)left : 0))
            if (!child_may_answer(child, timeout_ms))
                return false;
    } while (strncmp(line, start, strlen(start)) != 0);
    return true;
}

int child_end(Child *child, int timeout_ms) {
    const int64_t deadline = micros_now() + (int64_t)timeout_ms * 1000;
    int status = 0, result;
    pid_t done;
    if (child->in >= 0)
        close(child->in);
    child->in = -1;
    /* Its output is read on, so that it does not wait for us. */
    while ((done = waitpid(child->pid, &status, WNOHANG)) == 0 &&
           (micros_now() < deadline || (timeout_ms >= PATIENCE && machine_is_overloaded()))) {
        child->used = 0;
        if (!fill(child, micros_now() + 2000))
            usleep(500);
    }
    if (done == 0) {
        kill(child->pid, SIGKILL);
        waitpid(child->pid, &status, 0);
        result = -1;
    } else {
        result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    remember(0, child->pid);
    close(child->out);
    return result;
}

void children_kill(void) {
    for (int i = 0; i < CHILD_LIMIT; i++)
        if (running[i] > 0)
            kill(running[i], SIGKILL);
}
