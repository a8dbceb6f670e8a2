/* Endgame tablebases: what the tables say, and what they are not asked. */
#include "board/make.h"
#include "moves/generate.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/setup.h"
#include "support/tables.h"
#include "support/two_positions.h"
#include "tablebase/tablebase_internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { LINE_SIZE = 512 };

AFTER {
    close_tables();
}

/* --- against what is known ------------------------------------------------------------------ */

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

/* The result is the last word. */
static void compare_known(const char *operations) {
    const Wdl wdl = tablebase_wdl(pos);
    if (wdl == WDL_UNKNOWN)
        return;
    known++;
    assert_int_equal(wdl, atoi(strrchr(operations, ' ')));
}

TEST(reference_positions_agree) {
    const bool all = open_tables();
    assert_int_equal(each_line(TEST_DATA_DIR "/endings_small.epd", pos, compare_known), 5550);
    assert_in_range(known, all ? 5550 : 150 * TABLES_WDL, 5550);
    assert_int_equal(each_line(suite_path("syzygy/endgame_wdl_dtz.epd"), pos, compare_wdl_dtz),
                     200);
}

static void compare_mate(const char *operations) {
    const int mate = number_after(operations, "dm ");
    assert_int_equal(sign(tablebase_wdl(pos)), sign(mate));
}

TEST(mates_are_won) {
    const char *mates = suite_path("syzygy/endgame_dtm_4men.epd");
    assert_true(each_line(mates, pos, compare_mate) > 40);
}

/* --- what is not to be probed --------------------------------------------------------------- */

TEST(refuses_what_tables_do_not_know) {
    open_tables();
    TablebaseMove none[1];
    int dtz;
    static const char *const UNKNOWN[] = {
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",    /* may castle */
        "4k3/8/8/8/8/8/PP6/R2QK3 w - - 0 1", /* too many men */
        "4k3/8/8/8/8/8/PP6/R3K3 w - - 0 1",  /* no such table */
        "4k3/8/8/8/8/8/8/RN2K1n1 w - - 0 1", /* nor such */
    };
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof *UNKNOWN; i++) {
        position_set(pos, UNKNOWN[i]);
        assert_int_equal(tablebase_wdl(pos), WDL_UNKNOWN);
        assert_false(tablebase_rank_dtz(pos, none, 0, &dtz));
        assert_false(tablebase_rank_wdl(pos, none, 0));
    }
    position_set(pos,
                 "4k3/8/8/8/8/8/8/R3K3 w - - 1 1"); /* the counter is no obstacle at the root */
    assert_int_equal(tablebase_wdl(pos), WDL_UNKNOWN);
    assert_true(tablebase_rank_dtz(pos, none, 0, &dtz));
    assert_true(dtz > 0);
    opened("");
    assert_int_equal(tablebase_men(), 0);
    position_set(pos, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_int_equal(tablebase_wdl(pos), WDL_UNKNOWN);
    assert_false(tablebase_rank_dtz(pos, none, 0, &dtz));
}

/* --- threads -------------------------------------------------------------------------------- */

/* Probes positions of its own; their sum. */
static void *probe_many(void *seed) {
    Position *own = position_new();
    Random r = {(uint64_t)(uintptr_t)seed};
    static const char *const FENS[] = {
        "8/8/8/3k4/8/8/1P6/K7 w - - 0 1", "8/8/3p4/3k4/8/8/1P6/K7 w - - 0 1",
        "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1", "8/8/8/3k4/8/8/1NB5/K7 b - - 0 1"};
    intptr_t sum = 0;
    for (int i = 0; i < scaled(2000); i++) {
        position_set(own, FENS[i % 4]);
        for (int plies = 0; plies < 20; plies++) {
            MoveList moves = {.count = 0};
            legal_moves(own, &moves);
            if (!moves.count)
                break;
            make_move(own, moves.moves[random_below(&r, moves.count)]);
            own->state->rule50 = 0;
            sum = sum * 5 + tablebase_wdl(own);
            sum &= 0xffffffff;
        }
    }
    free(own);
    return (void *)sum;
}

TEST(threads_probe_at_once) {
    open_tables();
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    void *sums[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, probe_many, (void *)(uintptr_t)(5 + i / 2)), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], &sums[i]);
    assert_ptr_equal(sums[0], sums[1]);
    assert_ptr_equal(sums[2], sums[3]);
    assert_ptr_equal(sums[0], probe_many((void *)(uintptr_t)5));
}

/* --- room ------------------------------------------------------------------------------------ */

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
