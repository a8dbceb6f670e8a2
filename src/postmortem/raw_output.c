#include "postmortem/raw_output.h"

#include <errno.h>
#include <unistd.h>

RawOutput raw_begin(int descriptor) {
    RawOutput out;
    out.descriptor = descriptor;
    out.failed = false;
    out.used = 0;
    return out;
}

void raw_flush(RawOutput *out) {
    const char *at = out->buffer;
    while (out->used) {
        const ssize_t n = write(out->descriptor, at, out->used);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            out->failed = true;
            break;
        }
        at += n;
        out->used -= (size_t)n;
    }
    out->used = 0;
}

static void raw_char(RawOutput *out, char c) {
    if (out->used == sizeof out->buffer)
        raw_flush(out);
    out->buffer[out->used++] = c;
}

void raw_text(RawOutput *out, const char *text) {
    while (*text)
        raw_char(out, *text++);
}

/* A number in a base, with at least so many digits. */
static void raw_digits(RawOutput *out, uint64_t number, unsigned base, int digits) {
    char text[32];
    int n = 0;
    do {
        text[n++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number || n < digits);
    while (n)
        raw_char(out, text[--n]);
}

void raw_number(RawOutput *out, int64_t number) {
    if (number < 0)
        raw_char(out, '-');
    raw_digits(out, number < 0 ? -(uint64_t)number : (uint64_t)number, 10, 1);
}

void raw_hex(RawOutput *out, uint64_t number, int digits) {
    raw_digits(out, number, 16, digits);
}
