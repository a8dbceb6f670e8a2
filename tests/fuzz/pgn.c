/* Games in PGN. */
#include "fuzz/fuzz.h"

#include "moves/generate.h"
#include "moves/pgn.h"

#include <stdio.h>
#include <string.h>

typedef struct Seen {
    long games, faults, last;
} Seen;

static void look_at_text(const char *text) {
    FUZZ_REQUIRE(strlen(text) < PGN_TEXT_MAX, "a text that is too long");
}

static void look_at_tag(void *context, const char *name, const char *value) {
    FUZZ_REQUIRE(*name, "a tag without a name");
    look_at_text(value);
}

static void look_at_move(void *context, const Position *pos, Move m) {
    FUZZ_REQUIRE(m == MOVE_NULL ? !in_check(pos->state) : move_is_legal(pos, m), "an illegal move");
}

static void look_at_comment(void *context, const char *text) {
    look_at_text(text);
    FUZZ_REQUIRE(!strpbrk(text, "}\n\r"), "a comment with an end in it");
}

static void look_at_nag(void *context, int number) {
    FUZZ_REQUIRE(number >= 0 && number <= 255, "NAG %d", number);
}

static void look_at_variation(void *context, const char *text) {
    look_at_text(text);
    FUZZ_REQUIRE(*text == '(' && !strpbrk(text, "\n\r"), "no variation: %s", text);
}

static bool look_at_end(void *context, const Position *pos, PgnResult result, bool good) {
    Seen *seen = context;
    FUZZ_REQUIRE(result >= PGN_UNKNOWN && result <= PGN_WHITE_WON, "result %d", result);
    FUZZ_REQUIRE(pos->state->alive, "no position");
    seen->games++;
    return seen->games != seen->last;
}

static void look_at_fault(void *context, long game, long line, const char *reason) {
    FUZZ_REQUIRE(game >= 1 && line >= 1 && *reason, "a fault of nothing");
    for (const char *c = reason; *c; c++)
        FUZZ_REQUIRE(*c >= ' ' && *c <= '~', "unprintable: %s", reason);
    ((Seen *)context)->faults++;
}

static size_t read_bytes(void *file, char *bytes, size_t size) {
    return fread(bytes, 1, size, file);
}

/* Reads the games, at most `last` games unless `last` is 0. */
static long read_games(FILE *file, long last) {
    Seen seen = {.last = last};
    const PgnSource source = {file, read_bytes};
    const PgnHandler handler = {.context = &seen,
                                .tag = look_at_tag,
                                .move = look_at_move,
                                .comment = look_at_comment,
                                .nag = look_at_nag,
                                .variation = look_at_variation,
                                .end = look_at_end,
                                .fault = look_at_fault};
    const PgnCount count = pgn_read(&source, &handler);
    FUZZ_REQUIRE(count.games == seen.games && count.faults == seen.faults && !ferror(file),
                 "%ld games and %ld faults, %ld and %ld were reported", count.games, count.faults,
                 seen.games, seen.faults);
    rewind(file);
    return count.games;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FILE *file = size ? fmemopen((void *)data, size, "r") : NULL;
    if (!file)
        return 0;
    const long games = read_games(file, 0);
    const long some = games / 2;
    FUZZ_REQUIRE(!some || read_games(file, some) == some, "the reading did not end when asked to");
    fclose(file);
    return 0;
}
