#include "uci/inlet.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct Inlet {
    int wake[2]; /* a pipe; a byte in it wakes inlet_read */
};

Inlet *inlet_open(void) {
    Inlet *inlet = malloc(sizeof *inlet);
    if (!inlet || pipe(inlet->wake)) {
        free(inlet);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(inlet->wake[i], F_SETFD, FD_CLOEXEC);
        fcntl(inlet->wake[i], F_SETFL, O_NONBLOCK);
    }
    return inlet;
}

/* Empties the pipe. Returns whether something was in it. */
static bool was_woken(Inlet *inlet) {
    char bytes[64];
    bool woken = false;
    while (read(inlet->wake[0], bytes, sizeof bytes) > 0)
        woken = true;
    return woken;
}

ssize_t inlet_read(Inlet *inlet, char *bytes, size_t size) {
    struct pollfd sources[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = inlet->wake[0], .events = POLLIN}};
    for (;;) {
        while (poll(sources, 2, -1) < 0 && errno == EINTR)
            continue;
        if (!sources[0].revents) {
            if (was_woken(inlet))
                return INLET_WOKEN;
            continue;
        }
        const ssize_t count = read(STDIN_FILENO, bytes, size);
        if (count >= 0)
            return count;
        if (errno != EINTR && errno != EAGAIN)
            return INLET_END;
    }
}

void inlet_wake(Inlet *inlet) {
    /* If the pipe is full, it wakes as well. */
    (void)!write(inlet->wake[1], "", 1);
}

void inlet_close(Inlet *inlet) {
    if (!inlet)
        return;
    close(inlet->wake[0]);
    close(inlet->wake[1]);
    free(inlet);
}
