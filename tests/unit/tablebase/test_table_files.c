/* Files that are not tablebases, or are damaged, are refused with a reason. No read goes outside a file. */
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/setup.h"
#include "support/tables.h"
#include "tablebase/tablebase_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

AFTER_EACH {
    files_clear();
}

AFTER {
    close_tables();
    files_remove();
}

/* Fails unless the paths are refused with a message that contains `reason`. */
static void refused(const char *paths, const char *reason) {
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE] = "";
    assert_false(tablebase_open(paths, &count, error, sizeof error));
    if (!strstr(error, reason))
        fail_msg("'%s' does not say '%s'", error, reason);
    assert_int_equal(tablebase_men(), 0);
    assert_int_equal(count.wdl, 0);
    tablebase_open(paths, &count, error, 0);
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
    refused("/no/such/folder", "No such file or directory");
    refused("/dev/null", "Not a directory");
    refused("Makefile", "Not a directory");
    refused(files_folder(), "no Syzygy tables");
    refused(":", "no Syzygy tables");
    write_file("KNBvK.rtbw", "", 0); /* not the name of a table: N stands before B */
    write_file("readme.txt", "", 0);
    refused(files_folder(), "no Syzygy tables");
    snprintf(paths, sizeof paths, "%s:/no/such/folder", files_folder());
    refused(paths, "/no/such/folder");
    char *endless = malloc(100000);
    assert_non_null(endless);
    memset(endless, 'x', 99999);
    endless[99999] = '\0';
    refused(endless, "is too long");
    free(endless);
}

TEST(files_that_are_no_tables) {
    static unsigned char bytes[64 * 100 + 16];
    char path[PATH_MAX];
    static const size_t SIZES[] = {0, 1, 4, 16, 63, 64, 80, 64 * 100 + 16};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        write_file("KRPvKR.rtbw", bytes, SIZES[i]);
        refused(files_folder(), "KRPvKR.rtbw");
    }
    memcpy(bytes, "\x71\xe8\x23\x5d", 4); /* only the magic number is right */
    write_file("KRPvKR.rtbw", bytes, 80);
    refused(files_folder(), "KRPvKR.rtbw");
    files_clear();
    file_place(path, "KQvK.rtbw");
    assert_int_equal(mkdir(path, 0700), 0);
    refused(files_folder(), "is a directory");
    files_clear();
    assert_int_equal(mkfifo(path, 0600), 0);
    refused(files_folder(), "not a regular file");
    files_clear();
    assert_int_equal(symlink("/no/such/table", path), 0);
    refused(files_folder(), "No such file");
}

TEST(cut_off_tables) {
    static const char *const NAMES[] = {"KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz",
                                        "KRvK.rtbz"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        size_t size;
        unsigned char *bytes = read_table(NAMES[i], &size);
        files_clear();
        for (size_t cut = size; cut > 0;) { /* some of these sizes are possible sizes of tables */
            cut -= cut > 64 * 40 + 80 ? 64 * 37 : cut > 80 ? 64 : 1;
            write_file(NAMES[i], bytes, cut);
            refused(files_folder(), NAMES[i]);
        }
        write_file(NAMES[i], bytes, size);
        const bool whole = strchr(NAMES[i], 'w') != NULL && opened(files_folder()).wdl == 1;
        assert_int_equal(whole, strstr(NAMES[i], ".rtbw") != NULL);
        files_clear();
        write_file("KNNvK.rtbw", bytes, size); /* the file has the name of another table */
        refused(files_folder(), "KNNvK.rtbw");
        free(bytes);
    }
}

/* Fails unless the table with one byte changed is refused, and the message has its name. */
static void refused_with_byte(const char *name, size_t at, unsigned char value) {
    size_t size;
    unsigned char *bytes = read_table(name, &size);
    assert_true(at < size && bytes[at] != value);
    bytes[at] = value;
    write_file(name, bytes, size);
    free(bytes);
    refused(files_folder(), name);
}

TEST(any_damaged_byte) {
    static const char *const NAMES[] = {"KQvK.rtbw", "KPvK.rtbw", "KBNvK.rtbw", "KRvK.rtbz"};
    Random r = {31};
    for (int i = 0; i < scaled(2000); i++) {
        size_t size;
        const char *name = NAMES[i % 4];
        unsigned char *bytes = read_table(name, &size);
        const size_t at = (size_t)random_below(&r, (int)size);
        const int change = 1 + random_below(&r, 255);
        const unsigned char value = (unsigned char)(bytes[at] ^ change);
        free(bytes);
        files_clear();
        copy_table("KNvK.rtbw"); /* a good table beside the bad one */
        refused_with_byte(name, at, value);
    }
}

/* Writes a table of KBvK, in whose header `pairs` replaces the bytes from PAIRS_AT on. */
static void write_constant(const char *name, const uint8_t *pairs, size_t count) {
    enum { PAIRS_AT = 10 };
    size_t size;
    uint64_t sum[2];
    unsigned char *bytes = read_table(name, &size);
    memcpy(bytes + PAIRS_AT, pairs, count);
    checksum_make(bytes, size - CHECKSUM_SIZE, sum);
    memcpy(bytes + size - CHECKSUM_SIZE, sum, sizeof sum);
    write_file(name, bytes, size);
    free(bytes);
}

/* Distances above 100 plies, or too large for a byte, are read right. This test writes such tables itself. */
TEST(long_distances) {
    enum { WIDE_MAPPED = PAIRS_CONSTANT | PAIRS_MAPPED | PAIRS_WIDE };
    static const struct {
        uint8_t wdl, flags; /* `wdl` is the stored result, `flags` belong to the DTZ table */
        int dtz;
    } WANTED[] = {{4, WIDE_MAPPED | PAIRS_WIN_PLIES, 301},
                  {4, WIDE_MAPPED, 601},
                  {0, WIDE_MAPPED | PAIRS_LOSS_PLIES, -311},
                  {0, WIDE_MAPPED, -621},
                  {3, WIDE_MAPPED, 741},
                  {1, WIDE_MAPPED, -761}};
    for (size_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++) {
        const uint8_t wdl = WANTED[i].wdl;
        /* Each map has one entry: 300, 310, 320, 330. */
        const uint8_t results[] = {PAIRS_CONSTANT, wdl, PAIRS_CONSTANT, wdl};
        const uint8_t maps[] = {
            WANTED[i].flags, 0, 1, 0, 0x2c, 1, 1, 0, 0x36, 1, 1, 0, 0x40, 1, 1, 0, 0x4a, 1};
        files_clear();
        write_constant("KBvK.rtbw", results, sizeof results);
        write_constant("KBvK.rtbz", maps, sizeof maps);
        assert_int_equal(opened(files_folder()).dtz, 1);
        position_set(pos, "8/8/3k4/8/8/8/6B1/K7 w - - 0 1");
        assert_int_equal(tablebase_wdl(pos), wdl - 2);
        assert_int_equal(dtz_of(pos), WANTED[i].dtz);
    }
}

/* Open tables stay usable after their files are removed. */
TEST(files_that_vanish) {
    TablebaseMove none[1];
    int dtz;
    Wdl wdl;
    copy_table("KQvK.rtbw");
    copy_table("KQvK.rtbz");
    copy_table("KRvK.rtbw");
    assert_int_equal(opened(files_folder()).dtz, 1);
    files_clear();
    position_set(pos, "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
    assert_int_equal(tablebase_wdl(pos), WDL_WIN);
    assert_true(tablebase_rank_dtz(pos, none, 0, &dtz));
    position_set(pos, "8/8/8/3k4/8/8/1r6/K7 b - - 0 1");
    assert_int_equal(tablebase_wdl(pos), WDL_WIN);
    assert_true(tablebase_rank_wdl(pos, none, 0, &wdl));
    assert_false(tablebase_rank_dtz(pos, none, 0, &dtz));
    refused(files_folder(), "no Syzygy tables");
}
