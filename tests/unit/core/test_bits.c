/* The bit primitives agree with plain loops over 64 bits: on random words of all densities, and on words with no bit,
 * one bit and all bits. */
#include "core/bits.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/setup.h"

/* The index of the first set bit at or above `at`, 64 if there is none. */
static int plain_next(uint64_t x, int at) {
    while (at < 64 && !(x >> at & 1))
        at++;
    return at;
}

static int plain_count(uint64_t x) {
    int n = 0;
    for (int i = 0; i < 64; i++)
        n += (int)(x >> i & 1);
    return n;
}

static void check_set(uint64_t x) {
    uint64_t popped = x;
    uint32_t low = (uint32_t)x;
    assert_int_equal(popcount(x), plain_count(x));
    assert_int_equal(several(x), plain_count(x) > 1);
    for (int at = plain_next(x, 0); at < 64; at = plain_next(x, at + 1)) {
        const uint64_t rest = at == 63 ? 0 : x & ~(uint64_t)0 << (at + 1);
        assert_int_equal(lowest_bit(popped), at);
        assert_true(reset_lowest(popped) == rest);
        assert_int_equal(pop_bit(&popped), at);
        assert_true(popped == rest);
        if (at < 32) {
            assert_int_equal(pop_bit32(&low), at);
            assert_true(low == (uint32_t)rest);
        }
        if (rest == 0)
            assert_int_equal(highest_bit(x), at);
    }
}

static void check_places(uint64_t x, int n) {
    for (int i = 0; i < 64; i++) {
        const int set = (int)(x >> i & 1);
        assert_int_equal(has_bit(x, i), set);
        assert_int_equal(add_bit(n, x, i), n + set);
        assert_int_equal(add_bit(add_bit(-n, x, i), ~x, i), 1 - n);
    }
}

/* The CRC of 32 zero bytes is that of RFC 3720, appendix B.4. The CPU's instruction agrees with plain C. */
TEST(crc) {
    Random r = {3720};
    uint64_t crc = 0xFFFFFFFF;
    for (int i = 0; i < 4; i++)
        crc = crc32c_c(crc, 0);
    assert_int_equal(crc, ~0x8A9136AAu);
    for (int i = 0; i < scaled(10000); i++) {
        const uint64_t word = random_word(&r), before = crc;
        crc = crc32c(before, word);
        assert_int_equal(crc, crc32c_c(before, word));
    }
}

static void check_word(uint64_t x, Random *r) {
    check_set(x);
    check_places(x, random_below(r, 1000) - 500);
}

TEST(bits) {
    Random r = {2016};
    check_word(0, &r);
    check_word(~(uint64_t)0, &r);
    for (int i = 0; i < 64; i++)
        check_word((uint64_t)1 << i, &r);
    for (int round = 0; round < scaled(30000); round++) {
        const uint64_t a = random_word(&r), b = random_word(&r), c = random_word(&r);
        check_word(a, &r);
        check_word(a & b & c, &r);
        check_word(a | b, &r);
    }
}
