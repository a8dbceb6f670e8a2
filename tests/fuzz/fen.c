/* Parses, validates and repairs any text as a FEN. The FEN of an accepted position must give the position again. */
#include "fuzz/fuzz.h"

#include "board/fen.h"
#include "inspect/inspect.h"
#include "selfcheck/verify.h"

#include <stdlib.h>
#include <string.h>

static void require_printable(const char *text, size_t size) {
    FUZZ_REQUIRE(*text && strlen(text) < size, "an error of %zu bytes", strlen(text));
    for (const char *c = text; *c; c++)
        FUZZ_REQUIRE(*c >= ' ' && *c <= '~', "unprintable: %s", text);
}

static void require_same(const State *a, const State *b, const char *fen) {
    FUZZ_REQUIRE(a->key == b->key && a->side == b->side && a->ep == b->ep &&
                     a->rule50 == b->rule50 && a->castling == b->castling &&
                     a->material == b->material &&
                     memcmp(a->man_on, b->man_on, sizeof a->man_on) == 0,
                 "another position from what was written: %s", fen);
}

/* Fails if a position is damaged, its score depends on the colours, or its FEN gives another position. */
static void look_at_accepted(const Position *pos) {
    static char report[DIFFERENCE_SIZE];
    char fen[FEN_SIZE], second[FEN_SIZE];
    Position *again = fuzz_position(1);
    again->chess960 = pos->chess960;
    fuzz_verify(pos, "parsed");
    FUZZ_REQUIRE(verify_evaluation(pos, fuzz_position(2), report), "%s", report);
    fen_write(pos, fen);
    fuzz_set(again, fen);
    require_same(pos->state, again->state, fen);
    FUZZ_REQUIRE(game_ply(pos) == game_ply(again), "another ply: %s", fen);
    fen_write(again, second);
    FUZZ_REQUIRE(strcmp(fen, second) == 0, "%s, then %s", fen, second);
}

/* Parses into a position that still holds the previous input. */
static bool parse(const char *fen, bool chess960) {
    Position *pos = fuzz_position(0);
    char error[FEN_ERROR_SIZE] = "";
    pos->chess960 = chess960;
    const State *before = pos->state;
    const Key key = pos->state ? pos->state->key : 0;
    const bool good = fen_parse(pos, fen, error, sizeof error);
    FUZZ_REQUIRE(pos->chess960 == chess960, "chess960 has changed");
    if (good) {
        look_at_accepted(pos);
        return true;
    }
    require_printable(error, sizeof error);
    FUZZ_REQUIRE(pos->state == before && (!before || pos->state->key == key),
                 "a refused FEN left traces");
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *fen = fuzz_text(data, size);
    FenFault fault;
    Document out = {0};
    const bool good = parse(fen, false);
    FUZZ_REQUIRE(!good || parse(fen, true), "refused in Chess960");
    FUZZ_REQUIRE(fen_check(NULL, fen, &fault) == good, "fen_check disagrees");
    FUZZ_REQUIRE(validate_text(&out, fen, false) == good, "validate disagrees");
    document_free(&out);
    if (*fault.reason)
        require_printable(fault.reason, sizeof fault.reason);
    free(fen);
    return 0;
}
