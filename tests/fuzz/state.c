/* The state of a tuning run, as text. With '+' as the first byte a right checksum is put behind it, so
 * that what it guards is reached. */
#include "fuzz/fuzz.h"

#include "tune/tune_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKSUM_ROOM = 64 };

/* The last line of a state; see tune_state.h. */
static size_t write_checksum(const char *text, size_t size, char *out) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)text[i]) * 0x100000001b3u;
    return (size_t)snprintf(out, CHECKSUM_ROOM, "checksum %016" PRIx64 "\n", hash);
}

static void look(const char *text, size_t size) {
    static Run run, before;
    static bool is_set;
    char fault[STATE_FAULT_SIZE];
    if (!is_set) {
        model_from_engine(&run.model);
        run.start = run.model;
        run.target = (Target){.slope = 0.01, .score_slope = 0.01, .lambda = 0.5};
    }
    is_set = true;
    before = run;
    if (state_parse(text, size, &run, fault)) {
        FUZZ_REQUIRE(state_is_sound(&run), "an unsound state was read");
        run = before;
        return;
    }
    /* The bytes between members are copied, too: NOLINTNEXTLINE(*-memory-comparison,cert-*) */
    FUZZ_REQUIRE(memcmp(&before, &run, sizeof run) == 0, "a refused state has changed the run");
    FUZZ_REQUIRE(*fault && strnlen(fault, sizeof fault) < sizeof fault, "no reason");
    for (const char *c = fault; *c; c++)
        FUZZ_REQUIRE(*c >= ' ' && *c <= '~', "unprintable: %s", fault);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const bool mend = size && *data == '+';
    const size_t skipped = mend ? 1 : 0;
    size_t length = size - skipped;
    char *text = malloc(length + CHECKSUM_ROOM);
    FUZZ_REQUIRE(text, "out of memory");
    memcpy(text, data + skipped, length);
    if (mend)
        length += write_checksum(text, length, text + length);
    /* In memory of just its size: a text need not end with a 0. */
    char *exact = realloc(text, length ? length : 1);
    FUZZ_REQUIRE(exact, "out of memory");
    look(exact, length);
    free(exact);
    return 0;
}
