/* What the tuner writes and reads again: weights as C, and the state of a run. Whatever byte of a
 * state is changed and wherever it is cut off, it is refused; no file is overwritten that holds
 * something else. */
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/files.h"
#include "support/sealed.h"
#include "support/setup.h"
#include "tune/tune_state.h"
#include "tune/tune_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static Run run;
static char fault[STATE_FAULT_SIZE];
static const char *reason;

/* --- states ----------------------------------------------------------------------------------- */

static void make_run(void) {
    Random r = {0x52554E53};
    model_from_engine(&run.model);
    run.start = run.model;
    for (int w = 0; w < WEIGHT_COUNT; w++)
        for (int h = MG; h <= EG; h++) {
            run.model.w[w][h] += random_below(&r, 2000) / 777.0 - 1;
            run.mean.w[w][h] = random_below(&r, 2000) / 1e6 - 1e-3;
            run.square.w[w][h] = random_below(&r, 2000) / 1e9;
        }
    run.step = 12345;
    run.epoch = 7;
    run.target = (Target){0.0061, 0.0092, 0.5};
}

/* The text of the run's state; the caller frees it. */
static char *state_text(size_t *size) {
    char path[FILE_PATH_SIZE];
    file_place(path, "state");
    assert_true(state_write(path, &run, fault));
    assert_string_equal(fault, "");
    char *text = file_get(path, size);
    unlink(path);
    return text;
}

TEST(runs_are_kept) {
    static Run back;
    char path[FILE_PATH_SIZE];
    file_place(path, "state");
    assert_true(state_write(path, &run, fault));
    assert_int_equal(state_read(path, &back, fault), STATE_READ);
    assert_memory_equal(&run, &back, sizeof run);
    run.step++;
    assert_true(state_write(path, &run, fault));
    assert_int_equal(state_read(path, &back, fault), STATE_READ);
    assert_int_equal(back.step, run.step--);
    assert_int_equal(file_count(), 1);
    unlink(path);
    assert_int_equal(state_read(path, &back, fault), STATE_ABSENT);
    assert_int_equal(state_read("/dev/zero", &back, fault), STATE_REFUSED);
    assert_string_equal(fault, "it is not a regular file");
    assert_int_equal(state_read("/", &back, fault), STATE_REFUSED);
    assert_false(state_write("/no/such/folder/file", &run, fault));
    assert_string_equal(fault, "No such file or directory");
    assert_null(write_weights(path, &run.model));
    assert_int_equal(state_read(path, &back, fault), STATE_REFUSED);
    assert_string_equal(fault, "it is no state of this tuner");
    unlink(path);
}

/* A refusal gives a reason that can be printed, and leaves the run as it was. */
static void refused(const char *text, size_t size, const char *what, size_t at) {
    static Run before, back;
    model_from_engine(&before.model);
    back = before;
    if (state_parse(text, size, &back, fault))
        fail_msg("%s %zu is taken", what, at);
    assert_true(strlen(fault) > 0);
    for (const char *c = fault; *c; c++)
        assert_true(*c >= ' ' && *c <= '~');
    assert_memory_equal(&before, &back, sizeof back);
}

/* All bytes of both ends, and a sample of those between them. */
TEST(damage_is_refused) {
    enum { ENDS = 150 };
    Random r = {0x4D555441};
    size_t size;
    char *text = state_text(&size);
    printf("  %zu bytes\n", size);
    for (int n = 0; n < 2 * ENDS + scaled(1000); n++) {
        const size_t at = n < ENDS       ? (size_t)n
                          : n < 2 * ENDS ? size - 1 - (size_t)(n - ENDS)
                                         : (size_t)random_below(&r, (int)size);
        const char old = text[at];
        text[at] = (char)(old ^ (1 + random_below(&r, 255)));
        refused(text, size, "byte", at);
        text[at] = old;
        refused(text, at, "a cut at", at);
    }
    text[size] = '\n';
    refused(text, size + 1, "a byte at", size);
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

TEST(nonsense_is_refused) {
    static const char *const NUMBERS[] = {"nan", "inf", "-inf", "1e999", "0x10", "1,5", "-", "e"};
    const WeightGroup *first = weight_groups;
    char from[80], to[200];
    refused_with("state 1", "state 2", "no state of this tuner");
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        snprintf(to, sizeof to, "slope %s", NUMBERS[i]);
        refused_with("slope 0.0061000000000000004", to, "is no number");
    }
    refused_with("lambda 0.5", "lambda 1.5", "out of range");
    refused_with("slope 0.0061000000000000004", "slope 0", "out of range");
    refused_with("step 12345", "step -1", "out of range");
    refused_with("step 12345", "step 1.5", "out of range");
    refused_with("step 12345", "step 9e18", "out of range");
    refused_with("epoch 7", "epoch 7000000000", "out of range");
    refused_with("epoch 7", "epoch  7", "not as the tuner writes it");
    refused_with("epoch 7", "epoch\t7", "not as the tuner writes it");
    refused_with("epoch 7", "era 7", "in place of 'epoch'");
    snprintf(from, sizeof from, "weights %d", WEIGHT_COUNT);
    snprintf(to, sizeof to, "weights %d", WEIGHT_COUNT - 1);
    refused_with(from, to, "weights, not");
    snprintf(from, sizeof from, "%s %d\n", first->name, first->count);
    snprintf(to, sizeof to, "%s %d\n", first->name, first->count + 1);
    refused_with(from, to, "as in this program");
    snprintf(to, sizeof to, "%s%d\n", first->name, first->count);
    refused_with(from, to, "line 4");
    snprintf(to, sizeof to, "UNKNOWN 0\n%s %d\n40000 0 0 0\n", first->name, first->count);
    refused_with(from, to, "line 6: a number is out of range");
    snprintf(to, sizeof to, "%s %d\n1 1 1 -1\n", first->name, first->count);
    refused_with(from, to, "line 5: a number is out of range");
}

/* With its first group twice, and their number as it is then. */
TEST(doubles_are_refused) {
    const WeightGroup *g = weight_groups;
    char head[80], next[80], number[40];
    size_t size;
    char *text = state_text(&size);
    snprintf(head, sizeof head, "\n%s %d\n", g[0].name, g[0].count);
    snprintf(next, sizeof next, "\n%s %d\n", g[1].name, g[1].count);
    snprintf(number, sizeof number, "\nweights %d", WEIGHT_COUNT + g->count);
    const char *from = strstr(text, head), *to = strstr(text, next);
    assert_true(from && to && strlen(number) == strcspn(strstr(text, "\nweights") + 1, "\n") + 1);
    memcpy(strstr(text, "\nweights"), number, strlen(number));
    const size_t before = (size_t)(to - text), group = (size_t)(to - from);
    char *other = malloc(size + group);
    memcpy(other, text, before);
    memcpy(other + before, from, group);
    memcpy(other + before + group, to, size - before);
    seal(other, size + group);
    refused(other, size + group, "a double", 0);
    assert_non_null(strstr(fault, "is there twice"));
    free(other);
    free(text);
}

/* Terms come and go: the rest is taken all the same. */
TEST(other_terms_are_passed_over) {
    static Run back;
    const WeightGroup *g = weight_groups;
    char name[80];
    size_t size;
    char *text = state_text(&size);
    snprintf(name, sizeof name, "\n%s %d\n", g->name, g->count);
    char *at = strstr(text, name);
    assert_non_null(at);
    at[1] = '#';
    seal(text, size);
    model_from_engine(&back.model);
    assert_true(state_parse(text, size, &back, fault));
    assert_true(back.model.w[g->first][MG] == mg_of(weights[g->first]));
    assert_true(back.model.w[g->first + g->count][MG] == run.model.w[g->first + g->count][MG]);
    free(text);
}

/* Whatever is behind a right checksum, what is taken can be gone on with. */
TEST(sealed_damage_is_sound) {
    static Run back;
    static const char BYTES[] = "0123456789+-.e \n\tA";
    Random r = {0x5345414C};
    size_t size;
    char *text = state_text(&size), *other = malloc(size);
    int taken = 0;
    for (int n = 0; n < scaled(100); n++) {
        memcpy(other, text, size);
        for (int i = random_below(&r, 4); i >= 0; i--)
            other[random_below(&r, n % 2 ? 300 : (int)size - 40)] =
                BYTES[random_below(&r, (int)sizeof BYTES)];
        seal(other, size);
        back = run;
        if (state_parse(other, size, &back, fault)) {
            assert_true(state_is_sound(&back));
            taken++;
        }
    }
    printf("  %d taken\n", taken);
    free(other);
    free(text);
}

/* What cannot be read back is not written. */
TEST(bad_runs_are_not_written) {
    static const double BAD[] = {NAN, INFINITY, -INFINITY, 40000};
    char path[FILE_PATH_SIZE];
    file_place(path, "state");
    file_put(path, "old", 3);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        const double old = run.model.w[17][EG];
        run.model.w[17][EG] = BAD[i];
        assert_false(state_write(path, &run, fault));
        assert_string_equal(fault, "its numbers are out of range");
        assert_string_equal(write_weights(path, &run.model), "a weight is out of range");
        run.model.w[17][EG] = old;
    }
    assert_true(file_holds(path, "old") && file_count() == 1);
    unlink(path);
}

/* --- weights ---------------------------------------------------------------------------------- */

#define WEIGHTS "/* Written by tools/tune/tune: see there."

static bool file_begins(const char *path, const char *text) {
    size_t size;
    char *bytes = file_get(path, &size);
    const bool same = strncmp(bytes, text, strlen(text)) == 0;
    free(bytes);
    return same;
}

/* Weights replace others only if the loss did not rise; nothing is lost if it did. */
TEST(worse_weights_stand_aside) {
    static Model m;
    char path[FILE_PATH_SIZE], aside[FILE_PATH_SIZE];
    file_place(path, "weights.c");
    file_place(aside, "weights.c" DELIVERY_ASIDE);
    model_from_engine(&m);
    file_put(path, WEIGHTS " old", strlen(WEIGHTS " old"));
    assert_null(delivery_fault(path));
    assert_int_equal(deliver_weights(path, &m, 0.1, 0.1000001, &reason), DELIVERED_ASIDE);
    assert_true(file_holds(path, WEIGHTS " old") && file_begins(aside, WEIGHTS " The list"));
    unlink(aside);
    assert_int_equal(deliver_weights(path, &m, 0.1, 0.1, &reason), DELIVERED);
    assert_true(file_begins(path, WEIGHTS " The list") && file_count() == 1);
    unlink(path);
    assert_int_equal(deliver_weights("/no/such/folder/x", &m, 0.1, 0.05, &reason), DELIVERY_FAILED);
    assert_string_equal(reason, "No such file or directory");
}

TEST(weights_are_rounded) {
    static Model rounded, engine;
    model_from_engine(&engine);
    rounded = engine;
    rounded.w[3][EG] += 0.4;
    rounded.w[4][MG] -= 0.4;
    model_round(&rounded);
    assert_memory_equal(&rounded, &engine, sizeof rounded);
}

/* Only such weights, or an empty file, are replaced: neither by name nor aside anything else. */
TEST(other_files_are_left_alone) {
    char path[FILE_PATH_SIZE], aside[FILE_PATH_SIZE];
    file_place(path, "weights.c");
    file_place(aside, "weights.c" DELIVERY_ASIDE);
    file_put(path, "", 0);
    assert_null(delivery_fault(path));
    file_put(aside, "mine", 4);
    assert_non_null(strstr(delivery_fault(path), "is no file of weights"));
    assert_int_equal(deliver_weights(path, &run.model, 1, 2, &reason), DELIVERY_FAILED);
    assert_true(file_holds(aside, "mine") && file_holds(path, ""));
    file_put(path, "mine", 4);
    assert_int_equal(deliver_weights(path, &run.model, 2, 1, &reason), DELIVERY_FAILED);
    assert_true(file_holds(path, "mine") && file_count() == 2);
    unlink(path);
    unlink(aside);
}

BEFORE {
    make_run();
}

AFTER {
    files_remove();
}
