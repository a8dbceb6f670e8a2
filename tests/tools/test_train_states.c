/* The state of a training run is written and read back, also by a build for more neurons. A damaged state is
 * refused. */
#include "core/bits.h"
#include "support/cmocka_test.h"
#include "support/files.h"
#include "train/train_run.h"

#include <stdlib.h>
#include <string.h>

static const char *reason;

static TrainRun run = {.target = {200, 0.5f, 2.5f, 0.25f},
                       .share_begin = 0.75f,
                       .seed = 9,
                       .epoch = 2,
                       .best = 1,
                       .block = 3,
                       .offset = 4000,
                       .learnt = 3150000,
                       .loss = 63000.5,
                       .history = {{0.02f, 0.021f}, {0.018f, 0.022f}}};

/* The offsets of the network's shape in a state, in bytes. */
enum { AT_COUNT = 32, AT_HIDDEN = 44, AT_NUMBERS = 40 + sizeof(TrainRun) };

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
    /* If you change the layout of the file, change the magic, too. */
    assert_memory_equal(file, "Panoptes training 5\n", 20);
    assert_int_equal(bytes, AT_NUMBERS + 4 * size);
    free(file);
    FloatNet *copy = train_state_read(path, &back, FILE_HIDDEN_STEP, &reason);
    assert_non_null(copy);
    assert_int_equal(back.epoch, run.epoch);
    assert_int_equal(copy->step, 77);
    assert_int_equal(copy->averaged, 7);
    assert_true(back.share_begin == run.share_begin && back.target.asymmetry == 0.25f);
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

/* A state is refused if its checksum is right, but not its epochs or the steps of Adam. */
TEST(impossible_states_are_refused) {
    static const int WRONG[][3] = {
        {-100000, 0, 7}, {EPOCHS_MAX + 1, 1, 7}, {2, 3, 7}, {2, 0, 7}, {2, 1, -1}};
    char path[FILE_PATH_SIZE];
    FloatNet *net = make_net();
    file_place(path, "state");
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        TrainRun wrong = run;
        wrong.epoch = WRONG[i][0];
        wrong.best = WRONG[i][1];
        net->step = net->averaged = WRONG[i][2];
        assert_true(train_state_write(path, &wrong, net, &reason));
        assert_null(train_state_read(path, &wrong, FILE_HIDDEN_STEP, &reason));
        assert_string_equal(reason, "its numbers are not those of a run");
    }
    net_free(net);
}

static void seal_state(char *bytes, size_t size) {
    memset(bytes + 24, 0, sizeof(uint64_t));
    const uint64_t hash = hash_words(HASH_WORDS_BASIS, bytes, size);
    memcpy(bytes + 24, &hash, sizeof hash);
}

/* Keeps only `hidden` numbers of each row in the four arrays of a state. Returns the new size. */
static size_t narrow_state(char *bytes, int hidden) {
    const size_t had = NETWORK_HIDDEN * sizeof(float), has = (size_t)hidden * sizeof(float);
    const size_t biases = OUTPUT_BUCKETS * sizeof(float);
    const uint64_t count = parameter_count(hidden);
    const char *from = bytes + AT_NUMBERS;
    char *to = bytes + AT_NUMBERS;
    for (int array = 0; array < 4; array++) {
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

/* A state with fewer neurons is read: its weights are kept, and the added neurons have output weights of 0. */
TEST(narrow_states_are_widened) {
    enum { HAD = 32 };
    char path[FILE_PATH_SIZE];
    size_t size;
    TrainRun back;
    FloatNet *net = make_net();
    file_place(path, "state");
    assert_true(train_state_write(path, &run, net, &reason));
    char *bytes = file_get(path, &size);
    size = narrow_state(bytes, HAD);
    file_put(path, bytes, size);
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
    bytes[size / 2] ^= 16;
    file_put(path, bytes, size);
    assert_null(train_state_read(path, &back, FILE_HIDDEN_STEP, &reason));
    assert_non_null(strstr(reason, "its checksum is wrong"));
    free(bytes);
}

AFTER {
    files_remove();
}
