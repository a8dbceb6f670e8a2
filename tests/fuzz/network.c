/* Reads the file of a network, and evaluates positions with it. If the first byte is '+', the target repeats the other
 * bytes as weights. The target also adds a right header and checksum, so that the network is accepted. */
#include "fuzz/fuzz.h"

#include "support/random_network.h"

#include <stdlib.h>
#include <string.h>

static const char *const FENS[][2] = {
    /* a position, and this position with colours exchanged */
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
    {"QQQQQ3/QQQQ4/8/8/8/7k/8/K7 b - - 0 1", "k7/8/7K/8/8/8/qqqq4/qqqqq3 w - - 0 1"},
};

static void score(const Network *net) {
    for (size_t i = 0; i < sizeof FENS / sizeof *FENS; i++) {
        int scores[2];
        for (int turned = 0; turned < 2; turned++) {
            Position *pos = fuzz_position(turned);
            fuzz_set(pos, FENS[i][turned]);
            scores[turned] = network_evaluate(net, pos->state);
        }
        FUZZ_REQUIRE(scores[0] == scores[1], "%d for White, %d for Black", scores[0], scores[1]);
    }
}

static void look(const uint8_t *bytes, size_t size, bool right) {
    Network net, before;
    memset(&before, 0, sizeof before);
    net = before;
    const char *fault = network_find(&net, bytes, size);
    FUZZ_REQUIRE(!fault || !right, "refused: %s", fault);
    if (!fault) {
        score(&net);
        return;
    }
    /* The bytes between members are copied, too: NOLINTNEXTLINE(*-memory-comparison,cert-*) */
    FUZZ_REQUIRE(memcmp(&net, &before, sizeof net) == 0, "a refused network has left something");
}

/* Memory that begins on a cache line; the size is rounded up to whole cache lines. */
static uint8_t *room(size_t size) {
    uint8_t *bytes = aligned_alloc(CACHE_LINE, (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    FUZZ_REQUIRE(bytes, "out of memory");
    return bytes;
}

static void look_at_weights(Bytes b) {
    const size_t size = network_size(NETWORK_HIDDEN), given = (size_t)(b.end - b.at);
    uint8_t *bytes = room(size);
    memset(bytes, 0, size);
    for (size_t at = sizeof(NetworkHeader); given && at < size; at += given)
        memcpy(bytes + at, b.at, given < size - at ? given : size - at);
    network_seal(bytes, NETWORK_HIDDEN);
    look(bytes, size, true);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size && *data == '+') {
        look_at_weights((Bytes){data + 1, data + size});
        return 0;
    }
    uint8_t *bytes = room(size + 1);
    memcpy(bytes, data, size);
    look(bytes, size, false);
    free(bytes);
    return 0;
}
