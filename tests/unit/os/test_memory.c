/* Memory from the system is aligned and zeroed, and freeing this memory does not touch the memory beside. Too large a
 * request is refused. */
#include "os/memory.h"
#include "support/cmocka_test.h"

#include <string.h>

TEST(neighbours_stay) {
    enum { BLOCKS = 16, SIZE = 2 << 20 };
    unsigned char *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        assert_non_null(blocks[i] = memory_map(SIZE));
        assert_int_equal((uintptr_t)blocks[i] % SIZE, 0);
        memset(blocks[i], i, SIZE);
    }
    for (int i = 1; i < BLOCKS; i += 2)
        memory_unmap(blocks[i], SIZE);
    for (int i = 0; i < BLOCKS; i += 2) {
        assert_true(blocks[i][0] == i && blocks[i][SIZE - 1] == i);
        memory_unmap(blocks[i], SIZE);
    }
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
