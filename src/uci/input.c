#include "uci/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool input_init(Input *input) {
    enum { FIRST_SIZE = 1 << 16 };
    *input = (Input){.buffer = malloc(FIRST_SIZE), .size = FIRST_SIZE};
    if (!input->buffer || pipe(input->wake)) {
        free(input->buffer);
        return false;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(input->wake[i], F_SETFD, FD_CLOEXEC);
        fcntl(input->wake[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

/* Makes room behind what was read. If memory is short, drops the last byte of the line. */
static void make_room(Input *input) {
    if (input->start) {
        memmove(input->buffer, input->buffer + input->start, input->end - input->start);
        input->end -= input->start;
        input->start = 0;
    }
    if (input->end < input->size)
        return;
    const size_t size = 2 * input->size;
    char *buffer = realloc(input->buffer, size);
    if (buffer) {
        input->buffer = buffer;
        input->size = size;
    } else {
        input->end--;
    }
}

/* Reads what is there, and sets `ended` at the end of input. Returns where the new bytes begin. */
static size_t read_more(Input *input) {
    make_room(input);
    const size_t known = input->end;
    const ssize_t count = read(STDIN_FILENO, input->buffer + known, input->size - known);
    if (count > 0)
        input->end += (size_t)count;
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        input->ended = true;
    return known;
}

/* Takes a line of `length` bytes and its end of line from what was read. */
static InputEvent take(Input *input, size_t length) {
    input->line = input->buffer + input->start;
    input->length = length;
    input->start += length;
    if (input->start < input->end)
        input->start++;
    return INPUT_LINE;
}

/* Empties the pipe. Returns whether something was in it. */
static bool was_woken(Input *input) {
    char bytes[64];
    bool woken = false;
    while (read(input->wake[0], bytes, sizeof bytes) > 0)
        woken = true;
    return woken;
}

InputEvent input_next(Input *input) {
    struct pollfd sources[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = input->wake[0], .events = POLLIN}};
    for (size_t from = input->start;;) {
        const char *feed =
            from < input->end ? memchr(input->buffer + from, '\n', input->end - from) : NULL;
        if (feed)
            return take(input, (size_t)(feed - (input->buffer + input->start)));
        if (input->ended)
            return input->start < input->end ? take(input, input->end - input->start) : INPUT_END;
        from = input->end;
        while (poll(sources, 2, -1) < 0 && errno == EINTR)
            continue;
        if (sources[0].revents)
            from = read_more(input);
        else if (was_woken(input))
            return INPUT_WOKEN;
    }
}

void input_wake(Input *input) {
    /* If the pipe is full, it wakes as well. */
    (void)!write(input->wake[1], "", 1);
}

void input_free(Input *input) {
    close(input->wake[0]);
    close(input->wake[1]);
    free(input->buffer);
    *input = (Input){0};
}
