/* What the trainer writes and reads again: positions in random order, and the state of a run.
 * Whatever is damaged is refused. */
#include "board/fen.h"
#include "support/cmocka_test.h"
#include "support/files.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"
#include "train/position_store.h"
#include "train/train_plot.h"
#include "train/train_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Position *pos;
static const char *reason;

/* --- positions ------------------------------------------------------------------------------- */

enum { COUNT = 5000, HELD_OUT = 100 };

static PackedPosition given[COUNT], got[COUNT];
static int given_count;

static void keep(Position *at, Random *r) {
    if (given_count == COUNT)
        return;
    /* The number of the game distinguishes them. */
    given[given_count] = position_pack(at->state, random_below(r, 2001) - 1000, random_below(r, 3),
                                       (uint32_t)given_count);
    given_count++;
}

static void write_store(const char *path, uint64_t seed) {
    StoreWriter *w = store_begin(path, seed, &reason);
    assert_non_null(w);
    for (int i = 0; i < COUNT; i++)
        assert_true(store_add(w, &given[i], i < HELD_OUT));
    assert_true(store_finish(w, &reason));
}

/* Positions by their numbers; returns how many of them follow the one before. */
static int check_part(const Store *s, uint64_t first, size_t count, uint32_t low, uint32_t high) {
    static uint8_t seen[COUNT];
    int in_order = 0;
    memset(seen, 0, sizeof seen);
    assert_true(store_read(s, first, count, got, &reason));
    for (size_t i = 0; i < count; i++) {
        assert_in_range(got[i].game, low, high - 1);
        assert_int_equal(seen[got[i].game]++, 0);
        assert_memory_equal(&got[i], &given[got[i].game], sizeof *got);
        in_order += i > 0 && got[i].game == got[i - 1].game + 1;
    }
    return in_order;
}

static void all_positions_come_back_in_random_order(void **unused) {
    (void)unused;
    char path[FILE_PATH_SIZE], again[FILE_PATH_SIZE];
    Store s;
    file_place(path, "positions");
    file_place(again, "again");
    write_store(path, 1);
    assert_true(store_open(&s, path, &reason));
    assert_int_equal(s.held_out, HELD_OUT);
    assert_int_equal(s.trained, COUNT - HELD_OUT);
    check_part(&s, 0, HELD_OUT, 0, HELD_OUT);
    assert_true(check_part(&s, HELD_OUT, COUNT - HELD_OUT, HELD_OUT, COUNT) < COUNT / 100);
    assert_false(store_read(&s, COUNT, 1, got, &reason));
    store_close(&s);
    write_store(again, 1);
    size_t size, size_again;
    char *one = file_get(path, &size), *two = file_get(again, &size_again);
    assert_int_equal(size, size_again);
    assert_memory_equal(one, two, size);
    free(one);
    free(two);
}

static void refuse_store(const char *path, const void *bytes, size_t size, const char *why) {
    Store s;
    file_put(path, bytes, size);
    if (store_open(&s, path, &reason)) {
        assert_string_equal(why, "a position in it is not one of chess");
        assert_false(store_read(&s, 0, (size_t)(s.held_out + s.trained), got, &reason));
        store_close(&s);
    }
    assert_non_null(strstr(reason, why));
}

/* The checksum, written a second time, so that a change of the trainer's shows. */
static void seal_store(char *bytes, size_t size) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size - sizeof hash; i += 4) {
        uint32_t word;
        memcpy(&word, bytes + i, sizeof word);
        hash = (hash ^ word) * 1099511628211u;
    }
    memcpy(bytes + size - sizeof hash, &hash, sizeof hash);
}

/* Any bit of the file, what is cut off, and what is damaged under a right checksum. */
static void damaged_stores_are_refused(void **unused) {
    (void)unused;
    char path[FILE_PATH_SIZE];
    Random r = {7};
    size_t size;
    file_place(path, "positions");
    write_store(path, 2);
    char *bytes = file_get(path, &size);
    refuse_store(path, bytes, size - 1, "damaged");
    refuse_store(path, bytes, 63, "no file of positions");
    refuse_store(path, bytes, 0, "no file of positions");
    bytes[24] ^= 1; /* how many are held out */
    refuse_store(path, bytes, size, "damaged");
    bytes[24] ^= 1;
    bytes[31] ^= 0x40;
    refuse_store(path, bytes, size, "damaged");
    bytes[31] ^= 0x40;
    for (int i = 0; i < scaled(300); i++) {
        const size_t at = (size_t)random_below(&r, (int)size);
        const char bit = (char)(1 << random_below(&r, 8));
        bytes[at] ^= bit;
        refuse_store(path, bytes, size, at < 24 ? "no file of positions" : "damaged");
        bytes[at] ^= bit;
    }
    bytes[64 + 32 * 7 + 27] ^= 2; /* nobody to move, under a right checksum */
    seal_store(bytes, size);
    refuse_store(path, bytes, size, "a position in it is not one of chess");
    memcpy(bytes, "Panoptes positions 1\n", 21);
    refuse_store(path, bytes, size,
                 "an older trainer wrote it, without a checksum: prepare it anew");
    free(bytes);
    assert_false(store_open(&(Store){0}, "/dev/null", &reason));
    assert_null(store_begin("/dev/null", 1, &reason));
}

/* --- states ---------------------------------------------------------------------------------- */

static TrainRun run = {.shape = {PAIRS_TYPES, KINGS_FOUR, 16},
                       .target = {200, 0.5f, 2.5f},
                       .share_begin = 0.75f,
                       .seed = 9,
                       .epoch = 2,
                       .best = 1,
                       .block = 3,
                       .offset = 4000,
                       .learnt = 3150000,
                       .loss = 63000.5,
                       .history = {{0.02f, 0.021f}, {0.018f, 0.022f}}};

static FloatNet *make_net(void) {
    FloatNet *net = net_create(run.shape, run.seed);
    assert_non_null(net);
    for (size_t i = 0; i < net->at.count; i++) {
        net->mean[i] = (float)i / 1e6f;
        net->square[i] = (float)i / 1e8f;
    }
    net->step = 77;
    assert_true(net_begin_average(net));
    for (size_t i = 0; i < net->at.count; i++)
        net->average[i] = (float)(i % 100) / 100;
    net->averaged = 7;
    return net;
}

static void states_are_kept(void **unused) {
    (void)unused;
    char path[FILE_PATH_SIZE];
    TrainRun back = {0};
    FloatNet *net = make_net();
    const size_t size = net->at.count * sizeof(float);
    file_place(path, "state");
    assert_null(train_state_read(path, &back, &reason));
    assert_null(reason);
    assert_true(train_state_write(path, &run, net, &reason));
    FloatNet *copy = train_state_read(path, &back, &reason);
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
    assert_memory_equal(copy->row, net->row,
                        (size_t)net->at.rows * (size_t)run.shape.hidden_size * sizeof(float));
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

/* What lies where in a state: whoever changes it must change the magic, too. */
static void layout_of_states_stays(void **unused) {
    (void)unused;
    static const uint16_t GRAINS[] = {PAIRS_TARGETS, KINGS_FOUR};
    static const int32_t HIDDEN = 32;
    char path[FILE_PATH_SIZE];
    size_t size;
    TrainRun one = {.shape = {PAIRS_TARGETS, KINGS_FOUR, HIDDEN}, .target = {200, 0.5f, 2}};
    char *bytes = get_state(path, &one, net_create(one.shape, 1), &size);
    assert_memory_equal(bytes, "Panoptes training 3\n", 20);
    assert_memory_equal(bytes + 40, GRAINS, sizeof GRAINS);
    assert_memory_equal(bytes + 44, &HIDDEN, sizeof HIDDEN);
    free(bytes);
}

/* The weights stay, and nothing else. */
static void networks_begin_anew(void **unused) {
    (void)unused;
    FloatNet *net = make_net(), *same = make_net();
    const size_t size = net->at.count * sizeof(float);
    float *nothing = calloc(net->at.count, sizeof(float));
    net_restart(net);
    assert_int_equal(net->step, 0);
    assert_memory_equal(net->parameter, same->parameter, size);
    assert_memory_equal(net->mean, nothing, size);
    assert_memory_equal(net->square, nothing, size);
    free(nothing);
    net_free(net);
    net_free(same);
}

static void refuse_state(const char *path, const void *bytes, size_t size) {
    TrainRun back = run;
    file_put(path, bytes, size);
    FloatNet *net = train_state_read(path, &back, &reason);
    assert_null(net);
    assert_non_null(reason);
    assert_memory_equal(&back, &run, sizeof run);
}

/* Any bit of the file, and any length. */
static void damaged_states_are_refused(void **unused) {
    (void)unused;
    char path[FILE_PATH_SIZE];
    Random r = {12};
    size_t size;
    char *bytes = get_state(path, &run, make_net(), &size);
    for (int i = 0; i < scaled(300); i++) {
        /* Half of them in the header. */
        const size_t at = (size_t)random_below(&r, i % 2 ? (int)size : 128);
        const char bit = (char)(1 << random_below(&r, 8));
        bytes[at] ^= bit;
        refuse_state(path, bytes, size);
        bytes[at] ^= bit;
    }
    for (int i = 0; i < 20; i++)
        refuse_state(path, bytes, (size_t)random_below(&r, (int)size));
    refuse_state(path, bytes, size + 1); /* the 0 behind */
    free(bytes);
}

/* Their weights mean something else, though nothing is damaged. */
static void older_states_are_refused(void **unused) {
    (void)unused;
    char path[FILE_PATH_SIZE];
    size_t size;
    char *bytes = get_state(path, &run, make_net(), &size);
    for (int version = 1; version < 3; version++) {
        bytes[18] = (char)('0' + version);
        refuse_state(path, bytes, size);
        assert_non_null(strstr(reason, "an older trainer wrote it"));
    }
    memcpy(bytes, "Panoptes training 9\n", 20);
    refuse_state(path, bytes, size);
    assert_string_equal(reason, "it is no state of a training run");
    free(bytes);
}

/* Inputs that there are not, though nothing is damaged. */
static void unknown_shapes_are_refused(void **unused) {
    (void)unused;
    static const NetShape UNKNOWN[] = {{PAIR_GRAINS, KINGS_ONE, 16},
                                       {PAIRS_TYPES, KING_GRAINS, 16}};
    char path[FILE_PATH_SIZE];
    FloatNet *net = make_net();
    file_place(path, "state");
    for (int i = 0; i < 2; i++) {
        TrainRun strange = run, back;
        strange.shape = UNKNOWN[i];
        assert_true(train_state_write(path, &strange, net, &reason));
        assert_null(train_state_read(path, &back, &reason));
        assert_string_equal(reason, "it is no state of a training run");
    }
    net_free(net);
}

static void losses_are_printed(void **unused) {
    (void)unused;
    char path[FILE_PATH_SIZE];
    file_place(path, "losses");
    assert_true(write_losses(path, &run, &reason));
    assert_true(file_holds(path, "epoch\ttrained\theld_out\n1\t0.0200000\t0.0210000\n"
                                 "2\t0.0180000\t0.0220000\n"));
    file_place(path, "plot");
    assert_true(write_plot(path, &run, &reason));
    size_t size;
    char *text = file_get(path, &size);
    assert_non_null(strstr(text, "points=\"60.0,180.0 580.0,300.0 \""));
    assert_non_null(strstr(text, "points=\"60.0,120.0 580.0,60.0 \""));
    assert_non_null(strstr(text, "</svg>"));
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_positions_come_back_in_random_order),
        cmocka_unit_test(damaged_stores_are_refused),
        cmocka_unit_test(states_are_kept),
        cmocka_unit_test(layout_of_states_stays),
        cmocka_unit_test(networks_begin_anew),
        cmocka_unit_test(damaged_states_are_refused),
        cmocka_unit_test(older_states_are_refused),
        cmocka_unit_test(unknown_shapes_are_refused),
        cmocka_unit_test(losses_are_printed),
    };
    setup_tables();
    pos = position_new();
    visit_positions(pos, 2 * COUNT, keep);
    const int failed = cmocka_run_group_tests_name("trainer's files", tests, NULL, NULL);
    files_remove();
    free(pos);
    return failed;
}
