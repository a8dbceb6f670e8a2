/* What the fuzz targets share. A target is a file here that defines LLVMFuzzerTestOneInput; it is
 * linked with libFuzzer, or with main.c, which runs files. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "board/position.h"
#include "core/text.h"

/* The target: looks at an input, and aborts if something is wrong. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Called once before: fills the tables and sends stdout nowhere. Returns 0. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Says on stderr what is wrong, and aborts. */
void fuzz_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Fails unless a condition holds. */
#define FUZZ_REQUIRE(condition, ...)                                                               \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_fail(__VA_ARGS__);                                                                \
    } while (0)

/* --- reading the input ---------------------------------------------------------------------- */

/* What is left of an input that is read as a series of decisions. */
typedef struct Bytes {
    const uint8_t *at, *end;
} Bytes;

/* The next byte; 0 behind the end. */
static inline uint8_t bytes_next(Bytes *b) {
    return b->at < b->end ? *b->at++ : 0;
}

/* The next two bytes as a number. */
static inline unsigned bytes_pair(Bytes *b) {
    const unsigned high = bytes_next(b);
    return high << 8 | bytes_next(b);
}

/* A copy of bytes with a 0 behind them, just as large as that, so that a sanitizer sees who reads on.
 * The caller frees it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* Takes the first line off an input, as a text that the caller frees. */
char *fuzz_line(Bytes *b);

/* --- files ---------------------------------------------------------------------------------- */

enum { FUZZ_PATH_SIZE = 32 };

/* A file in memory that holds these bytes. Returns its descriptor, to be closed, and a path by which
 * this process can open it. */
int fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH_SIZE]);

/* --- positions ------------------------------------------------------------------------------ */

/* One of a few positions to work in, the same in each call with the same number from 0 to 3. */
Position *fuzz_position(int number);

/* Sets a position up; fails if it is refused. */
void fuzz_set(Position *pos, const char *fen);

/* Compares all that a position holds, and what the generators give, with the same made from
 * scratch. */
void fuzz_verify(const Position *pos, const char *event);

#endif
