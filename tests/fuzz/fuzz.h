/* Helpers of the fuzz targets. A target is a file in this folder that defines LLVMFuzzerTestOneInput. The Makefile
 * links it with libFuzzer, or with main.c, which runs files. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "board/position.h"
#include "core/text.h"

/* The target: tests one input, and aborts if something is wrong. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Called once before the first input: fills the tables and redirects stdout to /dev/null. Returns 0. */
int LLVMFuzzerInitialize(int *argc, char ***argv);

/* Prints the message on stderr, and aborts. */
void fuzz_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* Calls fuzz_fail with the message unless the condition holds. */
#define FUZZ_REQUIRE(condition, ...)                                                               \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_fail(__VA_ARGS__);                                                                \
    } while (0)

/* The unread part of an input, from `at` to before `end`. */
typedef struct Bytes {
    const uint8_t *at, *end;
} Bytes;

/* Reads the next byte; 0 after the end. */
static inline uint8_t bytes_next(Bytes *b) {
    return b->at < b->end ? *b->at++ : 0;
}

/* Reads the next two bytes as a number, the high byte first. */
static inline unsigned bytes_pair(Bytes *b) {
    const unsigned high = bytes_next(b);
    return high << 8 | bytes_next(b);
}

/* A copy of the bytes and a 0 after them. The buffer has no further byte, so that a sanitizer reports a read past the
 * end. The caller frees the copy. */
char *fuzz_text(const uint8_t *data, size_t size);

/* Reads the next line of an input. Returns its text, which the caller frees. */
char *fuzz_line(Bytes *b);

enum { FUZZ_PATH_SIZE = 32 };

/* Creates a file in memory with these bytes, and writes a path by which this process can open it. Returns the file's
 * descriptor, which the caller closes. */
int fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH_SIZE]);

/* The static position with this number, from 0 to 3. The position keeps its content between calls. */
Position *fuzz_position(int number);

/* Sets a position up; calls fuzz_fail if the FEN is refused. */
void fuzz_set(Position *pos, const char *fen);

/* Compares the whole position, and the moves that the generators give, with versions made from scratch. A difference
 * calls fuzz_fail. */
void fuzz_verify(const Position *pos, const char *event);

#endif
