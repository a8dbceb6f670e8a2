#define _GNU_SOURCE /* pipe2 */

#include "lib/uci_process.h"

#include "core/types.h"
#include "os/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- start and end --------------------------------------------------------------------------- */

/* Runs the command in the new process. Since the program that forked has threads, this function may
 * call only async-signal-safe functions. */
static void become(const char *const *command, int in, int out, bool shows_errors) {
    static const int DEFAULT[] = {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGXFSZ};
    const int errors = shows_errors ? STDERR_FILENO : open("/dev/null", O_WRONLY | O_CLOEXEC);
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (errors < 0 || dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(errors, STDERR_FILENO) < 0)
        _exit(127);
    for (size_t i = 0; i < sizeof DEFAULT / sizeof *DEFAULT; i++)
        signal(DEFAULT[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execv(*command, (char *const *)command);
    _exit(127);
}

bool uci_process_start(UciProcess *p, const char *const *command, bool shows_errors,
                       const atomic_bool *stop) {
    int to[2], from[2];
    *p = (UciProcess){.stop = stop};
    signal(SIGPIPE, SIG_IGN);
    if (pipe2(to, O_CLOEXEC))
        return false;
    if (pipe2(from, O_CLOEXEC)) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    const pid_t pid = fork();
    if (pid == 0)
        become(command, to[0], from[1], shows_errors);
    close(to[0]);
    close(from[1]);
    if (pid < 0) {
        close(to[1]);
        close(from[0]);
        return false;
    }
    setpgid(pid, pid); /* parent and child both call setpgid, since either may run first */
    /* Only our ends become non-blocking: the engine may expect blocking pipes. */
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    p->pid = pid;
    p->in = to[1];
    p->out = from[0];
    return true;
}

/* True after the process has exited. No other process gets its id before waitpid. */
static bool has_exited(const UciProcess *p) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid;
}

/* Discards output until its end or the deadline. While the pipe is full, the engine cannot quit. */
static void drain(UciProcess *p, int64_t deadline) {
    p->stop = NULL;
    while (!p->ended && clock_microseconds() < deadline)
        uci_process_line(p, deadline);
}

void uci_process_close(UciProcess *p) {
    if (p->in >= 0)
        close(p->in);
    p->in = -1;
}

int uci_process_end(UciProcess *p, int64_t deadline) {
    int status = 0;
    if (!p->pid)
        return 0;
    p->stop = NULL;
    if (p->in >= 0 && !p->ended && clock_microseconds() < deadline)
        uci_process_send(p, "quit\n", deadline);
    uci_process_close(p);
    drain(p, deadline);
    while (clock_microseconds() < deadline && !has_exited(p))
        poll(NULL, 0, 1);
    const bool is_killed = !has_exited(p);
    /* Kills before waitpid, since after waitpid another process group may get this number. */
    kill(-p->pid, SIGKILL);
    kill(p->pid, SIGKILL);
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    close(p->out);
    p->pid = 0;
    p->ended = true;
    return is_killed ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* --- lines ----------------------------------------------------------------------------------- */

static bool is_stopped(const UciProcess *p) {
    return p->stop && *p->stop;
}

/* Waits until a pipe is ready. Every TURN it checks *stop, and whether the process has exited. The
 * end of the process need not end the pipe, since a child of the engine may keep it open. */
static bool wait_for(UciProcess *p, int file, short event, int64_t deadline) {
    enum { TURN = 100 }; /* milliseconds */
    struct pollfd poller = {.fd = file, .events = event};
    while (!is_stopped(p)) {
        const bool exited = has_exited(p); /* before poll: an exited process writes no more */
        const int64_t left = exited ? 0 : max_int64(0, deadline - clock_microseconds());
        if (poll(&poller, 1, (int)min_int64(TURN, (left + 999) / 1000)) > 0)
            return true;
        p->ended |= exited;
        if (left == 0)
            return false;
    }
    return false;
}

bool uci_process_send(UciProcess *p, const char *text, int64_t deadline) {
    size_t left = strlen(text);
    while (left && p->pid && !p->ended) {
        const ssize_t n = write(p->in, text, left);
        if (n > 0) {
            text += n;
            left -= (size_t)n;
        } else if (errno == EAGAIN) {
            if (!wait_for(p, p->in, POLLOUT, deadline))
                return false;
        } else if (errno != EINTR) {
            p->ended = true;
        }
    }
    return !left;
}

/* Reads more output; returns false if nothing has come before the deadline. */
static bool fill(UciProcess *p, int64_t deadline) {
    memmove(p->buffer, p->buffer + p->begin, p->used);
    p->begin = 0;
    if (!wait_for(p, p->out, POLLIN, deadline))
        return false;
    const ssize_t n = read(p->out, p->buffer + p->used, UCI_LINE_MAX - p->used);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    p->ended |= n <= 0;
    p->used += n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* Removes the first line from the buffer and returns it. A line longer than the buffer is cut: one
 * call returns the part that fills the buffer, and later calls remove the rest and return NULL.
 * Also returns NULL if the buffer does not have a whole line yet. */
static char *take_line(UciProcess *p) {
    char *const line = p->buffer + p->begin, *const end = memchr(line, '\n', p->used);
    const bool was_cut = p->cutting, is_full = p->used == UCI_LINE_MAX;
    if (!end && !is_full)
        return NULL;
    const size_t length = end ? (size_t)(end - line) : p->used;
    p->cutting = !end;
    p->begin += length + (end != NULL);
    p->used -= length + (end != NULL);
    line[length] = '\0';
    return was_cut ? NULL : line;
}

char *uci_process_line(UciProcess *p, int64_t deadline) {
    while (p->pid && !is_stopped(p)) {
        const size_t before = p->used;
        char *const line = take_line(p);
        if (line)
            return line;
        if (p->used < before) {
            if (clock_microseconds() > deadline)
                return NULL;
            continue;
        }
        if (!fill(p, p->ended ? 0 : deadline)) /* ended: reads the rest of the pipe */
            return NULL;
    }
    return NULL;
}
