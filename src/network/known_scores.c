#include "network/known_scores.h"

#include "board/fen.h"
#include "core/random.h"
#include "os/memory.h"

#include <inttypes.h>
#include <string.h>

/* --- networks of known weights ---------------------------------------------------------------- */

void network_seal(void *bytes, int hidden) {
    const size_t size = network_size(hidden);
    NetworkHeader header = {.magic = NETWORK_MAGIC,
                            .pairs = FILE_PAIRS,
                            .kings = FILE_KINGS,
                            .hidden = (uint32_t)hidden,
                            .scale = 400,
                            .size = size};
    memcpy(bytes, &header, sizeof header);
    header.checksum = network_checksum(bytes, size);
    memcpy(bytes, &header, sizeof header);
}

/* What is filled, row by row. */
typedef struct Filling {
    uint8_t *at;
    uint64_t seed, row;
} Filling;

/* Rows of numbers of `size` bytes within +-width, those of a row from `weighed` on 0. The k-th number of
 * a row depends on the seed, the row and k alone. */
static void fill(Filling *f, int rows, int hidden, int weighed, size_t size, int width) {
    enum { APART = 1 << 16 };
    for (const uint64_t end = f->row + (uint64_t)rows; f->row < end; f->row++) {
        uint64_t random = f->seed + f->row * APART * GOLDEN;
        for (int i = 0; i < hidden; i++, f->at += size) {
            const uint64_t any = random_next(&random) >> 32;
            const int32_t n = (int32_t)(any * (uint64_t)(2 * width + 1) >> 32) - width;
            memcpy(f->at, i < weighed ? &n : &(int32_t){0}, size); /* little-endian */
        }
    }
}

void network_fill(void *bytes, int hidden, int weighed, uint64_t seed) {
    Filling f = {(uint8_t *)bytes + sizeof(NetworkHeader), seed, 0};
    fill(&f, 1, hidden, hidden, sizeof(int16_t), 200);
    fill(&f, PIECE_INPUTS, hidden, hidden, sizeof(int16_t), 100);
    fill(&f, PAIR_INPUTS, hidden, hidden, sizeof(int8_t), 127);
    fill(&f, OUTPUT_BUCKETS * 2, hidden, weighed, sizeof(int16_t), 127);
    fill(&f, 1, OUTPUT_BUCKETS, OUTPUT_BUCKETS, sizeof(int32_t), 10000);
    network_seal(bytes, hidden);
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

/* Of a network whose first neurons alone count, so that all widths give the same. */
static const KnownScore KNOWN[POSITION_COUNT] = {{7971612, 380}, {-3201383, -152}, {-427250, -20}};

static KnownScore score_now(const Network *net, const State *s) {
    uint16_t sums[NETWORK_HIDDEN];
    const int16_t *weights =
        net->output + 2 * output_bucket(popcount(occupied(s))) * NETWORK_HIDDEN;
    network_accumulator(net, s, s->side, sums);
    uint32_t total = output_layer(sums, weights);
    network_accumulator(net, s, opponent(s->side), sums);
    total += output_layer(sums, weights + NETWORK_HIDDEN);
    return (KnownScore){(int32_t)total, network_evaluate(net, s)};
}

static bool scores_are_known(const Network *net, Position *room, char *report) {
    char error[FEN_ERROR_SIZE];
    for (int i = 0; i < POSITION_COUNT; i++) {
        if (!fen_parse(room, POSITIONS[i], error, sizeof error))
            continue;
        const KnownScore now = score_now(net, room->state), want = KNOWN[i];
        if (now.total == want.total && now.score == want.score)
            continue;
        Difference d = difference_begin(report, "evaluating with known weights");
        difference_say(&d, "network: output %d, score %d; want %d, %d\n", now.total, now.score,
                       want.total, want.score);
        difference_position(&d, room);
        return false;
    }
    return true;
}

bool verify_known_scores(Position *room, char *report) {
    const size_t size = network_size(NETWORK_HIDDEN);
    Network net;
    uint8_t *bytes = aligned_new(size);
    if (!bytes)
        return true;
    network_fill(bytes, NETWORK_HIDDEN, NETWORK_HIDDEN_STEP, 1);
    const bool well = !network_find(&net, bytes, size) && scores_are_known(&net, room, report);
    aligned_free(bytes);
    return well;
}
