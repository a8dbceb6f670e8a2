#include "support/tables.h"

#include "board/fen.h"
#include "support/cmocka_test.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 512 };

const char *suite_path(const char *name) {
    static char path[PATH_MAX];
    const char *suites = getenv("SUITES");
    if (!suites)
        skip();
    snprintf(path, sizeof path, "%s/%s", suites, name);
    return path;
}

TablebaseCount opened(const char *paths) {
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE] = "";
    if (tablebase_open(paths, &count, error, sizeof error))
        return count;
    fail_msg("%s: %s", paths, error);
    return count;
}

bool open_tables(void) {
    const char *suites = getenv("SUITES");
    const bool all = suites != NULL;
    const TablebaseCount count = opened(all ? suite_path("syzygy/345") : TABLES);
    assert_int_equal(count.wdl, all ? 36 : TABLES_WDL);
    assert_int_equal(count.dtz, all ? 35 : TABLES_DTZ);
    assert_int_equal(count.men, all ? 5 : TABLES_MEN);
    assert_int_equal(tablebase_men(), count.men);
    return all;
}

void close_tables(void) {
    TablebaseCount count;
    char error[1];
    tablebase_open("", &count, error, 0);
}

int dtz_of(const Position *at) {
    int dtz;
    return tablebase_rank_dtz(at, NULL, 0, &dtz) ? dtz : INT_MIN;
}

bool place_men(const char *name, uint64_t n, Color c) {
    static const char LETTERS[] = "PNBRQK";
    position_clear(pos);
    pos->state->side = n & 1 ? BLACK : WHITE;
    pos->root_ply = pos->state->side; /* Black moves at odd plies */
    n >>= 1;
    for (; *name; name++) {
        if (*name == 'v') {
            c = opponent(c);
            continue;
        }
        const PieceType type = (PieceType)(strchr(LETTERS, *name) - LETTERS);
        const Square sq = (Square)(n & 63);
        n >>= 6;
        if (has_bit(occupied(pos->state), sq) ||
            (type == PAWN && (rank_of(sq) == RANK_1 || rank_of(sq) == RANK_8)))
            return false;
        position_put(pos, sq, c, type);
    }
    const Square king = lowest_bit(men_of(pos->state, WHITE, KING));
    if (geometry.leaper[WHITE][KING][king] & men_of(pos->state, BLACK, KING))
        return false;
    position_finish(pos);
    return !checkers_of(pos->state, opponent(pos->state->side));
}

int each_line(const char *name, void (*visit)(const char *operations)) {
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    char line[LINE_SIZE];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        char board[100], side[4], castling[8], ep[4], fen[FEN_SIZE];
        int used;
        if (*line == '#' ||
            sscanf(line, "%99s %3s %7s %3s %n", board, side, castling, ep, &used) != 4)
            continue;
        snprintf(fen, sizeof fen, "%s %s %s %s", board, side, castling, ep);
        position_set(pos, fen);
        visit(line + used);
        count++;
    }
    fclose(file);
    return count;
}

void write_file(const char *name, const void *bytes, size_t size) {
    char path[FILE_PATH_SIZE];
    file_place(path, name);
    file_put(path, bytes, size);
}

unsigned char *read_table(const char *name, size_t *size) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, TABLES "/%s", name);
    return (unsigned char *)file_get(path, size);
}

void copy_table(const char *name) {
    size_t size;
    unsigned char *bytes = read_table(name, &size);
    write_file(name, bytes, size);
    free(bytes);
}
