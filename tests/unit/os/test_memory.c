/* Memory from the system: zeroed, aligned, and given back without touching what lies beside it. */
#include "os/memory.h"
#include "support/cmocka_test.h"
#include "support/dice.h"

#include <stdio.h>
#include <string.h>

enum { BLOCKS = 64 };

static size_t random_size(Random *r) {
    return 1 + (size_t)random_below(r, 5 << 20);
}

/* Many blocks of odd sizes come and go; each keeps its own bytes to the last. */
TEST(blocks_keep_apart) {
    Random r = {21};
    unsigned char *blocks[BLOCKS] = {0};
    size_t sizes[BLOCKS];
    for (int step = 0; step < 2000; step++) {
        const int i = random_below(&r, BLOCKS);
        if (blocks[i]) {
            assert_int_equal(blocks[i][0], i + 1);
            assert_int_equal(blocks[i][sizes[i] - 1], i + 1);
            memory_unmap(blocks[i], sizes[i]);
            blocks[i] = NULL;
            continue;
        }
        sizes[i] = random_size(&r);
        blocks[i] = memory_map(sizes[i]);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % (2 << 20), 0);
        assert_int_equal(blocks[i][0] | blocks[i][sizes[i] / 2] | blocks[i][sizes[i] - 1], 0);
        blocks[i][0] = blocks[i][sizes[i] - 1] = (unsigned char)(i + 1);
    }
    for (int i = 0; i < BLOCKS; i++)
        memory_unmap(blocks[i], blocks[i] ? sizes[i] : 0);
}

TEST(can_be_zeroed) {
    static const size_t SIZES[] = {1, (3 << 20) + 12345, 1 << 25, (100 << 20) + 12345};
    static const int THREADS[] = {1, 2, 3, 1024};
    for (int i = 0; i < 16; i++) {
        const size_t size = SIZES[i / 4];
        unsigned char *block = memory_map(size + 1);
        assert_non_null(block);
        memset(block, 7, size + 1);
        memory_zero(block, size, THREADS[i % 4]);
        assert_int_equal(block[0], 0);
        assert_memory_equal(block, block + 1, size - 1);
        assert_int_equal(block[size], 7);
        memory_unmap(block, size + 1);
    }
}

TEST(too_much_is_refused) {
    assert_null(memory_map(SIZE_MAX / 4));
    memory_unmap(NULL, 5);
}
