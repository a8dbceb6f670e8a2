/* A FEN, then moves as UCI or SAN write them, lines of any bytes: those that are legal are played.
 * At each position every legal move must come back from either form. A line that begins with '*' is
 * about Chess960. */
#include "fuzz/fuzz.h"

#include "board/fen.h"
#include "moves/generate.h"
#include "moves/notation.h"

#include <stdlib.h>
#include <string.h>

/* Every legal move, written and read, by whoever could be asked for it. */
static void look_at_moves(Position *pos) {
    MoveList list = {.count = 0};
    char text[MOVE_TEXT_SIZE], san[SAN_SIZE];
    Move read;
    if (pos->state == pos->states + STATE_LIMIT - 2)
        position_reroot(pos);
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        move_write(pos, list.moves[i], text);
        FUZZ_REQUIRE(move_read(pos, text) == list.moves[i], "%s is read as another move", text);
        san_write(pos, list.moves[i], san);
        FUZZ_REQUIRE(san_read(pos, san, &read) == 1 && read == list.moves[i],
                     "%s, written for %s, is read as another move", san, text);
    }
}

/* The move that a text means; MOVE_NONE if none or several. */
static Move read_move(const Position *pos, const char *text) {
    const Move m = move_read(pos, text);
    Move by_san;
    const int count = san_read(pos, text, &by_san);
    FUZZ_REQUIRE(m == MOVE_NONE || move_is_legal(pos, m), "%s is read, but illegal", text);
    FUZZ_REQUIRE(count >= 0 && (count == 0) == (by_san == MOVE_NONE), "%s: %d moves", text, count);
    FUZZ_REQUIRE(!count || move_is_legal(pos, by_san), "%s is read, but illegal", text);
    return m != MOVE_NONE ? m : count == 1 ? by_san : MOVE_NONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { PLIES = 40 };
    Bytes b = {data, data + size};
    Position *pos = fuzz_position(0);
    char *fen = fuzz_line(&b);
    pos->chess960 = *fen == '*';
    const bool good = fen_parse(pos, fen + pos->chess960, NULL, 0);
    free(fen);
    if (good)
        look_at_moves(pos);
    for (int ply = 0; good && ply < PLIES && b.at < b.end;) {
        char *text = fuzz_line(&b);
        const Move m = read_move(pos, text);
        free(text);
        if (m == MOVE_NONE)
            continue;
        fuzz_make(pos, m);
        fuzz_verify(pos, "make");
        look_at_moves(pos);
        ply++;
    }
    return 0;
}
