/* Files that are no tablebases, or cease to be: refused with a reason, and read within bounds. */
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/setup.h"
#include "support/tables.h"
#include "tablebase/table_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static Position *pos;

static int set_up(void **unused) {
    (void)unused;
    pos = position_new();
    return table_folder_create() ? 0 : -1;
}

static int tear_down(void **unused) {
    (void)unused;
    close_tables();
    free(pos);
    return table_folder_remove();
}

/* Wants a refusal whose message names what is wrong. */
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

static void names_are_read(void **unused) {
    (void)unused;
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

static void paths_that_hold_no_tables(void **unused) {
    (void)unused;
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

static void files_that_are_no_tables(void **unused) {
    (void)unused;
    static unsigned char bytes[64 * 100 + 16];
    Random r = {23};
    char path[PATH_MAX];
    remove_files();
    static const size_t SIZES[] = {0, 1, 4, 16, 63, 64, 80, 64 * 100 + 16};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        write_file("KRPvKR.rtbw", bytes, SIZES[i]);
        refused(table_folder, "KRPvKR.rtbw");
    }
    for (int i = 0; i < scaled(5000); i++) {
        for (size_t j = 0; j < sizeof bytes; j++)
            bytes[j] = (unsigned char)random_next(&r);
        memcpy(bytes, "\x71\xe8\x23\x5d", 4); /* the magic number alone does not do */
        write_file("KRPvKR.rtbw", bytes, 80);
        refused(table_folder, "KRPvKR.rtbw");
    }
    remove_files();
    file_path(path, "KQvK.rtbw");
    assert_int_equal(mkdir(path, 0700), 0);
    refused(table_folder, "not a plain file");
    remove_files();
    assert_int_equal(mkfifo(path, 0600), 0);
    refused(table_folder, "not a plain file");
    remove_files();
    assert_int_equal(symlink("/no/such/table", path), 0);
    refused(table_folder, "No such file");
    remove_files();
}

static void cut_off_tables(void **unused) {
    (void)unused;
    if (!have_tables())
        skip();
    static const char *const NAMES[] = {"KQvK.rtbw", "KQvK.rtbz", "KPvK.rtbw", "KPvK.rtbz",
                                        "KRvKP.rtbz"};
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
        write_file("KRvK.rtbw", bytes, size); /* another table's name */
        refused(table_folder, "KRvK.rtbw");
        free(bytes);
    }
    remove_files();
}

/* Random bytes anywhere in the headers: accepted or refused, but read within bounds. */
static void damaged_headers(void **unused) {
    (void)unused;
    if (!have_tables())
        skip();
    static const char *const NAMES[] = {"KQvK.rtbw", "KRvKP.rtbz", "KPvKP.rtbw", "KBNvK.rtbz"};
    Random r = {29};
    int refusals = 0;
    remove_files();
    for (int i = 0; i < scaled(1000); i++) {
        const char *name = NAMES[i % 4];
        size_t size;
        unsigned char *bytes = read_table(name, &size);
        const int room = size < 600 ? (int)size : 600;
        for (int n = 1 + random_below(&r, 3); n > 0; n--)
            bytes[random_below(&r, room)] = (unsigned char)random_next(&r);
        write_file(name, bytes, size);
        free(bytes);
        char path[PATH_MAX];
        TableName table_name;
        TableFile facts;
        file_path(path, name);
        assert_true(table_name_read(name, &table_name));
        refusals += table_file_fault(path, &table_name, &facts) != NULL;
    }
    remove_files();
    print_message("%d of %d refused\n", refusals, scaled(1000));
    assert_true(refusals > 0);
}

/* --- room and files that go ------------------------------------------------------------------ */

/* Lets this process have some bytes of address space more than it has, and no more; -1: as before.
 */
static void limit_address_space(long more) {
    static struct rlimit before;
    struct rlimit limit;
    unsigned long pages;
    if (more < 0) {
        assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
        return;
    }
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%lu", &pages), 1);
    fclose(file);
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    limit = before;
    limit.rlim_cur = pages * (rlim_t)sysconf(_SC_PAGESIZE) + (rlim_t)more;
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

/* Without room the library would end the program. */
static void short_address_space(void **unused) {
    (void)unused;
    if (!have_tables())
        skip();
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE] = "";
    TablebaseMove none[1];
    int dtz;
    opened(""); /* the library itself is loaded, or will be */
    limit_address_space(4 << 20);
    const bool good = tablebase_open(TABLES, &count, error, sizeof error);
    limit_address_space(-1);
    assert_false(good);
    if (!strstr(error, "no address space for 7 MB of tables"))
        fail_msg("'%s'", error);

    open_all();
    position_set(pos, "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
    limit_address_space(0);
    const bool ranked = tablebase_rank_dtz(pos, none, 0, &dtz);
    const Wdl wdl = tablebase_wdl(pos);
    limit_address_space(-1);
    assert_false(ranked);
    assert_int_equal(wdl, WDL_WIN);
    assert_true(tablebase_rank_dtz(pos, none, 0, &dtz));
}

/* WDL tables are open from the beginning; DTZ tables are not, and are then missing. */
static void files_that_vanish(void **unused) {
    (void)unused;
    if (!have_tables())
        skip();
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read),           cmocka_unit_test(paths_that_hold_no_tables),
        cmocka_unit_test(files_that_are_no_tables), cmocka_unit_test(cut_off_tables),
        cmocka_unit_test(damaged_headers),          cmocka_unit_test(short_address_space),
        cmocka_unit_test(files_that_vanish),
    };
    setup_tables();
    return tables_status(cmocka_run_group_tests_name("table files", tests, set_up, tear_down));
}
