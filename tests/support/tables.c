#include "support/tables.h"

#include "board/fen.h"
#include "support/cmocka_test.h"
#include "support/setup.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE = 512 };

/* --- the tables ----------------------------------------------------------------------------- */

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

int dtz_of(const Position *pos) {
    int dtz;
    return tablebase_rank_dtz(pos, NULL, 0, &dtz) ? dtz : INT_MIN;
}

int each_line(const char *name, Position *pos, void (*visit)(const char *operations)) {
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

/* --- a folder for the test's tables --------------------------------------------------------- */

char table_folder[] = "/tmp/panoptes tables XXXXXX";

bool table_folder_create(void) {
    return mkdtemp(table_folder) != NULL;
}

void remove_files(void) {
    DIR *directory = opendir(table_folder);
    if (!directory)
        return;
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", table_folder, entry->d_name);
        if (unlink(path))
            rmdir(path);
    }
    closedir(directory);
}

int table_folder_remove(void) {
    remove_files();
    return rmdir(table_folder);
}

void file_path(char path[PATH_MAX], const char *name) {
    snprintf(path, PATH_MAX, "%s/%s", table_folder, name);
}

void write_file(const char *name, const void *bytes, size_t size) {
    char path[PATH_MAX];
    file_path(path, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

unsigned char *read_table(const char *name, size_t *size) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, TABLES "/%s", name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

void copy_table(const char *name) {
    size_t size;
    unsigned char *bytes = read_table(name, &size);
    write_file(name, bytes, size);
    free(bytes);
}
