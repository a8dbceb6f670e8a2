/* Games in PGN, as the tools read them. */
#include "fuzz/fuzz.h"

#include "lib/pgn_reader.h"
#include "moves/generate.h"
#include "wdl/pgn.h"

#include <string.h>

typedef struct Seen {
    long games, faults;
} Seen;

static void look_at_move(void *context, const Position *pos, Move m) {
    (void)context;
    FUZZ_REQUIRE(move_is_legal(pos, m), "an illegal move");
}

static void look_at_comment(void *context, const char *text) {
    (void)context;
    FUZZ_REQUIRE(strlen(text) < 1 << 16, "a comment that was not cut");
}

static void look_at_end(void *context, PgnResult result, bool good) {
    (void)good;
    FUZZ_REQUIRE(result >= PGN_UNKNOWN && result <= PGN_WHITE_WON, "result %d", result);
    ((Seen *)context)->games++;
}

static void look_at_fault(void *context, long game, long line, const char *reason) {
    FUZZ_REQUIRE(game >= 1 && line >= 1 && *reason, "a fault of nothing");
    for (const char *c = reason; *c; c++)
        FUZZ_REQUIRE(*c >= ' ' && *c <= '~', "unprintable: %s", reason);
    ((Seen *)context)->faults++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static FitCounts counts;
    Seen seen = {0};
    const PgnHandler handler = {&seen, look_at_move, look_at_comment, look_at_end, look_at_fault};
    FILE *file = size ? fmemopen((void *)data, size, "r") : NULL;
    if (!file)
        return 0;
    const PgnCount count = pgn_read(file, &handler);
    FUZZ_REQUIRE(count.games == seen.games && count.faults == seen.faults && !count.error,
                 "%ld games and %ld faults, %ld and %ld were reported", count.games, count.faults,
                 seen.games, seen.faults);
    rewind(file);
    const PgnRead read = pgn_count(file, *data & 1, *data & 2, &counts);
    FUZZ_REQUIRE(read.games + read.unread <= count.games, "more games than there are");
    fclose(file);
    return 0;
}
