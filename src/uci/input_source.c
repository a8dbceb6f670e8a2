/* Standard input that another thread can interrupt (uci_internal.h), with the system call poll. */
#include "uci/uci_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

struct InputSource {
    int wake[2]; /* a pipe; a byte in it wakes input_source_read */
};

InputSource *input_source_open(void) {
    InputSource *source = malloc(sizeof *source);
    if (!source || pipe(source->wake)) {
        free(source);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(source->wake[i], F_SETFD, FD_CLOEXEC);
        fcntl(source->wake[i], F_SETFL, O_NONBLOCK);
    }
    return source;
}

/* Empties the pipe to which input_source_wake writes. Returns true if the pipe had a byte. */
static bool was_woken(InputSource *source) {
    char bytes[64];
    bool woken = false;
    while (read(source->wake[0], bytes, sizeof bytes) > 0)
        woken = true;
    return woken;
}

ssize_t input_source_read(InputSource *source, char *bytes, size_t size) {
    struct pollfd sources[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = source->wake[0], .events = POLLIN}};
    for (;;) {
        while (poll(sources, 2, -1) < 0 && errno == EINTR)
            continue;
        if (!sources[0].revents) {
            if (was_woken(source))
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

void input_source_wake(InputSource *source) {
    /* A write to a full pipe fails, which does no harm: a full pipe also wakes the reader. */
    (void)!write(source->wake[1], "", 1);
}

void input_source_close(InputSource *source) {
    if (!source)
        return;
    close(source->wake[0]);
    close(source->wake[1]);
    free(source);
}
