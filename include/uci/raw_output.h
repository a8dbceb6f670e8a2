/* Writing to a file descriptor with async-signal-safe calls only: what a signal handler may do,
 * where stdio is forbidden. */
#ifndef UCI_RAW_OUTPUT_H
#define UCI_RAW_OUTPUT_H

#include <stddef.h>
#include <stdint.h>

typedef struct RawOutput {
    int descriptor;
    size_t used;
    char buffer[1024];
} RawOutput;

/* Begins to write to a descriptor, which stays the caller's. */
RawOutput raw_begin(int descriptor);

/* Adds a text; a number in decimal; one in hexadecimal with that many digits at least. */
void raw_text(RawOutput *out, const char *text);
void raw_number(RawOutput *out, int64_t number);
void raw_hex(RawOutput *out, uint64_t number, int digits);

/* Writes what is still in the buffer. What cannot be written is lost. */
void raw_flush(RawOutput *out);

#endif
