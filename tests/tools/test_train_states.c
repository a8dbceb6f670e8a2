/* The state of a training run as it is written and read again, and networks of other widths that a run
 * begins with. Whatever is damaged is refused. */
#include "support/cmocka_test.h"
#include "support/files.h"
#include "support/games.h"
#include "support/random_network.h"
#include "support/setup.h"
#include "train/train_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *reason;

static TrainRun run = {.target = {200, 0.5f, 2.5f},
                       .share_begin = 0.75f,
                       .seed = 9,
                       .epoch = 2,
                       .best = 1,
                       .block = 3,
                       .offset = 4000,
                       .learnt = 3150000,
                       .loss = 63000.5,
                       .history = {{0.02f, 0.021f}, {0.018f, 0.022f}}};

/* Where a state has the shape. */
enum {
    AT_COUNT = 32,
    AT_PAIRS = 40,
    AT_KINGS = 42,
    AT_HIDDEN = 44,
    AT_NUMBERS = 40 + sizeof(TrainRun)
};

static FloatNet *make_net(void) {
    FloatNet *net = net_create(run.seed);
    assert_non_null(net);
    for (size_t i = 0; i < NET_COUNT; i++) {
        net->mean[i] = (float)i / 1e8f;
        net->square[i] = (float)i / 1e10f;
    }
    net->step = 77;
    assert_true(net_begin_average(net));
    for (size_t i = 0; i < NET_COUNT; i++)
        net->average[i] = (float)(i % 100) / 100;
    net->averaged = 7;
    return net;
}

TEST(states_are_kept) {
    char path[FILE_PATH_SIZE];
    TrainRun back = {0};
    FloatNet *net = make_net();
    const size_t size = NET_COUNT * sizeof(float);
    file_place(path, "state");
    assert_null(train_state_read(path, &back, FILE_HIDDEN_STEP, &reason));
    assert_null(reason);
    assert_true(train_state_write(path, &run, net, &reason));
    size_t bytes;
    char *file = file_get(path, &bytes);
    /* Whoever changes what lies where must change the magic, too. */
    assert_memory_equal(file, "Panoptes training 3\n", 20);
    assert_int_equal(bytes, AT_NUMBERS + 4 * size);
    free(file);
    FloatNet *copy = train_state_read(path, &back, FILE_HIDDEN_STEP, &reason);
    assert_non_null(copy);
    assert_int_equal(back.epoch, run.epoch);
    assert_int_equal(copy->step, 77);
    assert_int_equal(copy->averaged, 7);
    assert_true(back.share_begin == run.share_begin && back.target.exponent == 2.5f);
    assert_true(back.block == 3 && back.offset == 4000 && back.learnt == 3150000);
    assert_true(back.loss == run.loss);
    assert_memory_equal(back.history, run.history, sizeof run.history);
    assert_memory_equal(copy->parameter, net->parameter, size);
    assert_memory_equal(copy->mean, net->mean, size);
    assert_memory_equal(copy->square, net->square, size);
    assert_memory_equal(copy->average, net->average, size);
    assert_memory_equal(copy->row, net->row, row_numbers(NET_INPUTS) * sizeof(float));
    net_free(copy);
    net_free(net);
}

/* Writes a state of the network, which it frees, to `path`, and returns its bytes. */
static char *get_state(char path[FILE_PATH_SIZE], const TrainRun *r, FloatNet *net, size_t *size) {
    assert_non_null(net);
    file_place(path, "state");
    assert_true(train_state_write(path, r, net, &reason));
    net_free(net);
    return file_get(path, size);
}

/* Another hash_words, so that a change of the trainer's shows. */
static void seal_state(char *bytes, size_t size) {
    uint64_t hash = 14695981039346656037u;
    memset(bytes + 24, 0, sizeof hash);
    for (size_t i = 0; i < size; i += 4) {
        uint32_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * 1099511628211u;
    }
    memcpy(bytes + 24, &hash, sizeof hash);
}

/* Leaves `hidden` numbers of each row of all arrays of a state; returns its size. */
static size_t narrow_state(char *bytes, int hidden, int arrays) {
    const size_t had = NETWORK_HIDDEN * sizeof(float), has = (size_t)hidden * sizeof(float);
    const size_t biases = OUTPUT_BUCKETS * sizeof(float);
    const uint64_t count = parameter_count(hidden);
    const char *from = bytes + AT_NUMBERS;
    char *to = bytes + AT_NUMBERS;
    for (int array = 0; array < arrays; array++) {
        for (int row = 0; row < NET_ROWS; row++, from += had, to += has)
            memmove(to, from, has);
        memmove(to, from, biases);
        from += biases;
        to += biases;
    }
    memcpy(bytes + AT_COUNT, &count, sizeof count);
    memcpy(bytes + AT_HIDDEN, &(int32_t){hidden}, sizeof(int32_t));
    seal_state(bytes, (size_t)(to - bytes));
    return (size_t)(to - bytes);
}

/* A state with fewer neurons gives its weights, and output none to those that are added. */
TEST(narrow_states_are_widened) {
    enum { HAD = 32 };
    char path[FILE_PATH_SIZE];
    size_t size;
    TrainRun back;
    FloatNet *net = make_net();
    char *bytes = get_state(path, &run, make_net(), &size);
    file_put(path, bytes, narrow_state(bytes, HAD, 4));
    assert_null(train_state_read(path, &back, NETWORK_HIDDEN, &reason));
    assert_non_null(strstr(reason, "it has 32 neurons, this program is built for "));
    FloatNet *wide = train_state_read(path, &back, FILE_HIDDEN_STEP, &reason);
    assert_non_null(wide);
    assert_int_equal(back.hidden, HAD);
    assert_true(wide->step == 0 && wide->averaged == 0 && back.epoch == run.epoch);
    for (size_t row = 0; row < NET_ROWS; row++) {
        const float *had = net->parameter + row_numbers(row),
                    *has = wide->parameter + row_numbers(row);
        assert_memory_equal(has, had, HAD * sizeof *has);
        for (size_t i = HAD; i < NETWORK_HIDDEN; i++)
            assert_true(row >= NET_OUTPUT ? has[i] == 0 : has[i] == had[i]);
    }
    assert_memory_equal(wide->parameter + row_numbers(NET_ROWS),
                        net->parameter + row_numbers(NET_ROWS), OUTPUT_BUCKETS * sizeof(float));
    for (size_t i = 0; i < NET_COUNT; i++)
        assert_true(wide->mean[i] == 0 && wide->square[i] == 0);
    net_free(wide);
    net_free(net);
    free(bytes);
}

static void refuse_state(const char *path, const void *bytes, size_t size) {
    TrainRun back = run;
    file_put(path, bytes, size);
    FloatNet *net = train_state_read(path, &back, FILE_HIDDEN_STEP, &reason);
    assert_null(net);
    assert_non_null(reason);
    assert_memory_equal(&back, &run, sizeof run);
}

/* A run begins with a network's file or a state that has as many neurons as there are, or fewer. */
TEST(runs_begin_from_narrow_files) {
    static const int WIDTHS[] = {16, NETWORK_HIDDEN / 2, NETWORK_HIDDEN};
    char path[FILE_PATH_SIZE];
    size_t size;
    for (int i = 0; i < 3; i++) {
        char *state = get_state(path, &run, make_net(), &size);
        void *network = random_network_file(WIDTHS[i], 7);
        file_put(path, state, narrow_state(state, WIDTHS[i], 4));
        for (int is_network = 0; is_network < 2; is_network++) {
            if (is_network)
                file_put(path, network, network_size(WIDTHS[i]));
            FloatNet *net = train_start(path, 1, &reason);
            assert_non_null(net);
            assert_true(net->step == 0 && net->mean[5] == 0);
            const float *output = net->parameter + row_numbers(NET_OUTPUT);
            assert_true(output[WIDTHS[i] - 1] != 0);
            assert_true(WIDTHS[i] == NETWORK_HIDDEN || output[WIDTHS[i]] == 0);
            net_free(net);
        }
        free(state);
        free(network);
    }
}

/* A bit of the file, and a length. */
TEST(damaged_states_are_refused) {
    char path[FILE_PATH_SIZE];
    Random r = {12};
    size_t size;
    char *bytes = get_state(path, &run, make_net(), &size);
    size = narrow_state(bytes, 16, 4);
    for (int i = 0; i < 40; i++) {
        /* Half of them in the header. */
        const size_t at = (size_t)random_below(&r, i % 2 ? (int)size : 128);
        bytes[at] ^= 16;
        refuse_state(path, bytes, size);
        bytes[at] ^= 16;
        refuse_state(path, bytes, i % 2 ? at : size + 1); /* the 0 behind */
    }
    memcpy(bytes, "Panoptes training 9\n", 20);
    refuse_state(path, bytes, size);
    free(bytes);
}

/* Inputs and widths that this program does not have, though nothing is damaged. */
TEST(other_shapes_are_refused) {
    static const struct {
        int at;
        int32_t value;
        const char *reason;
    } OTHERS[] = {
        {AT_PAIRS, 3 | 1 << 16, "pairs 3, kings 1, this program is built for pairs 2, kings 1"},
        {AT_HIDDEN, NETWORK_HIDDEN + 64, "neurons, this program is built for "},
        {AT_HIDDEN, -16, "neurons, this program is built for "}};
    char path[FILE_PATH_SIZE];
    size_t size;
    char *bytes = get_state(path, &run, net_create(1), &size);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++) {
        int32_t before;
        memcpy(&before, bytes + OTHERS[i].at, sizeof before);
        memcpy(bytes + OTHERS[i].at, &OTHERS[i].value, sizeof before);
        seal_state(bytes, size);
        refuse_state(path, bytes, size);
        if (!strstr(reason, OTHERS[i].reason))
            fail_msg("'%s', not '%s'", reason, OTHERS[i].reason);
        memcpy(bytes + OTHERS[i].at, &before, sizeof before);
    }
    free(bytes);
}

AFTER {
    files_remove();
}
