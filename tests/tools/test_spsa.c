/* A run of SPSA finds the optimum of a function that replaces the games. The saved state of a run is read back; a
 * damaged state is refused. */
#include "spsa/spsa.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/files.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static SpsaRun run;
static const char *reason;

/* Begins a run of `pairs` pairs that tunes all search parameters except every seventh. */
static void begin(uint64_t pairs, double rate) {
    SpsaSettings settings = {
        .pairs = pairs, .nodes = 8000, .base = 2000, .increment = 20, .seed = 5, .rate = rate};
    for (int i = 0; i < SPSA_ROWS; i++)
        settings.tuned[i] = i % 7 != 5;
    spsa_begin(&run, &settings);
}

/* The best value of a search parameter: two steps from its start value, within its bounds. */
static double optimum(int row) {
    const SpsaRow *r = &spsa_rows[row];
    const double off = row % 2 ? 2.0 * r->step : -2.0 * r->step;
    return fmax(r->min, fmin(r->max, r->value + off));
}

/* The sum of the squared distances of the tuned values from their optima, in steps. */
static double distance(const double values[SPSA_ROWS]) {
    double sum = 0;
    for (int i = 0; i < SPSA_ROWS; i++)
        sum += !run.settings.tuned[i] ? 0 : pow((values[i] - optimum(i)) / spsa_rows[i].step, 2);
    return sum;
}

static double distance_of_set(const int values[SPSA_ROWS]) {
    double numbers[SPSA_ROWS];
    for (int i = 0; i < SPSA_ROWS; i++)
        numbers[i] = values[i];
    return distance(numbers);
}

/* Simulates a pair of games without draws. The set of values nearer to the optimum wins more often, by a logistic curve
 * of the difference of their distances. */
static void play(Random *r) {
    static SpsaPair pair;
    int points[2];
    spsa_draw(&run, &pair);
    const double better = distance_of_set(pair.second) - distance_of_set(pair.first);
    for (int game = 0; game < 2; game++)
        points[game] = random_below(r, 1000000) < 1e6 / (1 + exp(-better / 20)) ? 2 : 0;
    spsa_take(&run, &pair, points);
}

TEST(optimum_is_found) {
    Random r = {0x53505341};
    begin(60000, 0.01);
    const double before = distance(run.value);
    while (run.done < run.settings.pairs)
        play(&r);
    printf("  distance %.1f, %.1f after %" PRIu64 " pairs\n", before, distance(run.value),
           run.done);
    assert_true(before > 150 && distance(run.value) < before / 10);
    assert_int_equal(run.wins + run.draws + run.losses, 2 * run.done);
    assert_true(run.points > 200 && run.points <= SPSA_POINTS_MAX);
}

/* The width c / k^gamma and the gain a / (A + k)^alpha of pair k of N are fishtest's: c = step * N^gamma,
 * a = rate * step^2 * (A + N)^alpha, A = N / 10. */
TEST(schedule_is_fishtests) {
    static SpsaPair pair;
    enum { PAIRS = 10000, ROW = 0 };
    const double step = spsa_rows[ROW].step;
    const uint64_t moments[] = {0, 99, PAIRS - 1};
    for (size_t m = 0; m < 3; m++) {
        double width = 0, weight = 0;
        for (int n = 0; n < 2000; n++) { /* takes the mean: each width is rounded at random */
            begin(PAIRS, 0.002);
            run.value[ROW] = (spsa_rows[ROW].min + spsa_rows[ROW].max) / 2.0;
            run.begun = moments[m];
            run.settings.seed = (uint64_t)n;
            spsa_draw(&run, &pair);
            width += fabs((pair.first[ROW] - pair.second[ROW]) / 2.0) / 2000;
            weight = fabs(pair.weight[ROW]);
            assert_true((pair.first[ROW] > pair.second[ROW]) == (pair.weight[ROW] > 0));
        }
        const double k = (double)moments[m] + 1, c = step * pow(PAIRS, 0.101) / pow(k, 0.101);
        const double a =
            0.002 * step * step * pow(PAIRS * 1.1, 0.602) / pow(PAIRS * 0.1 + k, 0.602);
        assert_true(fabs(width - c) < 0.05);
        assert_true(fabs(weight - a / c) < 1e-12);
    }
}

/* Both sets stay within bounds, and differ in exactly the tuned rows. Each has the greater value half the time. */
TEST(sets_are_within_bounds) {
    static SpsaPair pair;
    int up = 0;
    begin(1000, 0.002);
    for (int n = 0; n < 300; n++) {
        for (int i = 0; i < SPSA_ROWS; i++)
            run.value[i] = !run.settings.tuned[i] ? spsa_rows[i].value
                           : n % 2                ? spsa_rows[i].max
                                                  : spsa_rows[i].min;
        spsa_draw(&run, &pair);
        for (int i = 0; i < SPSA_ROWS; i++) {
            const SpsaRow *row = &spsa_rows[i];
            assert_in_range(pair.first[i] - row->min, 0, row->max - row->min);
            assert_in_range(pair.second[i] - row->min, 0, row->max - row->min);
            assert_int_equal(pair.first[i] != pair.second[i], run.settings.tuned[i]);
            up += pair.first[i] > pair.second[i];
        }
        spsa_take(&run, &pair, (int[]){2, 2});
        for (int i = 0; i < SPSA_ROWS; i++)
            assert_true(run.value[i] >= spsa_rows[i].min && run.value[i] <= spsa_rows[i].max);
    }
    const int all = 300 * SPSA_ROWS * 6 / 7;
    assert_in_range(up, all * 4 / 10, all * 6 / 10);
}

/* Makes a run that has played some of its pairs. */
static void make_run(void) {
    Random r = {0x52554E};
    begin(700, 0.01);
    run.settings.openings = 0xFEDCBA9876543210u;
    for (int n = 0; n < 90; n++)
        play(&r);
    run.begun += 2;
}

TEST(runs_are_kept) {
    static SpsaRun back;
    char path[FILE_PATH_SIZE];
    make_run();
    file_place(path, "state");
    assert_true(spsa_state_write(path, &run, &reason));
    assert_true(spsa_state_read(path, &back, &reason));
    assert_memory_equal(&back, &run, sizeof run);
    assert_int_equal(file_count(), 1);
    size_t size;
    char *bytes = file_get(path, &size);
    bytes[size / 2] ^= 4;
    file_put(path, bytes, size);
    assert_false(spsa_state_read(path, &back, &reason));
    free(bytes);
}

/* A state is refused if its checksum is right, but not its numbers. */
TEST(impossible_states_are_refused) {
    enum { WAYS = 7 };
    char path[FILE_PATH_SIZE];
    file_place(path, "state");
    for (int way = 0; way <= WAYS; way++) {
        make_run();
        run.every = way == 0 ? 0 : run.every;
        run.points = way == 1 ? -100000 : way == 2 ? 2000000 : way == 6 ? 301 : run.points;
        run.value[0] = way == 3 ? NAN : way == 4 ? spsa_rows[0].max + 1 : run.value[0];
        run.begun = way == 5 ? 1 : way == 6 ? 900 : run.begun;
        run.done = way == 6 ? 900 : run.done;
        assert_true(spsa_state_write(path, &run, &reason));
        assert_int_equal(spsa_state_read(path, &run, &reason), way == WAYS);
    }
}

AFTER {
    files_remove();
}
