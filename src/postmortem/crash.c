#define _GNU_SOURCE /* siginfo_t, ucontext_t, syscall */

#include "postmortem/postmortem.h"

#include "os/thread.h"
#include "postmortem/postmortem_internal.h"
#include "search/search.h"
#include "selfcheck/verify.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
    int number;
    const char *what;
} SIGNALS[] = {{SIGSEGV, "signal 11 (SIGSEGV)"},
               {SIGBUS, "signal 7 (SIGBUS)"},
               {SIGILL, "signal 4 (SIGILL)"},
               {SIGFPE, "signal 8 (SIGFPE)"},
               {SIGABRT, "signal 6 (SIGABRT)"}};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof *SIGNALS };

static struct sigaction before[SIGNAL_COUNT];
static atomic_uintptr_t dying; /* the thread that writes the post-mortem, or 0 */
static atomic_bool caught;     /* crash_caught has sent the SIGABRT */
/* the words before the report on stdout, such as "info string error: " */
static const char *front_end_prefix;

/* Prints the path to stdout, unless the write would block: a front end may not read its pipe. */
static void report_to_front_end(const Cause *cause, const char *path) {
    struct pollfd to = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&to, 1, 0) != 1 || !(to.revents & POLLOUT))
        return;
    post_mortem_announce(STDOUT_FILENO, front_end_prefix, cause, path);
}

static void send(uintptr_t thread, int number) {
    syscall(SYS_tgkill, getpid(), (pid_t)thread, number);
}

static void on_crash(int number, siginfo_t *info, void *context) {
    enum { PATIENCE_SECONDS = 10, TURN = 20 }; /* TURN in milliseconds */
    static char path[POST_MORTEM_PATH_SIZE];
    int i = 0;
    while (SIGNALS[i].number != number)
        i++;
    uintptr_t first = 0;
    const uintptr_t self = thread_id();
    backtrace_escape();
    /* If two threads crash at the same time, the second thread waits until the first thread's signal ends the program,
     * or until the first thread's search goes on. */
    while (!atomic_compare_exchange_strong(&dying, &first, self)) {
        if (first ==
            self) { /* on_crash itself has crashed: the earlier handler gets the next signal */
            sigaction(number, &before[i], NULL);
            return;
        }
        first = 0;
        poll(NULL, 0, TURN);
    }
    signal(SIGALRM, SIG_DFL); /* ends the program if on_crash hangs */
    alarm(PATIENCE_SECONDS);
    const bool by_kernel = info->si_code > 0;
    const Cause cause = {.what = caught ? CRASH_CAUGHT : SIGNALS[i].what,
                         .report = verify_failure(),
                         .machine = context,
                         .address = by_kernel && number != SIGABRT ? (uintptr_t)info->si_addr : 0};
    post_mortem_write(&cause, path);
    report_to_front_end(&cause, path);
    alarm(0);
#ifndef PANOPTES_VERIFY /* a debug build ends at the first fault */
    if (by_kernel || caught) {
        const bool by_watch = caught;
        caught = false;
        dying = 0;
        verify_failed("a crash of a search that checks itself\n");
        search_escape(by_watch);
        dying = self;
    }
#endif
    /* Lets the earlier handler get the signal: if the kernel sent it, the faulty instruction runs again after the
     * return and faults again; if a process sent it, on_crash sends it again. */
    sigaction(number, &before[i], NULL);
    if (!by_kernel)
        send(self, number); /* ends the program, perhaps with a sanitizer's report */
}

/* Registers a function that a sanitizer calls before it ends the program without a signal. The
 * symbol exists only in builds with a sanitizer. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void on_sanitizer(void) {
    static char path[POST_MORTEM_PATH_SIZE];
    const Cause cause = {.what = "a sanitizer's error", .report = verify_failure()};
    if (dying)
        return;
    post_mortem_write(&cause, path);
}

void crash_caught(uintptr_t thread) {
    caught = true;
    send(thread, SIGABRT);
}

void crash_init(const char *prefix) {
    static AltStack stack; /* the calling thread uses the stack until the program ends */
    front_end_prefix = prefix;
    alt_stack_enter(&stack);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_crash;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(SIGNALS[i].number, &action, &before[i]);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(on_sanitizer);
}
