/* Positions as the trainer writes and reads them again, in random order. Whatever is damaged is refused. */
#include "board/fen.h"
#include "support/cmocka_test.h"
#include "support/files.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/setup.h"
#include "support/two_positions.h"
#include "train/position_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
TEST(damaged_stores_are_refused) {
    char path[FILE_PATH_SIZE];
    Random r = {7};
    size_t size;
    file_place(path, "positions");
    write_store(path, 2);
    char *bytes = file_get(path, &size);
    refuse_store(path, bytes, size - 1, "damaged");
    refuse_store(path, bytes, 63, "no file of positions");
    for (int i = 0; i < 40; i++) {
        const size_t at = (size_t)random_below(&r, i % 2 ? 64 : (int)size);
        bytes[at] ^= 64;
        refuse_store(path, bytes, size, at < 24 ? "no file of positions" : "damaged");
        bytes[at] ^= 64;
    }
    bytes[64 + 32 * 7 + 27] ^= 2; /* nobody to move, under a right checksum */
    seal_store(bytes, size);
    refuse_store(path, bytes, size, "a position in it is not one of chess");
    free(bytes);
    assert_false(store_open(&(Store){0}, "/dev/null", &reason));
}

BEFORE {
    visit_positions(pos, 2 * COUNT, keep);
}

AFTER {
    files_remove();
}
