/* The trainer packs, writes and reads positions with all inputs, in random order. A damaged file is refused. */
#include "board/fen.h"
#include "board/state_difference.h"
#include "network/network.h"
#include "support/cmocka_test.h"
#include "support/files.h"
#include "support/positions.h"
#include "support/setup.h"
#include "train/position_store.h"

#include <stdlib.h>
#include <string.h>

static const char *reason;

enum { COUNT = 5000, HELD_OUT = 100 };

static PackedPosition given[COUNT], got[COUNT];
static int given_count;

static void keep(Position *at, Random *r) {
    if (given_count == COUNT)
        return;
    /* Each position gets a game number of its own, by which check_part finds it. */
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

/* Checks positions of the store: numbers from `low` to below `high`, none twice. Returns how many are in order. */
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

TEST(all_positions_come_back_in_random_order) {
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

/* A store with one changed bit, or cut off, is refused. */
TEST(damaged_stores_are_refused) {
    char path[FILE_PATH_SIZE];
    Store s;
    size_t size;
    file_place(path, "positions");
    write_store(path, 2);
    char *bytes = file_get(path, &size);
    for (int cut = 0; cut < 2; cut++) {
        bytes[size / 2] ^= cut ? 0 : 64;
        file_put(path, bytes, size - (size_t)cut);
        assert_false(store_open(&s, path, &reason));
        assert_non_null(strstr(reason, "damaged"));
        bytes[size / 2] ^= cut ? 0 : 64;
    }
    free(bytes);
}

/* A store with a right checksum is refused if it has a position that no state can hold. */
TEST(impossible_positions_are_refused) {
    char path[FILE_PATH_SIZE];
    Store s;
    file_place(path, "positions");
    assert_true(fen_parse(pos, FEN_START, NULL, 0));
    const PackedPosition whole = position_pack(pos->state, 0, 1, 0), kept = given[0];
    PackedPosition wrong[] = {whole, whole, whole, whole, whole, whole};
    wrong[0].occupied = ~UINT64_C(0);
    wrong[1].side = 2;
    wrong[2].result = RESULT_UNKNOWN + 1;
    wrong[3].pieces[5] |= 0xE0;               /* a kind of piece that is not there */
    wrong[4].pieces[2] = wrong[4].pieces[1];  /* White has no king */
    wrong[5].pieces[15] = wrong[5].pieces[4]; /* White has 18 pieces */
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        given[0] = wrong[i];
        write_store(path, 1);
        assert_true(store_open(&s, path, &reason));
        assert_false(store_read(&s, 0, HELD_OUT, got, &reason));
        assert_string_equal(reason, "a position in it is not possible");
        store_close(&s);
    }
    given[0] = kept;
}

typedef struct Sum {
    uint64_t pieces, pairs;
} Sum;

/* Adds up a random number for each input of a perspective. The sums do not depend on the order of the inputs. */
static Sum sum_inputs(const State *s, Color c) {
    static StateDifference difference;
    const StatePart *all = &difference.added;
    const Perspective view = perspective_of(s, c);
    Sum sum = {0};
    state_difference(&empty_state, s, &difference);
    for (int i = 0; i < all->placed_count; i++)
        sum.pieces += random_hash(piece_input(all->placed[i], view));
    for (int i = 0; i < all->pair_count; i++)
        sum.pairs += random_hash(pair_input(all->pairs[i], view));
    return sum;
}

static void visit_packed(Position *at, Random *r) {
    const int score = random_below(r, 2001) - 1000, result = random_below(r, 3);
    const PackedPosition p = position_pack(at->state, score, result, 7);
    const int sign = at->state->side == WHITE ? 1 : -1;
    State s;
    position_unpack(&p, &s);
    assert_int_equal(p.score, sign * score);
    assert_int_equal(p.result - 1, sign * (result - 1));
    assert_int_equal(s.side, at->state->side);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Sum packed = sum_inputs(&s, c), original = sum_inputs(at->state, c);
        assert_memory_equal(&packed, &original, sizeof packed);
    }
}

TEST(packed_positions_keep_their_inputs) {
    visit_positions(pos, scaled(4000), visit_packed);
}

BEFORE {
    visit_positions(pos, 2 * COUNT, keep);
}

AFTER {
    files_remove();
}
