/* The clock uses its time, keeps a reserve, and learns the delays of this machine. The test simulates games without a
 * search: a move takes the time of the soft limit, plus the machine's delay. */
#include "core/bits.h"
#include "search/search_internal.h"
#include "support/cmocka_test.h"

#include <stdio.h>
#include <unistd.h>

enum { OVERHEAD = 30 };

static const SearchSettings SETTINGS = {.overhead = OVERHEAD};

static SharedCounters nodes;
static Clock clock_;

BEFORE_EACH {
    clock_ = (Clock){0};
    clock_forget(&clock_);
}

static SearchLimits clock_limits(int64_t left, int64_t increment) {
    SearchLimits limits = limits_none();
    limits.clock[WHITE] = left;
    limits.increment[WHITE] = increment;
    return limits;
}

static void start(int ply, int64_t left, int64_t increment) {
    const SearchLimits limits = clock_limits(left, increment);
    clock_start(&clock_, &limits, WHITE, ply, &SETTINGS, &nodes);
}

TEST(lateness_is_remembered_and_forgotten) {
    start(2, 1000, 10);
    const int64_t before = clock_.hard;
    usleep(40000);
    clock_is_over(&clock_); /* the first poll comes 40 ms after the start: a delay */
    assert_true(clock_.lateness.now >= 40);
    start(4, 1000, 10);
    assert_true(clock_.lateness.worst >= 40);
    clock_.polled -= 40;
    clock_is_over(&clock_); /* the second delay: now the clock expects a third */
    start(6, 1000, 10);
    assert_true(clock_.lateness.expected >= 40);
    assert_true(clock_.hard < before - 20);
    for (int ply = 8; ply < 300; ply += 2)
        start(ply, 1000, 10);
    assert_true(clock_.hard >= before - 15);
    clock_.polled -= 400;
    clock_is_over(&clock_); /* one delay a hundred moves later: the clock expects no more */
    start(300, 1000, 10);
    assert_true(clock_.lateness.expected < 10);
}

/* If the GUI takes more off the clock than the search used between two moves of a game, the rest counts as lateness. */
TEST(charges_are_noticed) {
    start(10, 1000, 10);
    clock_.lateness.used = 30;
    start(12, 1000 + 10 - 30 - 50, 10);
    assert_int_equal(clock_.lateness.worst, 50);
    assert_int_equal(clock_.lateness.charges, 1);
    set_up();
    start(10, 1000, 10);
    clock_.lateness.used = 30;
    start(16, 1000 + 10 - 30 - 50, 10); /* not the next move */
    clock_.lateness.used = 30;
    start(18, 1500, 10); /* the time left has risen */
    assert_int_equal(clock_.lateness.worst, 0);
    assert_int_equal(clock_.lateness.charges, 0);
}

/* After a long ponder the search answers once the soft limit has passed, since its next iteration may be far away. */
TEST(a_long_ponder_counts) {
    for (int ponder = 0; ponder <= 5000; ponder += 5000) {
        SearchLimits limits = clock_limits(10000, 0);
        limits.ponder = true;
        clock_start(&clock_, &limits, WHITE, 20, &SETTINGS, &nodes);
        clock_.start -= ponder;
        clock_ponderhit(&clock_);
        assert_false(clock_is_over(&clock_));
        clock_.start -= clock_.soft;
        assert_int_equal(clock_is_over(&clock_), ponder > 0);
    }
}

typedef struct Control {
    int64_t time, increment;
} Control;

static const Control CONTROLS[] = {{500, 5},     {1000, 10}, {2000, 20},
                                   {10000, 100}, {15000, 0}, {60000, 600}};
enum { CONTROL_COUNT = sizeof CONTROLS / sizeof *CONTROLS, GAME = 90 };

/* A delay of `ms` milliseconds in each of `moves` moves, from move number `move` on. */
typedef struct Delay {
    int move, moves;
    int64_t ms;
    bool within; /* true: the search ends late; false: its answer is delayed on the way */
} Delay;

/* A game with a delay. The clock `late` measures the delay, `spared` never learns of it. Times are in milliseconds. */
typedef struct Replay {
    Clock late, spared;
    int64_t left, least, spent;
    uint64_t random;
} Replay;

static void start_both(Replay *r, const Control *control, int ply) {
    const SearchLimits limits = clock_limits(r->left, control->increment);
    clock_start(&r->late, &limits, WHITE, ply, &SETTINGS, &nodes);
    clock_start(&r->spared, &limits, WHITE, ply, &SETTINGS, &nodes);
}

static void be_late(Clock *clock, int64_t ms) {
    clock->polled = clock_now() - ms;
    clock_is_over(clock);
}

/* Plays move number `move`. The move takes 1 or 2 ms more than its search or, if `jitter` is not 0, 5 to `jitter` ms
 * more. The time of a delay is added. */
static void play_move(Replay *r, const Control *control, const Delay *delay, int move, int jitter) {
    const bool now = move >= delay->move && move < delay->move + delay->moves;
    const int64_t lost = now ? delay->ms : 0;
    int64_t used = r->late.soft, on_the_way = 1 + (int64_t)(random_next(&r->random) % 2);
    if (jitter)
        on_the_way = 5 + (int64_t)(random_next(&r->random) % (unsigned)(jitter - 4));
    r->late.lateness.used = r->spared.lateness.used = used;
    r->spent += used;
    if (now && delay->within)
        be_late(&r->late, lost);
    if (now && delay->within) /* the delay is a part of the time that the search used */
        r->late.lateness.used = r->spared.lateness.used = used += lost;
    else
        r->spared.lateness.left -= lost;
    r->left -= used + on_the_way + (delay->within ? 0 : lost);
    r->least = r->left < r->least ? r->left : r->least;
    r->left += control->increment;
}

static void begin_replay(Replay *r, const Control *control) {
    *r = (Replay){.left = control->time, .least = control->time, .random = 36};
    clock_forget(&r->late);
    clock_forget(&r->spared);
}

/* Compares the limits of both clocks, `moves` moves after a single delay. The margins allow for the rounding of the
 * soft limit to a millisecond, and of the hard limit to five. */
static void compare(const Replay *r, int moves) {
    const Clock *late = &r->late, *spared = &r->spared;
    if (moves < 5) {
        assert_true(3 * late->soft + 3 >= 2 * spared->soft);
        assert_true(3 * late->hard + 15 >= 2 * spared->hard);
    } else {
        assert_true(100 * late->soft + 100 >= 97 * spared->soft);
        assert_true(100 * late->hard + 500 >= 97 * spared->hard);
    }
}

/* Plays a game with one delay. The delay shortens the limits of the next four moves by a third at most, and later
 * limits by 3 %. At most the delay and 2 % of a game's time stay unused that a game without a delay would use. */
static void single_delay(const Control *control, const Delay *delay, int *replayed) {
    Replay r, without;
    const Delay none = {0};
    begin_replay(&r, control);
    begin_replay(&without, control);
    for (int move = 1; move <= GAME; move++) {
        start_both(&r, control, 2 * move);
        start_both(&without, control, 2 * move);
        if (move > delay->move)
            compare(&r, move - delay->move);
        if (move == delay->move && r.late.soft + delay->ms + 20 > r.left)
            return; /* no clock could save this game */
        play_move(&r, control, delay, move, 0);
        play_move(&without, control, &none, move, 0);
        assert_true(r.least > 0);
    }
    assert_true(r.spent >= without.spent - delay->ms - without.spent / 50);
    ++*replayed;
}

TEST(one_delay_is_forgiven) {
    static const int64_t DELAYS[] = {50, 100, 150, 200, 400, 500, 1000};
    static const int MOVES[] = {1, 20, 60};
    int replayed = 0;
    for (int i = 0; i < CONTROL_COUNT; i++)
        for (size_t d = 0; d < sizeof DELAYS / sizeof *DELAYS; d++)
            for (size_t m = 0; m < sizeof MOVES / sizeof *MOVES; m++)
                for (int within = 0; within < 2; within++) {
                    const Delay delay = {MOVES[m], 1, DELAYS[d], within};
                    single_delay(&CONTROLS[i], &delay, &replayed);
                }
    printf("%d games with one delay\n", replayed);
    assert_true(replayed > 100);
}

/* After two of ten delays in a row the clock expects more delays, and keeps time for them. */
TEST(ten_delays_are_met) {
    for (int i = 0; i < CONTROL_COUNT; i++)
        for (int within = 0; within < 2; within++) {
            const int64_t ms = CONTROLS[i].time / 50 < 200 ? CONTROLS[i].time / 50 : 200;
            const Delay delay = {10, 10, ms, within};
            Replay r;
            begin_replay(&r, &CONTROLS[i]);
            for (int move = 1; move <= GAME; move++) {
                start_both(&r, &CONTROLS[i], 2 * move);
                if (move >= 12 && move <= 20)
                    assert_true(r.left - r.late.hard > OVERHEAD + 2 * ms);
                if (move == 20)
                    assert_true(r.late.soft < r.spared.soft);
                play_move(&r, &CONTROLS[i], &delay, move, 0);
            }
            assert_true(r.least > 0);
        }
}

/* Plays games of 60 moves, in which each move takes 1 to 2 ms, or 5 to 30 ms, more than its search. No game is lost on
 * time. Fast games leave less than 300 ms. The first 30 moves use more than two thirds of the time used. */
TEST(jitter_is_lived_with) {
    const Delay none = {0};
    for (int i = 0; i < 2 * CONTROL_COUNT; i++) {
        const Control *control = &CONTROLS[i / 2];
        const int jitter = i % 2 == 0 ? 0 : control->time < 1000 ? 10 : 30;
        int64_t half = 0;
        Replay r;
        begin_replay(&r, control);
        for (int move = 1; move <= 60; move++) {
            start_both(&r, control, 2 * move);
            play_move(&r, control, &none, move, jitter);
            half = move == 30 ? r.spent : half;
        }
        printf("%6lld + %lld ms: least left %lld, half %lld of %lld\n", (long long)control->time,
               (long long)control->increment, (long long)r.least, (long long)half,
               (long long)r.spent);
        assert_true(r.least > 0);
        assert_true(control->time > 2000 || r.least < 300);
        assert_true(half > 2 * (r.spent - half));
    }
}

/* If the machine was suspended for an hour, the clock does not expect another delay of an hour. */
TEST(suspension_is_no_lateness) {
    start(2, 60000, 0);
    clock_.polled -= 3600000;
    clock_is_over(&clock_);
    start(4, 60000, 0);
    assert_true(clock_.soft > 2000);
}

/* Of the time left, the hard limit never uses the overhead, 60 ms, and a fifth of the remainder. The increment is not
 * spent in advance, since the clock gets it only after the move. */
TEST(increment_is_never_spent_before) {
    static const int64_t INCREMENTS[] = {0, 20, 600, 5000, 60000, 1000000000};
    static const int OVERHEADS[] = {0, OVERHEAD, 1000};
    for (size_t i = 0; i < sizeof INCREMENTS / sizeof *INCREMENTS; i++)
        for (size_t o = 0; o < sizeof OVERHEADS / sizeof *OVERHEADS; o++)
            for (int64_t togo = LIMIT_NONE; togo <= 60; togo++)
                for (int64_t left = 0; left < 4000000; left += 1 + left / 7) {
                    SearchLimits limits = clock_limits(left, INCREMENTS[i]);
                    limits.movestogo = togo ? togo : LIMIT_NONE;
                    set_up();
                    clock_start(&clock_, &limits, WHITE, 0,
                                &(SearchSettings){.overhead = OVERHEADS[o]}, &nodes);
                    const int64_t ours = left - OVERHEADS[o] - 60;
                    assert_true(clock_.hard <= (ours > 1 ? ours - ours / 5 : 1));
                    assert_in_range(clock_.soft, 1, clock_.hard);
                }
}

/* The limits of usual clocks in milliseconds. If the time suffices, the hard limit is five times the soft one. */
TEST(usual_clocks_are_shared_out) {
    static const struct {
        int64_t left, increment, soft, hard;
    } CLOCKS[] = {
        {2000, 20, 111, 555},    {1000, 20, 61, 281},    {300, 20, 26, 71},
        {10000, 100, 575, 2875}, {2000, 100, 175, 613},  {60000, 600, 3475, 17375},
        {10000, 600, 975, 3213}, {5000, 600, 725, 1713},
    };
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
        set_up();
        start(2, CLOCKS[i].left, CLOCKS[i].increment);
        assert_int_equal(clock_.soft, CLOCKS[i].soft);
        assert_int_equal(clock_.hard, CLOCKS[i].hard);
    }
}

TEST(movetime_leaves_the_overhead) {
    SearchLimits limits = limits_none();
    limits.movetime = 100;
    clock_start(&clock_, &limits, WHITE, 0, &SETTINGS, &nodes);
    assert_int_equal(clock_.hard, 70);
    clock_start(&clock_, &limits, WHITE, 0, &(SearchSettings){.overhead = 1000}, &nodes);
    assert_int_equal(clock_.hard, 50);
}

/* The last move before a time control may use all time; the move before it must leave half. */
TEST(moves_to_go_share_the_clock) {
    enum { TIME = 10000 };
    SearchLimits limits = clock_limits(TIME, 0);
    limits.movestogo = 2;
    clock_start(&clock_, &limits, WHITE, 0, &SETTINGS, &nodes);
    assert_true(clock_.hard <= TIME / 2);
    limits.movestogo = 1;
    clock_start(&clock_, &limits, WHITE, 2, &SETTINGS, &nodes);
    assert_in_range(clock_.hard, TIME / 2, TIME);
}
