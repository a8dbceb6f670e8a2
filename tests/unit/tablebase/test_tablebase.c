/* Tablebases give the known results, and positions that no table covers are not probed. */
#include "support/cmocka_test.h"
#include "support/setup.h"
#include "support/tables.h"
#include "tablebase/tablebase_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

AFTER {
    close_tables();
}

static int number_after(const char *text, const char *name) {
    const char *at = strstr(text, name);
    assert_non_null(at);
    return atoi(at + strlen(name));
}

static void compare_wdl_dtz(const char *operations) {
    assert_int_equal(tablebase_wdl(pos), number_after(operations, " wdl "));
    assert_int_equal(dtz_of(pos), number_after(operations, " dtz "));
}

static int known;

/* Compares with the result that is the last word of the line. */
static void compare_known(const char *operations) {
    const Wdl wdl = tablebase_wdl(pos);
    if (wdl == WDL_UNKNOWN)
        return;
    known++;
    assert_int_equal(wdl, atoi(strrchr(operations, ' ')));
}

TEST(reference_positions_agree) {
    const bool all = open_tables();
    assert_int_equal(each_line(TEST_DATA_DIR "/endings_small.epd", compare_known), 5550);
    assert_in_range(known, all ? 5550 : 150 * TABLES_WDL, 5550);
    assert_int_equal(each_line(suite_path("syzygy/endgame_wdl_dtz.epd"), compare_wdl_dtz), 200);
}

static void compare_mate(const char *operations) {
    const int mate = number_after(operations, "dm ");
    assert_int_equal(sign(tablebase_wdl(pos)), sign(mate));
}

TEST(mates_are_won) {
    const char *mates = suite_path("syzygy/endgame_dtm_4men.epd");
    assert_true(each_line(mates, compare_mate) > 40);
}

TEST(refuses_what_tables_do_not_know) {
    open_tables();
    TablebaseMove none[1];
    int dtz;
    Wdl wdl;
    static const char *const UNKNOWN[] = {
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",    /* may castle */
        "4k3/8/8/8/8/8/PP6/R2QK3 w - - 0 1", /* too many men */
        "4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1",  /* no such table */
        "4k3/8/8/8/8/8/8/RN2K1n1 w - - 0 1", /* no such table */
    };
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof *UNKNOWN; i++) {
        position_set(pos, UNKNOWN[i]);
        assert_int_equal(tablebase_wdl(pos), WDL_UNKNOWN);
        assert_false(tablebase_rank_dtz(pos, none, 0, &dtz));
        assert_false(tablebase_rank_wdl(pos, none, 0, &wdl));
    }
    position_set(pos, "4k3/8/8/8/8/8/8/R3K3 w - - 1 1"); /* rule50 above 0: only a root is known */
    assert_int_equal(tablebase_wdl(pos), WDL_UNKNOWN);
    assert_true(tablebase_rank_dtz(pos, none, 0, &dtz));
    assert_true(dtz > 0);
    opened("");
    assert_int_equal(tablebase_men(), 0);
    position_set(pos, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_int_equal(tablebase_wdl(pos), WDL_UNKNOWN);
    assert_false(tablebase_rank_dtz(pos, none, 0, &dtz));
}

/* Lets this process take at most `more` bytes of address space in addition. -1 restores the former limit. */
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

TEST(short_address_space) {
    TablebaseCount count;
    char error[TABLEBASE_ERROR_SIZE] = "";
    opened("");
    limit_address_space(0);
    const bool good = tablebase_open(TABLES, &count, error, sizeof error);
    limit_address_space(-1);
    assert_false(good);
    if (!strstr(error, "no address space"))
        fail_msg("'%s'", error);
}
