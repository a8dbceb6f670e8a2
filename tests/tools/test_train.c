/* The trainer: inputs, packed positions, gradients, threads. */
#include "board/fen.h"
#include "board/make.h"
#include "network/inputs.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/setup.h"
#include "train/float_net.h"
#include "train/packed_position.h"
#include "train/row_sums.h"
#include "train/train_export.h"
#include "train/train_schedule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Position *pos;
static StateDifference difference;

static const StatePart *parts_of(const State *s) {
    state_difference(&empty_state, s, &difference);
    return &difference.added;
}

/* --- inputs ---------------------------------------------------------------------------------- */

/* Each pair that there can be on a board has a number of its own, but for the attacker's square. */
static void pairs_are_numbered_once(void **unused) {
    (void)unused;
    static const Perspective PLAIN = {0};
    static uint8_t seen[PAIR_INPUTS];
    int found = 0;
    for (int attacker = 0; attacker < TARGET_KINDS; attacker++) {
        for (int target = 0; target < TARGET_KINDS; target++) {
            for (Square to = 0; to < SQUARE_COUNT; to++) {
                const ThreatPair a1 = {(uint8_t)attacker, 0, (uint8_t)target, (uint8_t)to};
                const ThreatPair h8 = {(uint8_t)attacker, 63, (uint8_t)target, (uint8_t)to};
                const int n = pair_input(a1, PLAIN);
                assert_in_range(n, 0, PAIR_INPUTS - 1);
                assert_int_equal(pair_input(h8, PLAIN), n);
                assert_int_equal(seen[n]++, 0);
                found++;
            }
        }
    }
    assert_int_equal(found, PAIR_INPUTS);
}

/* So has each piece-square in each set. */
static void piece_squares_are_numbered_once(void **unused) {
    (void)unused;
    static uint8_t seen[PIECE_INPUTS];
    for (int set = 0; set < KING_SETS; set++)
        for (int piece = 0; piece < PIECE_KINDS; piece++)
            for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
                const PlacedPiece p = {(uint8_t)piece, (uint8_t)sq};
                const int n = piece_input(p, (Perspective){.set = (uint8_t)set});
                assert_in_range(n, 0, PIECE_INPUTS - 1);
                assert_int_equal(seen[n]++, 0);
            }
}

/* Perspectives of one number are of one colour, turned alike, with one set; and no others. */
static void perspectives_are_numbered_once(void **unused) {
    (void)unused;
    Perspective numbered[PERSPECTIVES];
    bool seen[PERSPECTIVES] = {false};
    int count = 0;
    for (Color c = WHITE; c <= BLACK; c++) {
        for (Square king = 0; king < SQUARE_COUNT; king++) {
            const Perspective view = perspectives[c][king];
            assert_int_equal(view.color, c);
            assert_true(file_of(king ^ view.flip) <= FILE_D);
            assert_int_equal(rank_of(king ^ view.flip),
                             c == WHITE ? rank_of(king) : RANK_8 - rank_of(king));
            assert_in_range(view.set, 0, KING_SETS - 1);
            assert_in_range(view.number, 0, PERSPECTIVES - 1);
            count += !seen[view.number];
            if (seen[view.number])
                assert_memory_equal(&numbered[view.number], &view, sizeof view);
            seen[view.number] = true;
            numbered[view.number] = view;
        }
    }
    assert_int_equal(count, PERSPECTIVES);
}

/* Which set the square of a king chooses. */
static void kings_choose_sets(void **unused) {
    (void)unused;
    enum { B1 = 1, F1 = 5, G1 = 6, E2 = 12, E4 = 28, D8 = 59, G8 = 62 };
    static const struct {
        Color color;
        Square king;
        int set;
    } want[] = {{WHITE, B1, 0}, {WHITE, G1, 0}, {WHITE, H1, 0}, {WHITE, E1, 1},
                {WHITE, F1, 1}, {WHITE, E2, 2}, {WHITE, E4, 3}, {WHITE, G8, 3},
                {BLACK, G8, 0}, {BLACK, D8, 1}, {BLACK, E4, 3}, {BLACK, E1, 3}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_int_equal(perspectives[want[i].color][want[i].king].set, want[i].set);
}

static uint64_t hashed(uint64_t x) {
    return random_next(&(Random){x * 2 + 1});
}

typedef struct Sum {
    uint64_t pieces, pairs;
} Sum;

static uint64_t mix(int number) {
    return hashed((uint64_t)number);
}

/* A number that the inputs of a perspective give, in whatever order. */
static Sum sum_inputs(const State *s, Color c) {
    const StatePart *all = parts_of(s);
    const Perspective view = perspective_of(s, c);
    Sum sum = {0};
    for (int i = 0; i < all->placed_count; i++)
        sum.pieces += mix(piece_input(all->placed[i], view));
    for (int i = 0; i < all->pair_count; i++)
        sum.pairs += mix(pair_input(all->pairs[i], view));
    return sum;
}

/* What a board looks like with the colours exchanged, or mirrored. */
static State turned(const State *s, Color swap, Square flip) {
    PackedPosition p = {.side = (uint8_t)(s->side ^ swap)};
    int i = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Man man = s->man_on[sq ^ flip];
        if (man == MAN_NONE)
            continue;
        p.occupied |= bb(sq);
        p.pieces[i / 2] |= (uint8_t)((man_piece(man) ^ swap) << i % 2 * 4);
        i++;
    }
    State t;
    position_unpack(&p, &t);
    return t;
}

/* A perspective does not see which colour it has, nor on which wing. */
static void visit_perspectives(Position *at, Random *r) {
    (void)r;
    const State *s = at->state;
    const State other = turned(s, 1, 56), mirror = turned(s, 0, 7);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Sum plain = sum_inputs(s, c), swapped = sum_inputs(&other, c ^ 1);
        const Sum mirrored = sum_inputs(&mirror, c);
        assert_memory_equal(&plain, &swapped, sizeof plain);
        assert_memory_equal(&plain, &mirrored, sizeof plain);
    }
}

static void perspectives_agree(void **unused) {
    (void)unused;
    visit_positions(pos, scaled(2000), visit_perspectives);
}

/* --- packed positions ------------------------------------------------------------------------ */

static void visit_packed(Position *at, Random *r) {
    const int score = random_below(r, 2001) - 1000, result = random_below(r, 3);
    const PackedPosition p = position_pack(at->state, score, result, 7);
    const int sign = at->state->side == WHITE ? 1 : -1;
    State s;
    assert_true(packed_position_is_sound(&p));
    position_unpack(&p, &s);
    assert_int_equal(p.score, sign * score);
    assert_int_equal(p.result - 1, sign * (result - 1));
    assert_int_equal(s.side, at->state->side);
    for (Color c = WHITE; c <= BLACK; c++) {
        const Sum packed = sum_inputs(&s, c), original = sum_inputs(at->state, c);
        assert_memory_equal(&packed, &original, sizeof packed);
    }
}

static void packed_positions_keep_their_inputs(void **unused) {
    (void)unused;
    visit_positions(pos, scaled(4000), visit_packed);
}

static void set_piece(PackedPosition *p, int i, int piece) {
    p->pieces[i / 2] = (uint8_t)((p->pieces[i / 2] & (i % 2 ? 0x0F : 0xF0)) | piece << i % 2 * 4);
}

/* The start position with its i-th piece, by squares, replaced. */
static bool sound_with(int i, int piece) {
    position_set(pos, FEN_START);
    PackedPosition p = position_pack(pos->state, 0, 1, 0);
    set_piece(&p, i, piece);
    return packed_position_is_sound(&p);
}

static void impossible_positions_are_refused(void **unused) {
    (void)unused;
    enum { ON_A1 = 0, ON_E1 = 4, ON_A2 = 8, ON_A7 = 16, ON_A8 = 24 };
    assert_true(sound_with(ON_A2, 2 * QUEEN + WHITE));
    assert_false(sound_with(ON_E1, 2 * QUEEN + WHITE)); /* no king */
    assert_false(sound_with(ON_A2, 2 * KING + WHITE));  /* two */
    assert_false(sound_with(ON_A7, 2 * PAWN + WHITE));  /* seventeen pieces of a side */
    assert_false(sound_with(ON_A1, 2 * PAWN + WHITE));
    assert_false(sound_with(ON_A8, 2 * PAWN + BLACK));
    assert_false(sound_with(ON_A2, 2 * TYPE_COUNT));
}

/* Any bytes are refused, or can be unpacked. */
static void damaged_positions_are_refused(void **unused) {
    (void)unused;
    Random r = {5};
    int sound = 0;
    for (int i = 0; i < scaled(300000); i++) {
        position_set(pos, FEN_START);
        PackedPosition p = position_pack(pos->state, 0, 1, 0);
        for (int k = random_below(&r, 3); k >= 0; k--)
            ((uint8_t *)&p)[random_below(&r, sizeof p)] ^= (uint8_t)(1 << random_below(&r, 8));
        if (packed_position_is_sound(&p)) {
            State s;
            position_unpack(&p, &s);
            parts_of(&s);
            sound++;
        }
    }
    assert_in_range(sound, 1, scaled(300000) - 1);
}

/* --- sums of rows ---------------------------------------------------------------------------- */

enum { ROWS = 7, LISTED = 5, ALL_NUMBERS = ROWS * NETWORK_HIDDEN };

static _Alignas(CACHE_LINE) float matrix[ALL_NUMBERS], wanted[ALL_NUMBERS];
static _Alignas(CACHE_LINE) float first[NETWORK_HIDDEN], sum[NETWORK_HIDDEN];

/* Small integers: sums of them are exact in any order. */
static void fill(float *numbers, size_t count, Random *r) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)random_below(r, 1000);
}

static void list_rows(uint32_t numbers[LISTED], Random *r) {
    for (int i = 0; i < LISTED; i++)
        numbers[i] = (uint32_t)random_below(r, ROWS);
}

/* Number by number. */
static void rows_are_added(void **unused) {
    (void)unused;
    Random r = {31};
    uint32_t numbers[LISTED];
    for (int round = 0; round < 20; round++) {
        fill(matrix, ALL_NUMBERS, &r);
        fill(first, NETWORK_HIDDEN, &r);
        list_rows(numbers, &r);
        memcpy(wanted, first, sizeof first);
        for (size_t i = 0; i < NETWORK_HIDDEN; i++)
            for (int k = 0; k < LISTED; k++)
                wanted[i] += matrix[numbers[k] * NETWORK_HIDDEN + i];
        rows_add(sum, first, matrix, (RowNumbers){numbers, LISTED});
        assert_memory_equal(sum, wanted, sizeof sum);
    }
}

/* All columns from one on to another; the others are untouched. */
static void rows_are_spread(void **unused) {
    (void)unused;
    Random r = {32};
    uint32_t numbers[LISTED];
    for (size_t begin = 0; begin < NETWORK_HIDDEN; begin += ROW_STEP) {
        for (size_t end = begin; end <= NETWORK_HIDDEN; end += ROW_STEP) {
            fill(matrix, ALL_NUMBERS, &r);
            fill(first, NETWORK_HIDDEN, &r);
            list_rows(numbers, &r);
            memcpy(wanted, matrix, sizeof matrix);
            for (int k = 0; k < LISTED; k++)
                for (size_t i = begin; i < end; i++)
                    wanted[numbers[k] * NETWORK_HIDDEN + i] += first[i];
            rows_spread(matrix, first, (RowNumbers){numbers, LISTED}, begin, end);
            assert_memory_equal(matrix, wanted, sizeof matrix);
        }
    }
}

/* --- gradients ------------------------------------------------------------------------------- */

enum { POSITIONS = 300 };

static PackedPosition samples[POSITIONS];
static int sample_count;

static void keep_sample(Position *at, Random *r) {
    if (sample_count < POSITIONS)
        samples[sample_count++] =
            position_pack(at->state, random_below(r, 1001) - 500, random_below(r, 3), 0);
}

/* Another steepness than that of the output's unit: slopes shall depend on it, scores shall not. */
static const TrainTarget TARGET = {
    .scale = OUTPUT_UNIT / 2.0f, .score_share = 0.7f, .exponent = 2.4f};

static FloatNet *random_net(void) {
    FloatNet *net = net_create(18);
    uint64_t seed = 3;
    assert_non_null(net);
    /* Inputs' own parts begin at nothing; here they shall matter. Hardly a sum shall come to 1, where the
     * slope jumps. */
    for (size_t i = 0; i < row_numbers(NET_BIAS); i++)
        net->parameter[i] = net->parameter[i] / 2 +
                            ((float)(hashed(++seed) >> 40) / (float)(1 << 24) - 0.5f) * 0.02f;
    net_sum_rows(net, 0, 1);
    return net;
}

/* The loss and its whole gradient, by a number of threads. */
static double whole_gradient(FloatNet *net, int threads) {
    Workers *workers = workers_create(threads);
    TrainBatch *batch = batch_create(net, workers, TARGET);
    memset(net->gradient, 0, NET_COUNT * sizeof *net->gradient);
    const double loss = batch_loss(batch, samples, (size_t)sample_count, true);
    net_spread_gradient(net, 0, 1);
    batch_free(batch);
    workers_free(workers);
    return loss;
}

static double loss_with(FloatNet *net, TrainBatch *batch, size_t parameter, float value) {
    const float before = net->parameter[parameter];
    net->parameter[parameter] = value;
    net_sum_rows(net, 0, 1);
    const double loss = batch_loss(batch, samples, (size_t)sample_count, false);
    net->parameter[parameter] = before;
    return loss;
}

/* The parameter of a range with the steepest gradient behind a random place of it. */
static size_t pick(const FloatNet *net, size_t begin, size_t end, Random *r) {
    size_t best = begin + (size_t)random_below(r, (int)(end - begin));
    for (size_t i = best; i < end && i < best + 2000; i++)
        if (fabsf(net->gradient[i]) > fabsf(net->gradient[best]))
            best = i;
    return best;
}

static void check_range(FloatNet *net, TrainBatch *batch, size_t begin, size_t end, Random *r) {
    int seen = 0;
    for (int i = 0; i < 12; i++) {
        const size_t p = pick(net, begin, end, r);
        const float w = net->parameter[p], step = 1e-3f;
        const double slope =
            (loss_with(net, batch, p, w + step) - loss_with(net, batch, p, w - step)) / (2 * step);
        const double want = net->gradient[p];
        if (fabs(slope - want) > 0.02 * fabs(want) + 4e-3)
            fail_msg("parameter %zu: slope %g, gradient %g", p, slope, want);
        seen += fabs(want) > 1e-2;
    }
    assert_true(seen > 0);
}

static void gradients_are_slopes(void **unused) {
    (void)unused;
    Random r = {77};
    FloatNet *net = random_net();
    whole_gradient(net, 1);
    Workers *workers = workers_create(1);
    TrainBatch *batch = batch_create(net, workers, TARGET);
    static const size_t ENDS[] = {PIECE_SQUARES, NET_PAIRS,  NET_INPUTS, NET_KINDS,
                                  NET_BIAS,      NET_OUTPUT, NET_ROWS};
    size_t begin = 0;
    for (size_t k = 0; k < sizeof ENDS / sizeof *ENDS; begin = row_numbers(ENDS[k++]))
        check_range(net, batch, begin, row_numbers(ENDS[k]), &r);
    check_range(net, batch, begin, NET_COUNT, &r);
    batch_free(batch);
    workers_free(workers);
    net_free(net);
}

/* Which inputs have a part in common: a piece-square in all sets, a pair wherever its target is. */
static void inputs_share_rows(void **unused) {
    (void)unused;
    static const Perspective PLAIN = {0};
    FloatNet *net = net_create(1);
    memset(net->parameter, 0, NET_COUNT * sizeof *net->parameter);
    for (size_t i = 0; i < PIECE_SQUARES; i++)
        net->parameter[row_numbers(NET_SHARED + i)] = (float)i;
    for (size_t i = 0; i < THREAT_KINDS; i++)
        net->parameter[row_numbers(NET_KINDS + i)] = (float)i / 2048;
    net_sum_rows(net, 0, 1);
    for (int i = 0; i < PIECE_INPUTS; i++)
        assert_true(net->row[row_numbers((size_t)i)] == (float)(i % PIECE_SQUARES));
    for (int attacker = 0; attacker < TARGET_KINDS; attacker++)
        for (int target = 0; target < TARGET_KINDS; target++)
            for (Square to = 0; to < SQUARE_COUNT; to++) {
                const ThreatPair p = {(uint8_t)attacker, 0, (uint8_t)target, (uint8_t)to};
                const size_t row = NET_PAIRS + (size_t)pair_input(p, PLAIN);
                assert_true(net->row[row_numbers(row)] ==
                            (float)(attacker * TARGET_KINDS + target) / 2048);
            }
    net_free(net);
}

/* A network that says what is wanted makes no error but for what rounding costs, however steep. */
static void own_scores_are_no_errors(void **unused) {
    (void)unused;
    static const float SCALES[] = {OUTPUT_UNIT / 3.0f, OUTPUT_UNIT, 2 * OUTPUT_UNIT};
    FloatNet *net = random_net();
    Workers *workers = workers_create(1);
    for (int i = 0; i < 3; i++) {
        TrainBatch *batch = batch_create(net, workers, (TrainTarget){SCALES[i], 1, 2});
        const double rounding = 0.5 / SCALES[i] / 4; /* a sigmoid is nowhere steeper than 1 / 4 */
        for (int k = 0; k < sample_count; k++) {
            PackedPosition p = samples[k];
            p.score = (int16_t)lround(batch_score(batch, &p));
            assert_true(batch_loss(batch, &p, 1, false) < 1.01 * rounding * rounding);
        }
        batch_free(batch);
    }
    workers_free(workers);
    net_free(net);
}

/* --- integers -------------------------------------------------------------------------------- */

static Network network;
static int64_t scores_seen;

/* A side does not see which colour it has. */
static void visit_scores(Position *at, Random *r) {
    (void)r;
    const State other = turned(at->state, 1, 56), mirror = turned(at->state, 0, 7);
    const int score = network_evaluate(&network, at->state);
    assert_int_equal(score, network_evaluate(&network, &other));
    assert_int_equal(score, network_evaluate(&network, &mirror));
    scores_seen += abs(score);
}

/* From integers to floats and back, to the last bit. */
static void comes_back(const Network *net, const void *bytes) {
    const char *reason;
    FloatNet *restored = restore(net, NETWORK_HIDDEN, 1, &reason);
    assert_null(reason);
    for (size_t i = 0; i < row_numbers(PIECE_SQUARES); i++) {
        float own = 0; /* what all sets have in common is in the part that they share */
        for (size_t set = 0; set < KING_SETS; set++)
            own += restored->parameter[set * row_numbers(PIECE_SQUARES) + i];
        assert_float_equal(own, 0, 1e-5);
    }
    void *again = quantise(restored);
    assert_memory_equal(again, bytes, network_size(NETWORK_HIDDEN));
    free(again);
    net_free(restored);
}

static void integers_are_near(void **unused) {
    (void)unused;
    FloatNet *float_net = random_net();
    Workers *workers = workers_create(1);
    TrainBatch *batch = batch_create(float_net, workers, TARGET);
    void *bytes = quantise(float_net);
    assert_null(network_find(&network, bytes, network_size(NETWORK_HIDDEN)));
    const QuantisationError e = quantisation_error(batch, &network, samples, (size_t)sample_count);
    printf("off by %.2f centipawns, %.2f at most\n", e.mean, e.most);
    assert_true(e.mean < 2 && e.most < 15);
    comes_back(&network, bytes);
    scores_seen = 0;
    visit_positions(pos, scaled(1000), visit_scores);
    assert_true(scores_seen > scaled(1000));
    free(bytes);
    batch_free(batch);
    workers_free(workers);
    net_free(float_net);
}

/* Writes another scale to a network's file: all its scores become so many times greater. */
static void set_scale(void *bytes, uint32_t scale) {
    NetworkHeader header;
    memcpy(&header, bytes, sizeof header);
    header.scale = scale;
    memcpy(bytes, &header, sizeof header);
    header.checksum = network_checksum(bytes, (size_t)header.size);
    memcpy(bytes, &header, sizeof header);
}

static void other_units_come_back(void **unused) {
    (void)unused;
    static const uint32_t SCALES[] = {OUTPUT_UNIT / 4, OUTPUT_UNIT * 3 / 4, OUTPUT_UNIT * 2};
    FloatNet *net = random_net();
    for (size_t i = row_numbers(NET_ROWS); i < NET_COUNT; i++)
        net->parameter[i] = 0.3f;
    void *bytes = quantise(net);
    const char *reason;
    for (int i = 0; i < 3; i++) {
        set_scale(bytes, SCALES[i]);
        assert_null(network_find(&network, bytes, network_size(NETWORK_HIDDEN)));
        FloatNet *restored = restore(&network, NETWORK_HIDDEN, 1, &reason);
        assert_non_null(restored);
        Workers *workers = workers_create(1);
        TrainBatch *batch = batch_create(restored, workers, TARGET);
        const QuantisationError e =
            quantisation_error(batch, &network, samples, (size_t)sample_count);
        printf("scale %u: off by %.2f centipawns, %.2f at most\n", SCALES[i], e.mean, e.most);
        assert_true(e.mean < 2 && e.most < 4);
        batch_free(batch);
        workers_free(workers);
        net_free(restored);
    }
    free(bytes);
    net_free(net);
}

/* Restored, they would be cut off by the first step. What rounding makes of the limit is none. */
static void weights_out_of_range_are_refused(void **unused) {
    (void)unused;
    const char *reason;
    FloatNet *net = random_net();
    for (int i = 0; i < 2; i++) {
        net->parameter[row_numbers(i ? NET_ROWS : NET_OUTPUT)] = CLIP_WEIGHT;
        void *bytes = quantise(net);
        assert_null(network_find(&network, bytes, network_size(NETWORK_HIDDEN)));
        FloatNet *restored = restore(&network, NETWORK_HIDDEN, 1, &reason);
        assert_non_null(restored);
        net_free(restored);
        set_scale(bytes, OUTPUT_UNIT + 4);
        assert_null(network_find(&network, bytes, network_size(NETWORK_HIDDEN)));
        assert_null(restore(&network, NETWORK_HIDDEN, 1, &reason));
        assert_non_null(strstr(reason, "out of range"));
        free(bytes);
        net->parameter[row_numbers(NET_OUTPUT)] = 0;
    }
    net_free(net);
}

static void refuse_network(uint8_t *bytes, size_t size) {
    Network before, net;
    memset(&before, 7, sizeof before);
    net = before;
    assert_non_null(network_find(&net, bytes, size));
    assert_memory_equal(&net, &before, sizeof net);
}

static void damaged_networks_are_refused(void **unused) {
    (void)unused;
    Random r = {19};
    FloatNet *net = random_net();
    uint8_t *bytes = quantise(net);
    const size_t size = network_size(NETWORK_HIDDEN);
    Network found;
    assert_null(network_find(&found, bytes, size));
    assert_int_equal(found.scale, OUTPUT_UNIT);
    assert_ptr_equal(found.output_bias + OUTPUT_BUCKETS, bytes + size);
    for (size_t i = 0; i < 8 * sizeof(NetworkHeader); i++) {
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
        refuse_network(bytes, size);
        bytes[i / 8] ^= (uint8_t)(1 << i % 8);
    }
    for (int i = 0; i < 2000; i++) {
        const size_t at =
            sizeof(NetworkHeader) + (size_t)random_below(&r, (int)(size - sizeof(NetworkHeader)));
        bytes[at] ^= 0x10;
        refuse_network(bytes, size);
        bytes[at] ^= 0x10;
    }
    for (size_t cut = 0; cut < 100; cut++)
        refuse_network(bytes, cut);
    refuse_network(bytes, size - 4);
    free(bytes);
    net_free(net);
}

/* To the last bit. */
static void threads_do_not_matter(void **unused) {
    (void)unused;
    FloatNet *one = random_net(), *five = random_net();
    const double loss = whole_gradient(one, 1);
    assert_true(loss == whole_gradient(five, 5));
    assert_memory_equal(one->gradient, five->gradient, NET_COUNT * sizeof *one->gradient);
    net_free(one);
    net_free(five);
}

/* Scores of the samples, one behind the other. */
static void score_samples(FloatNet *net, double scores[POSITIONS]) {
    Workers *workers = workers_create(1);
    TrainBatch *batch = batch_create(net, workers, TARGET);
    for (int i = 0; i < sample_count; i++)
        scores[i] = batch_score(batch, &samples[i]);
    batch_free(batch);
    workers_free(workers);
}

/* What a narrower network has of the parameters: the first numbers of each row. */
static float *narrowed(const FloatNet *net, int hidden) {
    const size_t has = (size_t)hidden;
    float *numbers = calloc(parameter_count(hidden), sizeof *numbers);
    assert_non_null(numbers);
    for (size_t r = 0; r < NET_ROWS; r++)
        memcpy(numbers + r * has, net->parameter + row_numbers(r), has * sizeof *numbers);
    memcpy(numbers + NET_ROWS * has, net->parameter + row_numbers(NET_ROWS),
           OUTPUT_BUCKETS * sizeof *numbers);
    return numbers;
}

/* Takes the neurons from `hidden` on out of the output. */
static void mute(FloatNet *net, int hidden) {
    for (int r = NET_OUTPUT; r < NET_ROWS; r++)
        memset(net->parameter + row_numbers((size_t)r) + hidden, 0,
               (size_t)(NETWORK_HIDDEN - hidden) * sizeof *net->parameter);
}

/* More neurons change no score, and then learn as the others do. */
static void neurons_are_added(void **unused) {
    (void)unused;
    enum { HAD = 48, BUCKET = NET_OUTPUT + 6 * 2 };
    double want[POSITIONS], got[POSITIONS];
    FloatNet *net = random_net();
    mute(net, HAD);
    float *narrow = narrowed(net, HAD);
    FloatNet *wide = net_widened(narrow, HAD, 4);
    score_samples(net, want);
    score_samples(wide, got);
    assert_memory_equal(got, want, sizeof want);
    for (int i = 0; i < 2; i++) {
        whole_gradient(wide, 1);
        wide->step++;
        net_adam(wide, sample_count, 0.01, 0, 0, 1);
        net_sum_rows(wide, 0, 1);
    }
    int learnt = 0;
    for (size_t i = HAD; i < NETWORK_HIDDEN; i++)
        learnt += wide->parameter[row_numbers(BUCKET) + i] != 0;
    /* But for a few that no position wakes. */
    assert_in_range(learnt, (NETWORK_HIDDEN - HAD) * 9 / 10, NETWORK_HIDDEN - HAD);
    free(narrow);
    net_free(net);
    net_free(wide);
}

/* As wide as it is, a network is not changed by that. */
static void nothing_is_added(void **unused) {
    (void)unused;
    FloatNet *net = random_net(), *same = net_widened(net->parameter, NETWORK_HIDDEN, 4);
    assert_memory_equal(same->parameter, net->parameter, NET_COUNT * sizeof *net->parameter);
    assert_memory_equal(same->row, net->row, row_numbers(NET_INPUTS) * sizeof *net->row);
    net_free(net);
    net_free(same);
}

/* The engine's file of a narrower network has the scores that the sums of its own neurons give. */
static void narrow_files_are_widened(void **unused) {
    (void)unused;
    enum { HAD = 32 };
    const char *reason;
    int hidden = 0;
    Network narrow;
    void *bytes = random_network_file(HAD, 3), *full = random_network_file(NETWORK_HIDDEN, 3);
    network_fill(full, NETWORK_HIDDEN, HAD, 3); /* the same, with others that do not count */
    assert_non_null(network_find(&narrow, bytes, network_size(HAD)));
    assert_null(network_find_narrow(&narrow, &hidden, bytes, network_size(HAD)));
    assert_int_equal(hidden, HAD);
    assert_null(network_find(&network, full, network_size(NETWORK_HIDDEN)));
    FloatNet *net = restore(&narrow, hidden, 1, &reason);
    assert_non_null(net);
    Workers *workers = workers_create(1);
    TrainBatch *batch = batch_create(net, workers, TARGET);
    const QuantisationError e = quantisation_error(batch, &network, samples, (size_t)sample_count);
    printf("%d neurons made %d: off by %.2f centipawns, %.2f at most\n", HAD, NETWORK_HIDDEN,
           e.mean, e.most);
    assert_true(e.mean < 2 && e.most < 4);
    batch_free(batch);
    workers_free(workers);
    net_free(net);
    free(bytes);
    free(full);
}

static void weights_are_averaged(void **unused) {
    (void)unused;
    FloatNet *net = net_create(1);
    assert_true(net_begin_average(net));
    for (int step = 1; step <= 3; step++) {
        for (size_t i = 0; i < NET_COUNT; i++)
            net->parameter[i] = (float)step / 10 + (float)(i % 7) / 100;
        net->averaged = step;
        for (int part = 0; part < 3; part++)
            net_average(net, part, 3);
    }
    net_swap_average(net);
    for (size_t i = 0; i < NET_COUNT; i++)
        assert_float_equal(net->parameter[i], 0.2f + (float)(i % 7) / 100, 1e-6);
    assert_float_equal(net->row[5], net->parameter[5] + net->parameter[row_numbers(NET_SHARED) + 5],
                       1e-6);
    assert_float_equal(net->average[0], 0.3f, 1e-6);
    net_free(net);
}

/* It rises, stays and falls; the share goes from one value to the other. */
static void schedules_are_kept(void **unused) {
    (void)unused;
    const TrainSchedule s = {.rate = 0.01,
                             .rate_end = 0.1,
                             .warm_up = 0.1,
                             .flat = 0.5,
                             .share = 1,
                             .share_end = 0.6,
                             .mean = 0.1};
    static const double WANT[][2] = {{0, 0},      {0.05, 0.005}, {0.1, 0.01}, {0.35, 0.01},
                                     {0.6, 0.01}, {0.8, 0.0055}, {1, 0.001}};
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++)
        assert_float_equal(schedule_rate(&s, WANT[i][0]), WANT[i][1], 1e-9);
    assert_float_equal(schedule_share(&s, 0), 1, 1e-9);
    assert_float_equal(schedule_share(&s, 0.25), 0.9, 1e-9);
    assert_float_equal(schedule_share(&s, 1), 0.6, 1e-9);
    assert_false(schedule_averages(&s, 0.899));
    assert_true(schedule_averages(&s, 0.901));
    /* As it was before there was a choice; and one that never falls. */
    const TrainSchedule plain = {.rate = 1, .rate_end = 0.01}, flat = {.rate = 1, .flat = 1};
    assert_float_equal(schedule_rate(&plain, 0), 1, 1e-9);
    assert_float_equal(schedule_rate(&plain, 0.5), 0.505, 1e-9);
    assert_float_equal(schedule_rate(&flat, 1), 1, 1e-9);
    assert_false(schedule_averages(&plain, 1));
}

/* It learns a few positions by heart. */
static void loss_falls(void **unused) {
    (void)unused;
    FloatNet *net = net_create(1);
    Workers *workers = workers_create(2);
    TrainBatch *batch = batch_create(net, workers, TARGET);
    const double before = batch_loss(batch, samples, (size_t)sample_count, false);
    for (int i = 0; i < 60; i++) {
        batch_loss(batch, samples, (size_t)sample_count, true);
        net_spread_gradient(net, 0, 1);
        net->step++;
        net_adam(net, sample_count, 0.01, 0.01, 0, 1);
        net_sum_rows(net, 0, 1);
    }
    const double after = batch_loss(batch, samples, (size_t)sample_count, false);
    printf("loss %g, then %g\n", before, after);
    assert_true(after < 0.2 * before);
    batch_free(batch);
    workers_free(workers);
    net_free(net);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_numbered_once),
        cmocka_unit_test(piece_squares_are_numbered_once),
        cmocka_unit_test(perspectives_are_numbered_once),
        cmocka_unit_test(kings_choose_sets),
        cmocka_unit_test(perspectives_agree),
        cmocka_unit_test(packed_positions_keep_their_inputs),
        cmocka_unit_test(impossible_positions_are_refused),
        cmocka_unit_test(damaged_positions_are_refused),
        cmocka_unit_test(rows_are_added),
        cmocka_unit_test(rows_are_spread),
        cmocka_unit_test(inputs_share_rows),
        cmocka_unit_test(gradients_are_slopes),
        cmocka_unit_test(own_scores_are_no_errors),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(neurons_are_added),
        cmocka_unit_test(nothing_is_added),
        cmocka_unit_test(narrow_files_are_widened),
        cmocka_unit_test(weights_are_averaged),
        cmocka_unit_test(schedules_are_kept),
        cmocka_unit_test(integers_are_near),
        cmocka_unit_test(other_units_come_back),
        cmocka_unit_test(weights_out_of_range_are_refused),
        cmocka_unit_test(damaged_networks_are_refused),
        cmocka_unit_test(loss_falls),
    };
    setup_tables();
    pos = position_new();
    visit_positions(pos, 2 * POSITIONS, keep_sample);
    const int failed = cmocka_run_group_tests_name("trainer", tests, NULL, NULL);
    free(pos);
    return failed;
}
