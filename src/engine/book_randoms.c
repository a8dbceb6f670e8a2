/* The random numbers of the Polyglot book format: the output of ISAAC-64 (Bob Jenkins, public domain),
 * seeded with zeros, each batch of 256 numbers from its end. */
#include "engine/book.h"
#include "engine/book_internal.h"

Key book_randoms[BOOK_RANDOM_COUNT];

enum { SIZE = 256, MIXED = 8 };

/* The state of the generator. `a`, `b` and `c` are called so by its author. */
typedef struct Isaac {
    uint64_t memory[SIZE], results[SIZE], a, b, c;
} Isaac;

static void mix(uint64_t s[MIXED]) {
    static const int LEFT[MIXED] = {0, 9, 0, 15, 0, 20, 0, 14},
                     RIGHT[MIXED] = {9, 0, 23, 0, 14, 0, 17};
    for (int i = 0; i < MIXED; i++) {
        uint64_t *fifth = &s[(i + 5) % MIXED], *seventh = &s[(i + 7) % MIXED];
        s[i] -= s[(i + 4) % MIXED];
        *fifth ^= LEFT[i] ? *seventh << LEFT[i] : *seventh >> RIGHT[i];
        *seventh += s[i];
    }
}

static void seed_with_zeros(Isaac *r) {
    uint64_t s[MIXED];
    *r = (Isaac){0};
    for (int i = 0; i < MIXED; i++)
        s[i] = 0x9E3779B97F4A7C13u; /* the golden ratio */
    for (int i = 0; i < 4; i++)
        mix(s);
    for (int i = 0; i < 2 * SIZE; i += MIXED) { /* twice through the memory */
        for (int k = 0; k < MIXED; k++)
            s[k] += r->memory[i % SIZE + k];
        mix(s);
        for (int k = 0; k < MIXED; k++)
            r->memory[i % SIZE + k] = s[k];
    }
}

static void next_batch(Isaac *r) {
    r->b += ++r->c;
    for (int i = 0; i < SIZE; i++) {
        const uint64_t a = r->a, x = r->memory[i];
        const uint64_t mixed[] = {~(a ^ (a << 21)), a ^ (a >> 5), a ^ (a << 12), a ^ (a >> 33)};
        r->a = mixed[i % 4] + r->memory[(i + SIZE / 2) % SIZE];
        r->memory[i] = r->memory[(x >> 3) % SIZE] + r->a + r->b;
        r->results[i] = r->b = r->memory[(r->memory[i] >> 11) % SIZE] + x;
    }
}

void book_init(void) {
    Isaac isaac;
    seed_with_zeros(&isaac);
    for (int i = 0; i < BOOK_RANDOM_COUNT; i++) {
        if (i % SIZE == 0)
            next_batch(&isaac);
        book_randoms[i] = isaac.results[SIZE - 1 - i % SIZE];
    }
}
