#define _GNU_SOURCE /* memfd_create */

#include "fuzz/fuzz.h"

#include "board/fen.h"
#include "engine/engine.h"
#include "selfcheck/selfcheck.h"
#include "selfcheck/verify.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* By default UBSan goes on after a report; in fuzzing a report ends the program. */
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) {
    return "halt_on_error=1:print_stacktrace=1";
}

/* The comparator would take nearly all of the time if it ran after every make and unmake. So it runs after one call in
 * INTERVAL. The targets themselves compare the positions that matter. */
static PositionHook *compare;

static void compare_now_and_then(const Position *pos, const char *event) {
    enum { INTERVAL = 61 };
    static _Thread_local int changes;
    if (changes++ % INTERVAL == 0)
        compare(pos, event);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    bool known;
    tables_init(cpu_level(&known));
    selfcheck_init();
    compare = position_hook;
    if (compare)
        position_hook = compare_now_and_then;
    fflush(stdout);
    dup2(open("/dev/null", O_RDWR | O_CLOEXEC), STDOUT_FILENO);
    return 0;
}

void fuzz_fail(const char *format, ...) {
    va_list arguments;
    fputs("fuzz: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}

char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    FUZZ_REQUIRE(text, "out of memory");
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

char *fuzz_line(Bytes *b) {
    const size_t left = (size_t)(b->end - b->at);
    const uint8_t *feed = left ? memchr(b->at, '\n', left) : NULL;
    char *text = fuzz_text(b->at, feed ? (size_t)(feed - b->at) : left);
    b->at = feed ? feed + 1 : b->end;
    return text;
}

int fuzz_file(const uint8_t *data, size_t size, char path[FUZZ_PATH_SIZE]) {
    const int file = memfd_create("fuzz", MFD_CLOEXEC);
    FUZZ_REQUIRE(file >= 0 && pwrite(file, data, size, 0) == (ssize_t)size, "no file in memory");
    snprintf(path, FUZZ_PATH_SIZE, "/proc/self/fd/%d", file);
    return file;
}

Position *fuzz_position(int number) {
    static Position positions[4] __attribute__((aligned(CACHE_LINE)));
    return &positions[number];
}

void fuzz_set(Position *pos, const char *fen) {
    char error[FEN_ERROR_SIZE];
    FUZZ_REQUIRE(fen_parse(pos, fen, error, sizeof error), "%s: %s", fen, error);
}

void fuzz_verify(const Position *pos, const char *event) {
    static char report[DIFFERENCE_SIZE];
    FUZZ_REQUIRE(verify_position(pos, event, report), "%s", report);
    FUZZ_REQUIRE(verify_moves(pos, report), "%s: %s", event, report);
}
