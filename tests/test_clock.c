/* The clock: it uses its time, keeps a reserve, and learns how late this machine is. Games are
 * played without a search: each move takes what the limits say, and what the machine costs
 * besides. */
#include "search/clock.h"
#include "support/cmocka_test.h"

#include <stdio.h>
#include <unistd.h>

enum { OVERHEAD = 30 };

static atomic_uint_least64_t nodes;
static Clock clock_;

static int begin(void **unused) {
    (void)unused;
    clock_ = (Clock){0};
    clock_forget(&clock_);
    return 0;
}

static SearchLimits clock_limits(int64_t left, int64_t increment) {
    SearchLimits limits = limits_none();
    limits.clock[WHITE] = left;
    limits.increment[WHITE] = increment;
    return limits;
}

static void start(int ply, int64_t left, int64_t increment) {
    const SearchLimits limits = clock_limits(left, increment);
    clock_start(&clock_, &limits, WHITE, ply, OVERHEAD, &nodes);
}

/* A machine and a time control. */
typedef struct Machine {
    int64_t time, increment;
    int64_t lost;      /* ms, on the way of each move */
    int64_t gap;       /* ms by which the search notices its limit too late */
    int gap_interval;  /* ... every so many moves */
    int hard_interval; /* every so many moves the hard limit is used up */
} Machine;

/* The least time left in a game of so many moves; *spent is the thinking time in all. */
static int64_t least_left(const Machine *m, int moves, int64_t *spent) {
    int64_t left = m->time, least = left;
    *spent = 0;
    begin(NULL);
    for (int i = 1; i <= moves; i++) {
        start(2 * i, left, m->increment);
        const bool late = m->gap_interval && i % m->gap_interval == 0;
        const bool hard = m->hard_interval && i % m->hard_interval == 0;
        int64_t used = hard ? clock_.hard : clock_.soft;
        if (late) { /* beyond the hard limit, or somewhere within the soft one */
            used = hard ? used + m->gap : used > m->gap ? used : m->gap;
            clock_.polled -= m->gap;
            clock_is_over(&clock_);
        }
        clock_.lateness.used = used;
        *spent += used;
        left -= used + m->lost;
        least = left < least ? left : least;
        left += m->increment;
    }
    return least;
}

static void no_game_is_lost(void **unused) {
    (void)unused;
    static const Machine MACHINES[] = {
        {500, 5, 0, 0, 0, 0},        {500, 5, 1, 50, 10, 7},   {500, 5, 8, 0, 0, 0},
        {500, 5, 2, 40, 15, 10},     {1000, 10, 2, 80, 9, 5},  {2000, 20, 10, 60, 5, 4},
        {10000, 100, 50, 200, 7, 3}, {60000, 0, 5, 60, 15, 4}, {600, 6, 2, 70, 20, 0},
    };
    for (size_t i = 0; i < sizeof MACHINES / sizeof *MACHINES; i++) {
        int64_t spent;
        const int64_t least = least_left(&MACHINES[i], 90, &spent);
        printf("%6lld + %lld ms: spent %lld, least left %lld\n", (long long)MACHINES[i].time,
               (long long)MACHINES[i].increment, (long long)spent, (long long)least);
        assert_true(least > 0);
    }
}

/* On a quiet machine next to no time is left over, and the first half of a game gets more of it. */
static void quiet_machine_is_used(void **unused) {
    (void)unused;
    const Machine quiet = {2000, 20, 0, 0, 0, 0};
    int64_t half, all;
    least_left(&quiet, 30, &half);
    assert_true(least_left(&quiet, 60, &all) < 250);
    assert_true(half > 2 * (all - half));
}

static void lateness_is_remembered_and_forgotten(void **unused) {
    (void)unused;
    start(2, 1000, 10);
    const int64_t before = clock_.hard;
    usleep(40000);
    clock_is_over(&clock_); /* 40 ms after the clock was started */
    assert_true(clock_.lateness.worst >= 40);
    start(4, 1000, 10);
    assert_true(clock_.hard < before - 20);
    for (int ply = 6; ply < 200; ply += 2)
        start(ply, 1000, 10);
    assert_true(clock_.hard >= before - 15);
}

/* What the GUI takes off the clock beyond the search counts, if it is the same game. */
static void charges_are_noticed(void **unused) {
    (void)unused;
    start(10, 1000, 10);
    clock_.lateness.used = 30;
    start(12, 1000 + 10 - 30 - 50, 10);
    assert_int_equal(clock_.lateness.worst, 46); /* 50, less a sixteenth */
    assert_true(clock_.lateness.mean > 3);
    begin(NULL);
    start(10, 1000, 10);
    clock_.lateness.used = 30;
    start(16, 1000 + 10 - 30 - 50, 10); /* not the next move */
    assert_int_equal(clock_.lateness.worst, 0);
    clock_.lateness.used = 30;
    start(18, 1500, 10); /* the clock has risen */
    assert_int_equal(clock_.lateness.worst, 0);
    assert_true(clock_.lateness.mean >= 0 && clock_.lateness.mean <= 0);
}

/* After an hour of sleep of the machine there is no need to rush for the rest of the game. */
static void suspension_is_no_lateness(void **unused) {
    (void)unused;
    start(2, 60000, 0);
    clock_.polled -= 3600000;
    clock_is_over(&clock_);
    start(4, 60000, 0);
    assert_true(clock_.soft > 2000);
}

static void limits_are_never_zero(void **unused) {
    (void)unused;
    for (int64_t left = 0; left <= 200; left += 10) {
        start(2, left, 0);
        assert_true(clock_.soft >= 1 && clock_.hard >= clock_.soft);
        assert_true(clock_.hard <= (left > 3 ? left / 3 : 1));
    }
}

static void movetime_leaves_the_overhead(void **unused) {
    (void)unused;
    SearchLimits limits = limits_none();
    limits.movetime = 100;
    clock_start(&clock_, &limits, WHITE, 0, OVERHEAD, &nodes);
    assert_int_equal(clock_.hard, 70);
    clock_start(&clock_, &limits, WHITE, 0, 1000, &nodes);
    assert_int_equal(clock_.hard, 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(no_game_is_lost, begin),
        cmocka_unit_test_setup(quiet_machine_is_used, begin),
        cmocka_unit_test_setup(lateness_is_remembered_and_forgotten, begin),
        cmocka_unit_test_setup(charges_are_noticed, begin),
        cmocka_unit_test_setup(suspension_is_no_lateness, begin),
        cmocka_unit_test_setup(limits_are_never_zero, begin),
        cmocka_unit_test_setup(movetime_leaves_the_overhead, begin),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
