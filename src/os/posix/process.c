#define _GNU_SOURCE /* popen, pclose, pipe2 */
#include "os/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

FILE *rerun_open(const char *variable, const char *value, const char *const *arguments) {
    enum { LONGEST = 4096 };
    char command[LONGEST];
    int length = snprintf(command, LONGEST, "%s=%s /proc/%d/exe", variable, value, (int)getpid());
    for (; *arguments && length < LONGEST; arguments++)
        length += snprintf(command + length, (size_t)(LONGEST - length), " '%s'", *arguments);
    /* Nothing of a stranger's is in the command: NOLINTNEXTLINE(cert-env33-c) */
    return length < LONGEST ? popen(command, "r") : NULL;
}

int rerun_close(FILE *output) {
    return pclose(output);
}

/* Signals do what they do in a program of its own, and Ctrl-C is not for it: it ends with its
 * output. */
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
    while (waitpid((pid_t)filter->process, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* --- interrupt ------------------------------------------------------------------------------- */

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
enum { COUNT = sizeof SIGNALS / sizeof *SIGNALS };

static void (*asked)(void *context);
static void *asked_for; /* the context */
static void (*pipe_before)(int);

static void on_signal(int number) {
    asked(asked_for);
}

/* Sets what a signal does, unless it is ignored. */
static void set(int number, void (*handler)(int), int flags) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) || action.sa_handler == SIG_IGN)
        return;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigaction(number, &action, NULL);
}

void interrupt_catch(void (*ask)(void *context), void *context) {
    asked = ask;
    asked_for = context;
    pipe_before = signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < COUNT; i++)
        set(SIGNALS[i], on_signal, SA_RESTART | SA_RESETHAND);
}

void interrupt_release(void) {
    signal(SIGPIPE, pipe_before);
    for (int i = 0; i < COUNT; i++)
        set(SIGNALS[i], SIG_DFL, 0);
}
