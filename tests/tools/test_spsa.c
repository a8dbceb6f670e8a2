/* SPSA's arithmetic, without games: a run finds the optimum of a function; the state of a run comes
 * back, and is refused whatever byte is changed; the patch changes the values of params.h and nothing
 * else. */
#include "lib/overwrite_guard.h"
#include "spsa/spsa_patch.h"
#include "spsa/spsa_plot.h"
#include "spsa/spsa_state.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/files.h"
#include "support/sealed.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static SpsaRun run;
static char fault[STATE_FAULT_SIZE];
static const char HEADER[] = SPSA_HEADER;

/* A run of so many pairs over all rows but every seventh. */
static void begin(uint64_t pairs, double rate) {
    SpsaSettings settings = {
        .pairs = pairs, .nodes = 8000, .base = 2000, .increment = 20, .seed = 5, .rate = rate};
    for (int i = 0; i < SPSA_ROWS; i++)
        settings.tuned[i] = i % 7 != 5;
    spsa_begin(&run, &settings);
}

static int tuned_count(void) {
    int count = 0;
    for (int i = 0; i < SPSA_ROWS; i++)
        count += run.settings.tuned[i];
    return count;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* Where the values of a row would be best: two steps off, within its bounds. */
static double optimum(int row) {
    const SpsaRow *r = &spsa_rows[row];
    const double off = row % 2 ? 2.0 * r->step : -2.0 * r->step;
    return fmax(r->min, fmin(r->max, r->value + off));
}

/* How far values are from the best: squares of steps, added up. */
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

/* Plays the function in the place of the games: the set that is nearer to the best wins oftener, as a
 * logistic curve has it, and there are no draws. */
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

/* The widths and gains of the first and the last pair, from the formulas of fishtest: c = step *
 * N^gamma, a = rate * step^2 * (A + N)^alpha, with A = N / 10. */
TEST(schedule_is_fishtests) {
    static SpsaPair pair;
    enum { PAIRS = 10000, ROW = 0 };
    const double step = spsa_rows[ROW].step;
    const uint64_t moments[] = {0, 99, PAIRS - 1};
    for (size_t m = 0; m < 3; m++) {
        double width = 0, weight = 0;
        for (int n = 0; n < 2000; n++) { /* the widths are rounded at random: their mean is right */
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

/* Both sets stay within bounds, differ where a row is tuned, and move to both sides. */
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

/* --- states ----------------------------------------------------------------------------------- */

/* A run on its way. */
static void make_run(void) {
    Random r = {0x52554E};
    begin(700, 0.01);
    run.settings.openings = 0xFEDCBA9876543210u;
    for (int n = 0; n < 90; n++)
        play(&r);
    run.begun += 2;
}

static char *state_text(size_t *size) {
    char path[FILE_PATH_SIZE];
    file_place(path, "state");
    assert_true(spsa_state_write(path, &run, fault));
    char *text = file_get(path, size);
    unlink(path);
    return text;
}

TEST(runs_are_kept) {
    static SpsaRun back;
    char path[FILE_PATH_SIZE];
    make_run();
    file_place(path, "state");
    assert_true(spsa_state_write(path, &run, fault));
    assert_int_equal(spsa_state_read(path, &back, fault), STATE_READ);
    assert_memory_equal(&back.settings, &run.settings, sizeof run.settings);
    assert_memory_equal(back.value, run.value, sizeof run.value);
    assert_int_equal(back.points, run.points);
    assert_memory_equal(back.path, run.path, sizeof run.path[0] * (size_t)run.points);
    assert_int_equal(back.begun, 92);
    assert_int_equal(back.done, 90);
    assert_int_equal(back.wins, run.wins);
    assert_int_equal(back.losses, run.losses);
    assert_int_equal(back.every, run.every);
    assert_int_equal(file_count(), 1);
    unlink(path);
    assert_int_equal(spsa_state_read(path, &back, fault), STATE_ABSENT);
    assert_int_equal(spsa_state_read("/dev/zero", &back, fault), STATE_REFUSED);
    assert_false(spsa_state_write("/no/such/folder/file", &run, fault));
    assert_string_equal(fault, "No such file or directory");
}

static void refused(const char *text, size_t size, const char *what, size_t at) {
    static SpsaRun before, back;
    before.done = back.done = 77;
    if (spsa_state_parse(text, size, &back, fault))
        fail_msg("%s %zu is taken", what, at);
    assert_true(strlen(fault) > 0);
    for (const char *c = fault; *c; c++)
        assert_true(*c >= ' ' && *c <= '~');
    assert_memory_equal(&before, &back, sizeof back);
}

TEST(damage_is_refused) {
    Random r = {0x44414D};
    size_t size;
    make_run();
    char *text = state_text(&size);
    for (int n = 0; n < 500; n++) {
        const size_t at = (size_t)random_below(&r, n % 2 ? 400 : (int)size);
        const char old = text[at];
        text[at] = (char)(old ^ (1 + random_below(&r, 255)));
        refused(text, size, "byte", at);
        text[at] = old;
        refused(text, at, "a cut at", at);
    }
    refused("", 0, "nothing at", 0);
    free(text);
}

/* Replaces the first `from` by `to`, seals, and wants a refusal. */
static void refused_with(const char *from, const char *to, const char *why) {
    size_t size;
    char *text = state_text(&size), *other = sealed_with(text, &size, from, to);
    if (!other)
        fail_msg("there is no '%s'", from);
    refused(other, size, to, 0);
    if (!strstr(fault, why))
        fail_msg("'%s' is refused with: %s", to, fault);
    free(other);
    free(text);
}

/* The same with a number: `name` and the number that stands there, and another one. */
static void number_refused(const char *name, int from, int to, const char *why) {
    char before[80], after[80];
    snprintf(before, sizeof before, "%s %d", name, from);
    snprintf(after, sizeof after, "%s %d", name, to);
    refused_with(before, after, why);
}

TEST(numbers_are_looked_at) {
    make_run();
    const int rows = tuned_count();
    number_refused("pairs", 700, 0, "out of range");
    number_refused("pairs", 700, 89, "counts do not agree");
    number_refused("begun", 92, 89, "counts do not agree");
    number_refused("draws", 0, 1, "counts do not agree");
    number_refused("classical", 0, 2, "out of range");
    number_refused("rows", rows, rows + 1, "no row points");
    number_refused("rows", rows, rows - 1, "in place of 'points'");
    number_refused("rows", rows, 1000, "out of range");
    number_refused("points", run.points, 0, "out of range");
    number_refused("points", run.points, SPSA_POINTS_MAX + 1, "out of range");
    number_refused("points", run.points, run.points - 1, "more than the tuner writes");
    number_refused("points", run.points, run.points + 1, "not as the tuner writes it");
    number_refused("every", (int)run.every, 0, "out of range");
    refused_with("nodes 8000", "nodes 1.5", "out of range");
    refused_with("nodes 8000", "nodes nan", "is no number");
    number_refused("nodes", 8000, 10001, "out of range");
    number_refused("base", 2000, 86400001, "out of range");
    number_refused("increment", 20, 86400001, "out of range");
    refused_with("rate 0.01", "rate -0.01", "out of range");
    char now[80];
    snprintf(now, sizeof now, "now %.17g\n", run.value[0]);
    refused_with(now, "now -1e9\n", "out of range");
    refused_with(now, "now 1e9\n", "out of range");
}

TEST(other_texts_are_refused) {
    const SpsaRow *first = &spsa_rows[0], *second = &spsa_rows[1];
    char before[80], after[80];
    make_run();
    refused_with("SPSA state 2", "SPSA state 1", "no state of this tuner");
    refused_with("pairs 700", "pears 700", "in place of 'pairs'");
    refused_with("base 2000 ", "", "in place of 'base'");
    refused_with("fedcba9876543210", "fedcba987654321", "is no checksum");
    refused_with("fedcba9876543210", "fedcba987654321X", "is no checksum");
    snprintf(before, sizeof before, "\n%s ", second->name);
    refused_with(before, "\nNO_SUCH_ROW ", "no row NO_SUCH_ROW");
    snprintf(after, sizeof after, "\n%s ", first->name);
    refused_with(before, after, "there twice");
    number_refused("value", first->value, first->value + 1, "params.h differs");
    number_refused("min", first->min, first->min - 1, "params.h differs");
    number_refused("max", first->max, first->max + 1, "params.h differs");
    number_refused("step", first->step, first->step + 1, "params.h differs");
}

/* Whatever stands under a right checksum is refused, or a run that can be gone on with. */
TEST(sealed_damage_is_sound) {
    static const char BYTES[] = "0123456789.-e \nabnx";
    static SpsaRun back;
    static SpsaPair pair;
    Random r = {0x5345414C};
    size_t size;
    int taken = 0;
    make_run();
    char *text = state_text(&size), *other = malloc(size);
    for (int n = 0; n < 3000; n++) {
        memcpy(other, text, size);
        for (int i = random_below(&r, 3); i >= 0; i--)
            other[random_below(&r, n % 2 ? 200 : (int)size - 40)] =
                BYTES[random_below(&r, (int)sizeof BYTES - 1)];
        seal(other, size);
        if (!spsa_state_parse(other, size, &back, fault))
            continue;
        taken++;
        assert_in_range(back.points, 1, SPSA_POINTS_MAX);
        assert_true(back.every > 0 && back.done <= back.begun && back.done <= back.settings.pairs);
        spsa_draw(&back, &pair);
        spsa_take(&back, &pair, (int[]){2, 0});
        for (int i = 0; i < SPSA_ROWS; i++)
            assert_true(back.value[i] >= spsa_rows[i].min && back.value[i] <= spsa_rows[i].max);
    }
    printf("  %d taken\n", taken);
    assert_in_range(taken, 1, 2999);
    free(other);
    free(text);
}

/* --- patch and plot --------------------------------------------------------------------------- */

/* How many lines differ between two texts of one size. */
static int lines_changed(const char *a, const char *b, size_t size) {
    int changed = 0;
    for (size_t i = 0, from = 0; i < size; i++)
        if (a[i] == '\n') {
            changed += memcmp(a + from, b + from, i - from) != 0;
            from = i + 1;
        }
    return changed;
}

/* The value that a header has for a row. */
static long value_in(const char *header, const SpsaRow *row) {
    char begin[80];
    snprintf(begin, sizeof begin, "X(%s,", row->name);
    const char *at = strstr(header, begin);
    assert_non_null(at);
    return strtol(at + strlen(begin), NULL, 10);
}

/* Parts of a patch follow each other and do not overlap. */
static void parts_are_apart(const char *path) {
    size_t size;
    unsigned begin, count, end = 1;
    char *patch = file_get(path, &size);
    for (const char *at = patch; (at = strstr(at, "@@ -")); at++, at = strstr(at, "@@")) {
        assert_int_equal(sscanf(at, "@@ -%u,%u", &begin, &count), 2);
        assert_true(begin >= end && count > 0);
        end = begin + count;
    }
    free(patch);
}

/* The greatest values for some rows, by a patch that git applies to the letter. */
static void change_some(const bool changed[SPSA_ROWS]) {
    char path[FILE_PATH_SIZE], copy[FILE_PATH_SIZE], command[3 * FILE_PATH_SIZE];
    size_t size, other_size;
    int count = 0;
    file_place(path, "rows.patch");
    file_place(copy, "params.h");
    char *header = file_get(HEADER, &size);
    file_put(copy, header, size);
    for (int i = 0; i < SPSA_ROWS; i++) {
        count += changed[i];
        run.value[i] = changed[i] ? spsa_rows[i].max - 0.4 : spsa_rows[i].value + 0.4;
    }
    assert_true(spsa_write_patch(path, HEADER, &run, fault));
    parts_are_apart(path);
    /* The copy lies where a/src/search/ is taken off the path in the patch. */
    snprintf(command, sizeof command, "cd %.*s && git apply -p3 rows.patch",
             (int)(strrchr(path, '/') - path), path);
    assert_int_equal(system(command), 0);
    char *other = file_get(copy, &other_size);
    assert_int_equal(size, other_size);
    assert_int_equal(lines_changed(header, other, size), count);
    for (int i = 0; i < SPSA_ROWS; i++)
        assert_int_equal(value_in(other, &spsa_rows[i]),
                         changed[i] ? spsa_rows[i].max : spsa_rows[i].value);
    free(header);
    free(other);
    unlink(copy);
    unlink(path);
}

TEST(patch_changes_values) {
    Random r = {0x504154};
    assert_true(spsa_header_is_good(HEADER, fault));
    begin(10, 0.002);
    for (int n = 0; n < 24; n++) {
        bool changed[SPSA_ROWS];
        for (int i = 0; i < SPSA_ROWS; i++)
            changed[i] = random_below(&r, 2 + n / 2) == 0;
        changed[n] = true;
        change_some(changed);
    }
}

/* A header that is not of this program is refused, and no patch is left. */
TEST(other_headers_are_refused) {
    char path[FILE_PATH_SIZE], copy[FILE_PATH_SIZE];
    size_t size;
    begin(10, 0.002);
    run.value[0] += 1;
    file_place(path, "rows.patch");
    file_place(copy, "params.h");
    assert_false(spsa_header_is_good(copy, fault));
    char *header = file_get(HEADER, &size), *row = strstr(header, spsa_rows[0].name);
    const char old = *row;
    *row = '_';
    file_put(copy, header, size);
    assert_false(spsa_header_is_good(copy, fault));
    assert_non_null(strstr(fault, "no line 'X("));
    assert_non_null(strstr(fault, spsa_rows[0].name));
    assert_false(spsa_write_patch(path, copy, &run, fault));
    *row = old;
    *strstr(row, ", ") = '7';
    file_put(copy, header, size);
    assert_false(spsa_header_is_good(copy, fault));
    file_put(copy, header, (size_t)(row - header));
    assert_false(spsa_write_patch(path, copy, &run, fault));
    assert_int_equal(file_count(), 1);
    free(header);
    unlink(copy);
}

/* A panel for each row that is tuned, whose path has all points. */
TEST(plot_has_all_rows) {
    char path[FILE_PATH_SIZE];
    const char *reason;
    size_t size;
    make_run();
    file_place(path, "plot.svg");
    assert_true(spsa_write_plot(path, &run, &reason));
    char *text = file_get(path, &size);
    assert_memory_equal(text, SVG_HEAD, strlen(SVG_HEAD));
    int panels = 0, commas = 0;
    for (const char *at = text; (at = strstr(at, "points=\"")); panels++)
        for (at += 8; *at != '"'; at++)
            commas += *at == ',';
    assert_int_equal(panels, tuned_count());
    assert_int_equal(commas, tuned_count() * (run.points + 1));
    free(text);
    unlink(path);
}

AFTER {
    files_remove();
}
