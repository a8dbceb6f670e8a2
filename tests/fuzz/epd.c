/* Reads a line of a file of positions: a FEN or an EPD. */
#include "fuzz/fuzz.h"

#include "engine/positions.h"
#include "moves/generate.h"

#include <stdlib.h>
#include <string.h>

static void look_at_moves(const Position *pos, const EpdMoves *moves) {
    FUZZ_REQUIRE(moves->count >= 0 && moves->count <= EPD_MOVES_MAX, "%d moves", moves->count);
    for (int i = 0; i < moves->count; i++)
        FUZZ_REQUIRE(move_is_legal(pos, moves->moves[i]), "an illegal move");
}

static void look(Token line) {
    Position *pos = fuzz_position(0);
    char fen[FEN_SIZE], error[EPD_ERROR_SIZE] = "";
    Epd epd;
    epd_is_blank(line);
    const bool has_fen = epd_fen(line, fen);
    FUZZ_REQUIRE(!has_fen || strlen(fen) < sizeof fen, "a long FEN");
    if (!epd_parse(line, pos, &epd, error)) {
        FUZZ_REQUIRE(*error, "no reason");
        for (const char *c = error; *c; c++)
            FUZZ_REQUIRE(*c >= ' ' && *c <= '~', "unprintable: %s", error);
        return;
    }
    FUZZ_REQUIRE(has_fen && strlen(epd.id) < EPD_ID_SIZE, "no FEN, or a long name");
    look_at_moves(pos, &epd.best);
    look_at_moves(pos, &epd.avoid);
    look_at_moves(pos, &epd.scored);
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    epd_asks(&epd);
    for (int i = 0; i < list.count; i++) {
        epd_is_solved(&epd, list.moves[i], SCORE_MATE - 5);
        epd_is_solved(&epd, list.moves[i], -SCORE_MATE + 5);
        epd_points(&epd, list.moves[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* A token does not end with a 0 byte, so the copy has none. */
    uint8_t *copy = malloc(size ? size : 1);
    FUZZ_REQUIRE(copy, "out of memory");
    if (size)
        memcpy(copy, data, size);
    fuzz_position(0)->chess960 = size & 1;
    look((Token){(const char *)copy, size});
    free(copy);
    return 0;
}
