#include "lib/ending.h"

#include <pthread.h>
#include <time.h>

void ending_block(sigset_t *ending) {
    static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(ending);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; i++) {
        struct sigaction action;
        if (sigaction(SIGNALS[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(ending, SIGNALS[i]);
    }
    pthread_sigmask(SIG_BLOCK, ending, NULL);
}

bool ending_asked(const sigset_t *ending, int milliseconds) {
    const struct timespec patience = {.tv_nsec = milliseconds * 1000000L};
    return sigtimedwait(ending, NULL, &patience) > 0;
}
