#include "os/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
enum { COUNT = sizeof SIGNALS / sizeof *SIGNALS };

static void (*asked)(void);
static void (*pipe_before)(int);

static void on_signal(int number) {
    (void)number;
    asked();
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

void interrupt_catch(void (*ask)(void)) {
    asked = ask;
    pipe_before = signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < COUNT; i++)
        set(SIGNALS[i], on_signal, SA_RESTART | SA_RESETHAND);
}

void interrupt_release(void) {
    signal(SIGPIPE, pipe_before);
    for (int i = 0; i < COUNT; i++)
        set(SIGNALS[i], SIG_DFL, 0);
}
