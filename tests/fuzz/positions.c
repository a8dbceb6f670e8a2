/* A file of packed positions. With '+' as the first byte a right header is put before the rest, all
 * of whose positions are to be trained on, and a right checksum behind it. */
#include "fuzz/fuzz.h"

#include "core/random.h"
#include "train/float_net.h"
#include "train/position_store.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEADER = 64, POSITIONS_MAX = 1000 };

/* What a sound position gives may be used as an input. */
static void look_at_position(const PackedPosition *p) {
    State s;
    StateDifference all;
    FUZZ_REQUIRE(packed_position_is_sound(p), "an unsound position was read");
    position_unpack(p, &s);
    state_difference(&empty_state, &s, &all);
    FUZZ_REQUIRE(all.added.placed_count == popcount(p->occupied), "%d pieces",
                 all.added.placed_count);
    FUZZ_REQUIRE(output_bucket(all.added.placed_count) < OUTPUT_BUCKETS, "no bucket");
    for (Color c = WHITE; c <= BLACK; c++) {
        const Perspective view = perspective_of(&s, c);
        for (int i = 0; i < all.added.placed_count; i++)
            FUZZ_REQUIRE(piece_input(all.added.placed[i], view) < PIECE_INPUTS, "no input");
        for (int i = 0; i < all.added.pair_count; i++)
            FUZZ_REQUIRE(pair_input(all.added.pairs[i], view) < PAIR_INPUTS, "no pair");
    }
}

static void look(const uint8_t *data, size_t size) {
    static PackedPosition positions[POSITIONS_MAX];
    char path[FUZZ_PATH_SIZE];
    const char *reason = NULL;
    Store store;
    const int file = fuzz_file(data, size, path);
    if (store_open(&store, path, &reason)) {
        const uint64_t all = store.held_out + store.trained;
        FUZZ_REQUIRE(all <= size / sizeof *positions, "more positions than bytes");
        const size_t count = all < POSITIONS_MAX ? (size_t)all : POSITIONS_MAX;
        if (store_read(&store, 0, count, positions, &reason))
            for (size_t i = 0; i < count; i++)
                look_at_position(&positions[i]);
        else
            FUZZ_REQUIRE(reason, "no reason");
        store_close(&store);
    } else
        FUZZ_REQUIRE(reason, "no reason");
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char MAGIC[24] = POSITIONS_MAGIC "2\n";
    if (!size || *data != '+') {
        look(data, size);
        return 0;
    }
    const uint64_t count = (size - 1) / sizeof(PackedPosition);
    const size_t length = HEADER + (size_t)count * sizeof(PackedPosition);
    uint8_t *bytes = calloc(1, length + sizeof(uint64_t));
    FUZZ_REQUIRE(bytes, "out of memory");
    memcpy(bytes, MAGIC, sizeof MAGIC);
    memcpy(bytes + sizeof MAGIC + sizeof count, &count, sizeof count);
    memcpy(bytes + HEADER, data + 1, length - HEADER);
    const uint64_t checksum = hash_words(HASH_WORDS_BASIS, bytes, length);
    memcpy(bytes + length, &checksum, sizeof checksum);
    look(bytes, length + sizeof checksum);
    free(bytes);
    return 0;
}
