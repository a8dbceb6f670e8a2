/* The hash table finds the entries that were stored, keeps mate distances right, and replaces old entries. */
#include "search/table.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/setup.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static Table table;

BEFORE_EACH {
    assert_int_equal(table_resize(&table, 1), 1);
}

AFTER_EACH {
    table_free(&table);
}

/* Clears the table, and begins a search. */
static void clear(void) {
    table_clear(&table);
    table_new_search(&table);
}

/* The result of a probe. */
typedef struct Hit {
    bool found;
    TableData data;
} Hit;

static Hit probe(Key key, int ply) {
    Hit hit;
    hit.found = table_probe(&table, key, ply, 0, &hit.data);
    return hit;
}

static void store(Key key, int ply, Move move, int score, int eval, int depth, ScoreBound bound) {
    const TableData data = {move, score, eval, depth, bound, false};
    table_store(&table, key, ply, &data);
}

/* A key whose bucket is the n-th and whose low 16 bits are `tag`. */
static Key key_in_bucket(uint64_t n, uint16_t tag) {
    const uint64_t width = UINT64_MAX / table.count;
    return ((n * width + width / 2) & ~(Key)0xFFFF) | tag;
}

TEST(finds_what_was_stored) {
    Random r = {1};
    for (int i = 0; i < scaled(3000); i++) {
        const Key key = random_word(&r);
        const Move move = (Move)random_word(&r);
        const int score = random_below(&r, 60001) - 30000, eval = random_below(&r, 60001) - 30000;
        const int depth = random_below(&r, MAX_PLY), ply = random_below(&r, MAX_PLY);
        const ScoreBound bound = BOUND_UPPER + random_below(&r, 3);
        clear();
        assert_false(probe(key, ply).found);
        store(key, ply, move, score, eval, depth, bound);
        const Hit hit = probe(key, ply);
        assert_true(hit.found);
        assert_int_equal(hit.data.move, move);
        assert_int_equal(hit.data.score, score);
        assert_int_equal(hit.data.eval, eval);
        assert_int_equal(hit.data.depth, depth);
        assert_int_equal(hit.data.bound, bound);
        assert_false(probe(key ^ 1, ply).found);
        assert_int_equal(probe(key ^ 1, ply).data.move, MOVE_NONE);
    }
}

/* The table stores a mate's distance from the entry's position. A probe at any ply gives its distance from the root. */
TEST(mates_are_counted_from_the_position) {
    for (int stored = 0; stored < 60; stored += 7) {
        for (int met = 0; met < 60; met += 7) {
            for (int plies = 1; plies < 60; plies += 5) {
                const Key key = 0x123456789ABCDEFu * (Key)(plies + 1);
                store(key, stored, MOVE_NONE, SCORE_MATE - (stored + plies), 0, 9, BOUND_EXACT);
                assert_int_equal(probe(key, met).data.score, SCORE_MATE - (met + plies));
                store(key, stored, MOVE_NONE, mated_in(stored + plies), 0, 9, BOUND_EXACT);
                assert_int_equal(probe(key, met).data.score, mated_in(met + plies));
            }
        }
    }
    const int plain = SCORE_TABLEBASE_BOUND - 1;
    store(99, 50, MOVE_NONE, plain, 0, 9, BOUND_EXACT);
    assert_int_equal(probe(99, 3).data.score, plain);
}

/* If the fifty-move rule may come before a stored mate, the mate counts only as a win. */
TEST(mates_beyond_the_fifty_moves_are_wins) {
    TableData data;
    store(7, 0, MOVE_NONE, SCORE_MATE - 11, 0, 9, BOUND_EXACT);
    assert_true(table_probe(&table, 7, 0, 89, &data));
    assert_int_equal(data.score, SCORE_MATE - 11);
    assert_true(table_probe(&table, 7, 0, 90, &data));
    assert_int_equal(data.score, SCORE_TABLEBASE_BOUND - 1);
    store(7, 0, MOVE_NONE, mated_in(12), 0, 9, BOUND_EXACT);
    assert_true(table_probe(&table, 7, 0, 89, &data));
    assert_int_equal(data.score, -SCORE_TABLEBASE_BOUND + 1);
}

/* An entry keeps its bound, and its flag `pv`, which marks a node with an open window. */
TEST(remembers_open_windows) {
    for (int pv = 0; pv < 2; pv++) {
        for (ScoreBound bound = BOUND_NONE; bound <= BOUND_EXACT; bound++) {
            TableData data = {5, 10, 20, 30, bound, pv};
            clear();
            table_new_search(&table);
            table_store(&table, 123, 0, &data);
            assert_true(table_probe(&table, 123, 0, 0, &data));
            assert_int_equal(data.pv, pv);
            assert_int_equal(data.bound, bound);
        }
    }
}

TEST(keeps_the_move) {
    const Key key = key_in_bucket(5, 77);
    clear();
    store(key, 0, 1234, 10, 0, 5, BOUND_EXACT);
    store(key, 0, MOVE_NONE, 20, 0, 6, BOUND_UPPER);
    assert_int_equal(probe(key, 0).data.move, 1234);
    assert_int_equal(probe(key, 0).data.score, 20);
    /* A much shallower result that is not exact does not replace the entry. */
    store(key, 0, 4321, 30, 0, 1, BOUND_LOWER);
    assert_int_equal(probe(key, 0).data.score, 20);
    store(key, 0, 4321, 30, 0, 1, BOUND_EXACT);
    assert_int_equal(probe(key, 0).data.score, 30);
    assert_int_equal(probe(key, 0).data.move, 4321);
}

/* A bucket has three entries; a store replaces the shallowest. */
TEST(replaces_the_least_valuable) {
    clear();
    for (int i = 1; i <= 3; i++)
        store(key_in_bucket(9, (uint16_t)i), 0, 1, i, 0, 10 * i, BOUND_EXACT);
    for (int i = 1; i <= 3; i++)
        assert_true(probe(key_in_bucket(9, (uint16_t)i), 0).found);
    store(key_in_bucket(9, 4), 0, 1, 4, 0, 1, BOUND_EXACT);
    assert_true(probe(key_in_bucket(9, 4), 0).found);
    assert_false(probe(key_in_bucket(9, 1), 0).found);
    assert_true(probe(key_in_bucket(9, 2), 0).found);
    assert_true(probe(key_in_bucket(9, 3), 0).found);
    assert_false(probe(key_in_bucket(10, 4), 0).found);
}

/* After enough searches, shallow entries replace an old deep one. */
TEST(old_entries_are_replaced) {
    clear();
    store(key_in_bucket(3, 100), 0, 1, 0, 0, 12, BOUND_EXACT);
    for (int search = 0; search < 8; search++) {
        table_new_search(&table);
        for (int i = 0; i < 3; i++)
            store(key_in_bucket(3, (uint16_t)(i + 1)), 0, 1, 0, 0, 4, BOUND_EXACT);
    }
    assert_false(probe(key_in_bucket(3, 100), 0).found);
    for (int i = 0; i < 64; i++) /* the age wraps around */
        table_new_search(&table);
    assert_true(table.age < 32);
}

TEST(clears_and_measures) {
    Random r = {6};
    clear();
    assert_int_equal(table_hashfull(&table), 0);
    for (int i = 0; i < 300000; i++)
        store(random_word(&r), 0, 1, 0, 0, 1, BOUND_EXACT);
    assert_true(table_hashfull(&table) > 900);
    table_new_search(&table);
    assert_int_equal(table_hashfull(&table), 0); /* only entries of this search count */
    clear();
    assert_int_equal(table_hashfull(&table), 0);
    r = (Random){6};
    for (int i = 0; i < 1000; i++)
        assert_false(probe(random_word(&r), 0).found);
}

TEST(has_the_size_asked_for) {
    static const int SIZES[] = {1, 2, 3, 7, 16, 33, 64};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        const int got = table_resize(&table, SIZES[i]);
        assert_int_equal(got, SIZES[i]);
        assert_int_equal(table.count * sizeof(TableBucket), (uint64_t)SIZES[i] << 20);
        /* The first and the last bucket are within the table; otherwise a sanitizer reports. */
        store(0, 0, 5, 1, 0, 1, BOUND_EXACT);
        store(~(Key)0, 0, 6, 1, 0, 1, BOUND_EXACT);
        assert_int_equal(probe(0, 0).data.move, 5);
        assert_int_equal(probe(~(Key)0, 0).data.move, 6);
        table_prefetch(&table, ~(Key)0);
    }
}

/* The number of bytes of the table that are resident in memory. */
static size_t real_size(void) {
    static unsigned char pages[1 << 16];
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = table.count * sizeof(TableBucket);
    size_t real = 0;
    assert_true(size / page <= sizeof pages);
    assert_int_equal(mincore(table.buckets, size, pages), 0);
    for (size_t i = 0; i < size / page; i++)
        real += (pages[i] & 1) * page;
    return real;
}

/* table_ready makes all pages resident, since page faults in a search cost time on the clock. table_clear leaves a
 * clean table alone, to save time between games. */
TEST(pages_are_real_before_the_search) {
    static const int SIZES[] = {1, 16, 100, 33};
    for (int i = 0; i < 4; i++) {
        const size_t size = (size_t)SIZES[i] << 20;
        table.threads = i;
        assert_int_equal(table_resize(&table, SIZES[i]), SIZES[i]);
        assert_int_equal(table.threads, i);
        assert_int_equal(real_size(), 0); /* table_ready will touch the pages, not table_resize */
        table_ready(&table);
        assert_int_equal(real_size(), size);
        assert_int_equal(madvise(table.buckets, size, MADV_DONTNEED), 0);
        table_clear(&table);
        assert_int_equal(real_size(), 0); /* table_clear has touched nothing */
        table_new_search(&table);
        table_clear(&table);
        assert_int_equal(real_size(), size);
        table_new_search(&table);
        store(1, 0, 5, 1, 0, 1, BOUND_EXACT);
        table_ready(&table);
        assert_true(probe(1, 0).found); /* table_ready keeps the entries */
    }
}

/* If memory is short, table_resize halves the size until it fits into seven eighths of the available memory. */
TEST(keeps_within_the_limit) {
    struct rlimit before, resident;
    assert_int_equal(getrlimit(RLIMIT_RSS, &before), 0);
    resident = before;
    resident.rlim_cur = 20 << 20; /* seven eighths: 17.5 MB */
    assert_int_equal(setrlimit(RLIMIT_RSS, &resident), 0);
    assert_int_equal(table_resize(&table, 64), 16);
    assert_int_equal(table_resize(&table, 17), 17);
    assert_int_equal(table_resize(&table, 18), 9);
    resident.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_RSS, &resident), 0);
    assert_int_equal(table_resize(&table, 64), 9); /* no page is touched */
    table_clear(&table);
    table_new_search(&table);
    store(1, 0, 5, 1, 0, 1, BOUND_EXACT);
    assert_int_equal(table_resize(&table, 64), 9); /* no memory: the old table stays, emptied */
    assert_false(probe(1, 0).found);
    table_free(&table);
    assert_int_equal(table_resize(&table, 64), 0);
    assert_int_equal(setrlimit(RLIMIT_RSS, &before), 0);
}
