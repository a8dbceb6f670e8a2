#include "network/known_scores.h"

#include "board/fen.h"
#include "core/random.h"
#include "os/memory.h"

#include <inttypes.h>
#include <string.h>

/* --- networks of known weights ---------------------------------------------------------------- */

void network_seal(void *bytes, NetShape shape) {
    const size_t size = network_size(shape);
    NetworkHeader header = {.magic = NETWORK_MAGIC,
                            .pairs = shape.pairs,
                            .kings = shape.kings,
                            .hidden = (uint32_t)shape.hidden_size,
                            .scale = 400,
                            .size = size};
    memcpy(bytes, &header, sizeof header);
    header.checksum = network_checksum(bytes, size);
    memcpy(bytes, &header, sizeof header);
}

/* Numbers of `size` bytes within +-width. Returns what is behind them. */
static uint8_t *fill(uint8_t *at, size_t count, size_t size, int width, uint64_t *random) {
    for (size_t i = 0; i < count; i++, at += size) {
        const int32_t n =
            (int32_t)((random_next(random) >> 32) * (uint64_t)(2 * width + 1) >> 32) - width;
        memcpy(at, &n, size); /* little-endian: the lowest bytes */
    }
    return at;
}

void network_fill(void *bytes, NetShape shape, uint64_t seed) {
    const size_t hidden = (size_t)shape.hidden_size;
    uint8_t *at = (uint8_t *)bytes + sizeof(NetworkHeader);
    at = fill(at, hidden, sizeof(int16_t), 200, &seed);
    at = fill(at, (size_t)piece_input_count(shape.kings) * hidden, sizeof(int16_t), 100, &seed);
    at = fill(at, (size_t)pair_input_count(shape.pairs) * hidden, sizeof(int8_t), 127, &seed);
    at = fill(at, OUTPUT_BUCKETS * 2 * hidden, sizeof(int16_t), 127, &seed);
    fill(at, OUTPUT_BUCKETS, sizeof(int32_t), 10000, &seed);
    network_seal(bytes, shape);
}

/* --- known scores ----------------------------------------------------------------------------- */

static const char *const POSITIONS[] = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2r3k1/1q1nbppp/p2p4/1p1Pp3/4P1b1/1P3NP1/P1Q2PBP/2R1B1K1 b - - 3 24",
    "8/5pk1/1p4p1/3R3p/4P2P/1r4P1/P4K2/8 b - - 0 41"};
enum { POSITION_COUNT = sizeof POSITIONS / sizeof *POSITIONS };

/* What the output layer adds up, before its bias, and the score for the side to move. */
typedef struct KnownScore {
    int32_t total, score;
} KnownScore;

/* The first kind is the one that plays. */
static const struct {
    PairGrain pairs;
    KingGrain kings;
    KnownScore want[POSITION_COUNT];
} KNOWN[] = {{PAIRS_TARGETS, KINGS_FOUR, {{4880141, 232}, {766955, 36}, {-885192, -41}}},
             {PAIRS_NONE, KINGS_EIGHT, {{-202435, -9}, {1043177, 49}, {-1107558, -53}}},
             {PAIRS_TYPES, KINGS_ONE, {{1757890, 83}, {-1405029, -66}, {-600026, -28}}},
             {PAIRS_ALL, KINGS_FOUR, {{-672403, -31}, {495324, 23}, {396112, 18}}}};
enum { KNOWN_COUNT = sizeof KNOWN / sizeof *KNOWN };

static KnownScore score_now(const Network *net, const State *s) {
    uint16_t sums[HIDDEN_MAX];
    const int hidden = net->shape.hidden_size, bucket = output_bucket(popcount(occupied(s)));
    const int16_t *weights = net->output + 2 * bucket * hidden;
    network_accumulator(net, s, s->side, sums);
    uint32_t total = output_layer(sums, weights, hidden);
    network_accumulator(net, s, opponent(s->side), sums);
    total += output_layer(sums, weights + hidden, hidden);
    return (KnownScore){(int32_t)total, network_evaluate(net, s)};
}

static bool scores_are_known(const Network *net, int row, Position *room, char *report) {
    char error[FEN_ERROR_SIZE];
    for (int i = 0; i < POSITION_COUNT; i++) {
        if (!fen_parse(room, POSITIONS[i], error, sizeof error))
            continue;
        const KnownScore now = score_now(net, room->state), want = KNOWN[row].want[i];
        if (now.total == want.total && now.score == want.score)
            continue;
        Difference d = difference_begin(report, "evaluating with known weights");
        difference_say(&d,
                       "network: pairs of grain %d, kings of grain %d: output %d, score %d; want "
                       "%d, %d\n",
                       KNOWN[row].pairs, KNOWN[row].kings, now.total, now.score, want.total,
                       want.score);
        difference_position(&d, room);
        return false;
    }
    return true;
}

bool verify_known_scores(Position *room, bool every_kind, char *report) {
    bool well = true;
    for (int row = 0; well && row < (every_kind ? KNOWN_COUNT : 1); row++) {
        const NetShape shape = {(uint16_t)KNOWN[row].pairs, (uint16_t)KNOWN[row].kings,
                                HIDDEN_STEP};
        Network net;
        uint8_t *bytes = aligned_new(network_size(shape));
        if (!bytes)
            return true;
        network_fill(bytes, shape, 1);
        well = !network_find(&net, bytes, network_size(shape)) &&
               scores_are_known(&net, row, room, report);
        aligned_free(bytes);
    }
    return well;
}
