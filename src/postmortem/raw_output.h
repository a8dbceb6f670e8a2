/* Writing to a file descriptor with async-signal-safe calls only, for signal handlers, which must
 * not use stdio. */
#ifndef POSTMORTEM_RAW_OUTPUT_H
#define POSTMORTEM_RAW_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct RawOutput {
    int descriptor;
    bool failed; /* something could not be written */
    size_t used;
    char buffer[1024];
} RawOutput;

/* Begins to write to a descriptor, which stays the caller's. */
RawOutput raw_begin(int descriptor);

/* Add a text; a number in decimal; a number in hexadecimal with at least `digits` digits. */
void raw_text(RawOutput *out, const char *text);
void raw_number(RawOutput *out, int64_t number);
void raw_hex(RawOutput *out, uint64_t number, int digits);

/* Writes what is still in the buffer. What cannot be written is lost, and `failed` is then set. */
void raw_flush(RawOutput *out);

#endif
