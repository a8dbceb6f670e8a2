/* Files that are no tablebases, or cease to be: refused with a reason, and read within bounds. */
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/setup.h"
#include "support/tables.h"
#include "support/two_positions.h"
#include "tablebase/tablebase_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

BEFORE {
    assert_true(table_folder_create());
}

AFTER {
    close_tables();
    table_folder_remove();
}

/* Wants a refusal whose message names what is wrong. */
static void refused(const char *paths, const char *reason) {
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE] = "";
    assert_false(tablebase_open(paths, NULL, &count, error, sizeof error));
    if (!strstr(error, reason))
        fail_msg("'%s' does not say '%s'", error, reason);
    assert_int_equal(tablebase_men(), 0);
    assert_int_equal(count.wdl, 0);
    tablebase_open(paths, NULL, &count, error, 0);
}

TEST(names_are_read) {
    static const char *const GOOD[] = {"KQvK.rtbw",     "KQvK.rtbz",     "KPvKP.rtbw",
                                       "KBNvKN.rtbw",   "KRPvKRP.rtbz",  "KQRBNPvK.rtbw",
                                       "KQQQQQvK.rtbw", "KRPPvKRP.rtbw", "KNNvKQ.rtbw"};
    static const char *const BAD[] = {
        "",          "KvK.rtbw",    "KvKQ.rtbw",      "KQvK",     "KQvK.rtbm",
        "kqvk.rtbw", "KNvKB.rtbw",  "KNBvK.rtbw",     "QvK.rtbw", "KQvK.rtbw~",
        "KKvK.rtbw", "KQvKKK.rtbw", "KQQQQQQvK.rtbw", "KQK.rtbw", "KPvKPP.rtbw"};
    TableName name;
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
        if (!table_name_read(GOOD[i], &name))
            fail_msg("%s refused", GOOD[i]);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        if (table_name_read(BAD[i], &name))
            fail_msg("%s accepted", BAD[i]);
}

TEST(paths_that_hold_no_tables) {
    char paths[3 * PATH_MAX];
    remove_files();
    refused("/no/such/folder", "No such file or directory");
    refused("/dev/null", "Not a directory");
    refused("Makefile", "Not a directory");
    refused(table_folder, "no Syzygy tables");
    refused(":", "no Syzygy tables");
    write_file("KNBvK.rtbw", "", 0); /* not a name of theirs */
    write_file("readme.txt", "", 0);
    refused(table_folder, "no Syzygy tables");
    snprintf(paths, sizeof paths, "%s:/no/such/folder", table_folder);
    refused(paths, "/no/such/folder");
    char *endless = malloc(100000);
    assert_non_null(endless);
    memset(endless, 'x', 99999);
    endless[99999] = '\0';
    refused(endless, "too long a path");
    free(endless);
    remove_files();
}

TEST(files_that_are_no_tables) {
    static unsigned char bytes[64 * 100 + 16];
    char path[PATH_MAX];
    remove_files();
    static const size_t SIZES[] = {0, 1, 4, 16, 63, 64, 80, 64 * 100 + 16};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        write_file("KRPvKR.rtbw", bytes, SIZES[i]);
        refused(table_folder, "KRPvKR.rtbw");
    }
    memcpy(bytes, "\x71\xe8\x23\x5d", 4); /* the magic number alone does not do */
    write_file("KRPvKR.rtbw", bytes, 80);
    refused(table_folder, "KRPvKR.rtbw");
    remove_files();
    file_path(path, "KQvK.rtbw");
    assert_int_equal(mkdir(path, 0700), 0);
    refused(table_folder, "is a directory");
    remove_files();
    assert_int_equal(mkfifo(path, 0600), 0);
    refused(table_folder, "not a regular file");
    remove_files();
    assert_int_equal(symlink("/no/such/table", path), 0);
    refused(table_folder, "No such file");
    remove_files();
}

TEST(cut_off_tables) {
    static const char *const NAMES[] = {"KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz",
                                        "KRvK.rtbz"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        size_t size;
        unsigned char *bytes = read_table(NAMES[i], &size);
        remove_files();
        for (size_t cut = size;
             cut > 0;) { /* at sizes that would pass for whole ones, and others */
            cut -= cut > 64 * 40 + 80 ? 64 * 37 : cut > 80 ? 64 : 1;
            write_file(NAMES[i], bytes, cut);
            refused(table_folder, NAMES[i]);
        }
        write_file(NAMES[i], bytes, size);
        const bool whole = strchr(NAMES[i], 'w') != NULL && opened(table_folder).wdl == 1;
        assert_int_equal(whole, strstr(NAMES[i], ".rtbw") != NULL);
        remove_files();
        write_file("KNNvK.rtbw", bytes, size); /* another table's name */
        refused(table_folder, "KNNvK.rtbw");
        free(bytes);
    }
    remove_files();
}

/* --- checksums ------------------------------------------------------------------------------- */

/* Of so many short chunks, each of other bytes and another size. */
static Checksum checksum_of(int chunks) {
    Checksummer sum;
    uint8_t bytes[1000];
    assert_true(checksum_begin(&sum, (size_t)chunks));
    for (int i = 0; i < chunks; i++) {
        const int size = 1000 - i * 24;
        for (int j = 0; j < size; j++)
            bytes[j] = (uint8_t)(i * 31 + j * 17 + j / 251);
        checksum_add(&sum, bytes, (size_t)size);
    }
    const Checksum value = checksum_value(&sum);
    checksum_free(&sum);
    return value;
}

/* By CityHash itself. Tables here are of one chunk, larger ones take other ways. */
TEST(checksums_of_many_chunks) {
    static const struct {
        int chunks;
        Checksum sum;
    } WANTED[] = {
        {1, {0xfa7e1e3f3e605345, 0x07237242ef2782d0}},
        {2, {0x87bb4474acd893cf, 0x1311fb0b87d25d9b}},
        {4, {0xe3a7d7f216c768e2, 0x5659cc358d43a5a9}},
        {5, {0x8b553b87f75936a7, 0xa989222f7d353ca3}},
        {9, {0x001bb2907ca030e8, 0x3ad77901a2187cdd}},
        {28, {0xd1dfd0627cacb431, 0x5e601ef2c9da0ea0}},
        {29, {0x2f0ba010ec61d0c6, 0x8a34208cd0b46c81}},
        {40, {0xe45aa1ef5811fcf4, 0x1d7e5a6da5612148}},
    };
    for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++) {
        const Checksum sum = checksum_of(WANTED[i].chunks);
        if (sum.low != WANTED[i].sum.low || sum.high != WANTED[i].sum.high)
            fail_msg("%d chunks: %016lx %016lx", WANTED[i].chunks, sum.low, sum.high);
    }
}

/* A table with one byte changed is refused by its name, wherever the byte is. */
static void refused_with_byte(const char *name, size_t at, unsigned char value) {
    size_t size;
    unsigned char *bytes = read_table(name, &size);
    assert_true(at < size && bytes[at] != value);
    bytes[at] = value;
    write_file(name, bytes, size);
    free(bytes);
    refused(table_folder, name);
}

TEST(any_damaged_byte) {
    static const char *const NAMES[] = {"KQvK.rtbw", "KPvK.rtbw", "KBNvK.rtbw", "KRvK.rtbz"};
    Random r = {31};
    remove_files();
    /* These two crash the library. */
    refused_with_byte("KPvK.rtbw", 1735, 0x02);
    remove_files();
    refused_with_byte("KQvK.rtbw", 113, 0xbd);
    for (int i = 0; i < scaled(2000); i++) {
        size_t size;
        const char *name = NAMES[i % 4];
        unsigned char *bytes = read_table(name, &size);
        const size_t at = (size_t)random_below(&r, (int)size);
        const int change = 1 + random_below(&r, 255);
        const unsigned char value = (unsigned char)(bytes[at] ^ change);
        free(bytes);
        remove_files();
        copy_table("KNvK.rtbw"); /* a good one beside */
        refused_with_byte(name, at, value);
    }
    remove_files();
}

/* --- files known to be whole ----------------------------------------------------------------- */

TEST(known_files_are_kept) {
    static KnownFiles known;
    struct stat status;
    char path[PATH_MAX];
    setenv("XDG_CACHE_HOME", table_folder, 1);
    remove_files();
    write_file("a", "1", 1);
    file_path(path, "a");
    assert_int_equal(stat(path, &status), 0);
    known_files_read(&known);
    assert_false(known_files_has(&known, &status));
    known_files_add(&known, &status);
    known_files_write(&known);
    known_files_read(&known);
    assert_int_equal(known.count, 1);
    assert_true(known_files_has(&known, &status));
    /* Another size or another time is another file. */
    struct stat other = status;
    other.st_size++;
    assert_false(known_files_has(&known, &other));
    other = status;
    other.st_mtim.tv_nsec ^= 1;
    assert_false(known_files_has(&known, &other));
    other = status;
    other.st_ctim.tv_nsec ^= 1;
    assert_false(known_files_has(&known, &other));
    file_path(path, "panoptes/tables");
    unlink(path);
    remove_files();
}

/* --- files that go --------------------------------------------------------------------------- */

/* WDL tables are open from the beginning; DTZ tables are not, and are then missing. */
TEST(files_that_vanish) {
    TablebaseMove none[1];
    int dtz;
    remove_files();
    copy_table("KQvK.rtbw");
    copy_table("KQvK.rtbz");
    copy_table("KRvK.rtbw");
    assert_int_equal(opened(table_folder).dtz, 1);
    remove_files();
    position_set(pos, "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
    assert_int_equal(tablebase_wdl(pos), WDL_WIN);
    assert_true(tablebase_rank_wdl(pos, none, 0));
    assert_false(tablebase_rank_dtz(pos, none, 0, &dtz));
    position_set(pos, "8/8/8/3k4/8/8/1r6/K7 b - - 0 1");
    assert_int_equal(tablebase_wdl(pos), WDL_WIN);
    refused(table_folder, "no Syzygy tables");
}
