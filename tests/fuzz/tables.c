/* Reads a Syzygy table file: the input has the file's name in a line, then its bytes. If the header is accepted, the
 * target looks up all parts of the table and some positions. The checksum need not be right. A buffer of exactly the
 * file's size replaces the mapping, so that a sanitizer reports a read past the end. */
#include "fuzz/fuzz.h"
#include "fuzz/tame.h"

#include "moves/generate.h"
#include "support/dice.h"
#include "tablebase/tablebase_internal.h"

#include <stdlib.h>
#include <unistd.h>

enum { LOOK_UPS = 100, POSITIONS = 3 };

static Random dice; /* each input begins with the same state */

static void look_up_parts(const TableFile *t) {
    for (int file = 0; file < t->files; file++) {
        for (int side = 0; side < t->sides; side++) {
            const Pairs *p = &t->pairs[file][side];
            for (int i = 0; i < LOOK_UPS; i++) {
                const uint64_t index = i ? random_word(&dice) % (p->positions + 1) : p->positions;
                const int value = pairs_value(p, index);
                FUZZ_REQUIRE(value >= -1 && value <= (i ? 0xfff : -1), "the value is %d", value);
            }
        }
    }
}

/* Places the table's men on random squares. Returns false if the position is illegal. */
static bool place_men(Position *pos, const TableFile *t) {
    const Color first = random_below(&dice, 2);
    position_clear(pos);
    for (Color c = WHITE; c <= BLACK; c++) {
        for (PieceType type = PAWN; type <= KING; type++) {
            for (int i = 0; i < t->name.count[c][type]; i++) {
                const Square sq = random_below(&dice, SQUARE_COUNT);
                if (has_bit(occupied(pos->state), sq) || (type == PAWN && (sq < 8 || sq >= 56)))
                    return false;
                position_put(pos, sq, c ^ first, type);
            }
        }
    }
    pos->state->side = (uint8_t)random_below(&dice, 2);
    if (geometry.leaper[WHITE][KING][lowest_bit(men_of(pos->state, WHITE, KING))] &
        men_of(pos->state, BLACK, KING))
        return false;
    position_finish(pos);
    return !checkers_of(pos->state, opponent(pos->state->side));
}

static void look_up_positions(const TableFile *t) {
    Position *pos = fuzz_position(0);
    TablebaseMove moves[MOVE_LIMIT];
    tables_are = t;
    for (int i = 0; i < POSITIONS; i++) {
        int dtz = 0;
        if (!place_men(pos, t))
            continue;
        Wdl wdl = tablebase_wdl(pos);
        FUZZ_REQUIRE(wdl >= WDL_LOSS && wdl <= WDL_UNKNOWN, "the result is %d", wdl);
        MoveList list = {.count = 0};
        legal_moves(pos, &list);
        for (int j = 0; j < list.count; j++)
            moves[j].move = list.moves[j];
        tablebase_rank_dtz(pos, moves, list.count, &dtz);
        tablebase_rank_wdl(pos, moves, list.count, &wdl);
    }
    tables_are = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes b = {data, data + size};
    TableName name;
    TableFile t;
    char path[FUZZ_PATH_SIZE], *text = fuzz_line(&b);
    dice = (Random){2013};
    if (table_name_read(text, &name)) {
        const size_t left = (size_t)(b.end - b.at);
        const int file = fuzz_file(b.at, left, path);
        FUZZ_REQUIRE(name.men >= 3 && name.men <= TABLEBASE_MEN_MAX, "%s: %d men", text, name.men);
        maps_are_copies = true;
        index_init();
        if (!table_open(&t, path, &name)) {
            FUZZ_REQUIRE(t.size == left, "another size");
            look_up_parts(&t);
            look_up_positions(&t);
            table_close(&t);
        }
        maps_are_copies = false;
        close(file);
    }
    free(text);
    return 0;
}
