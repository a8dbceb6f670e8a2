#include "train/train_batch.h"

#include "core/types.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1024, /* the sums of so many positions are in memory at a time */
    GROUP = 64,   /* positions whose output gradients are added up in one array */
    GROUPS = CHUNK / GROUP,
    ROW_LIMIT = PLACED_LIMIT + PAIR_LIMIT
};

/* The rows of one perspective's inputs: `placed` piece-squares, then pairs. */
typedef struct InputList {
    uint32_t rows[ROW_LIMIT];
    int placed, count;
} InputList;

struct TrainBatch {
    FloatNet *net;
    Workers *workers;
    TrainTarget target;
    const PackedPosition *positions; /* the positions of the chunk */
    int count;
    bool learns;
    InputList (*inputs)[2]; /* of each position, for the side to move and for its opponent */
    float *sums;            /* two rows a position; the backward pass puts their gradient there */
    float *output_gradient; /* OUTPUT_COUNT numbers for each group */
    float loss[CHUNK], output[CHUNK];
};

/* --- inputs ---------------------------------------------------------------------------------- */

static void list_inputs(InputList *list, const StatePart *part, Perspective view) {
    list->count = 0;
    for (int i = 0; i < part->placed_count; i++)
        list->rows[list->count++] = (uint32_t)piece_input(part->placed[i], view);
    list->placed = list->count;
    for (int i = 0; i < part->pair_count; i++)
        list->rows[list->count++] = (uint32_t)(NET_PAIRS + pair_input(part->pairs[i], view));
}

/* Lists the inputs of position i. The difference from an empty board has all pieces and pairs. */
static void list_position(const TrainBatch *b, int i) {
    State s;
    StateDifference all;
    position_unpack(&b->positions[i], &s);
    state_difference(&empty_state, &s, &all);
    for (int side = 0; side < 2; side++)
        list_inputs(&b->inputs[i][side], &all.added, perspective_of(&s, s.side ^ side));
}

/* --- sums of rows ---------------------------------------------------------------------------- */

/* A list of row numbers; it may have a number several times. */
typedef struct RowNumbers {
    const uint32_t *at;
    int count;
} RowNumbers;

/* A vector of numbers that the CPU adds at once; a block of columns has eight such vectors. */
typedef float Lanes __attribute__((vector_size(32), may_alias));

enum { LANE_COUNT = 8, BLOCK = 64 };

_Static_assert(NETWORK_HIDDEN % BLOCK == 0, "whole blocks");

/* Adds the rows of a list to `first`, in BLOCK columns, and writes the sums to `to`. While adding,
 * the sums stay in registers. */
static ALWAYS_INLINE void add_block(float *to, const float *first, const float *matrix,
                                    RowNumbers list) {
    enum { VECTORS = BLOCK / LANE_COUNT };
    Lanes sum[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        sum[v] = ((const Lanes *)(const void *)first)[v];
    for (int i = 0; i < list.count; i++) {
        const Lanes *row = (const void *)(matrix + (size_t)list.at[i] * NETWORK_HIDDEN);
        for (int v = 0; v < VECTORS; v++)
            sum[v] += row[v];
    }
    for (int v = 0; v < VECTORS; v++)
        ((Lanes *)(void *)to)[v] = sum[v];
}

/* Adds `vectors` vectors at `from` to the same columns of each row of a list. If `vectors` is
 * constant, the vectors stay in registers. */
static ALWAYS_INLINE void spread_block(float *matrix, const float *from, RowNumbers list,
                                       int vectors) {
    Lanes row[BLOCK / LANE_COUNT];
    for (int v = 0; v < vectors; v++)
        row[v] = ((const Lanes *)(const void *)from)[v];
    for (int i = 0; i < list.count; i++) {
        Lanes *to = (void *)(matrix + (size_t)list.at[i] * NETWORK_HIDDEN);
        for (int v = 0; v < vectors; v++)
            to[v] += row[v];
    }
}

/* Adds the columns `begin` to `end` - 1 of `row` to each row of a list. `begin` and `end` are
 * multiples of ROW_STEP. */
static void rows_spread(float *matrix, const float *row, RowNumbers list, size_t begin,
                        size_t end) {
    size_t at = begin;
    for (; at + BLOCK <= end; at += BLOCK)
        spread_block(matrix + at, row + at, list, BLOCK / LANE_COUNT);
    for (; at + BLOCK / 2 <= end; at += BLOCK / 2)
        spread_block(matrix + at, row + at, list, BLOCK / LANE_COUNT / 2);
    for (; at < end; at += ROW_STEP)
        spread_block(matrix + at, row + at, list, ROW_STEP / LANE_COUNT);
}

/* The forward pass: computes a position's sums from the rows. */
static void add_rows(const TrainBatch *b, int i) {
    const float *bias = b->net->parameter + row_numbers(NET_BIAS);
    for (int side = 0; side < 2; side++) {
        const InputList *list = &b->inputs[i][side];
        float *sum = b->sums + row_numbers(2 * (size_t)i + (size_t)side);
        for (size_t at = 0; at < NETWORK_HIDDEN; at += BLOCK)
            add_block(sum + at, bias + at, b->net->row + at, (RowNumbers){list->rows, list->count});
    }
}

/* One thread's part of the backward pass: kinds of inputs, and a range of neurons. */
typedef struct BackwardPart {
    bool pieces, pairs;
    size_t begin, end; /* neurons */
} BackwardPart;

/* The work of part number `part` of `parts`: a range of neurons. With many parts, one part adds the
 * piece-squares of a range of neurons, the next part adds the pairs of the same range. */
static BackwardPart backward_part(int part, int parts) {
    const bool split = parts > NETWORK_HIDDEN / ROW_STEP;
    BackwardPart p = {.pieces = !split || part % 2 == 0, .pairs = !split || part % 2 == 1};
    if (split) {
        parts = (parts + p.pieces) / 2;
        part /= 2;
    }
    workers_share(NETWORK_HIDDEN, ROW_STEP, part, parts, &p.begin, &p.end);
    return p;
}

/* The backward pass: adds the gradient of each sum to the gradients of the rows in the sum. */
static void add_gradients(void *context, int part, int parts) {
    TrainBatch *b = context;
    FloatNet *net = b->net;
    const BackwardPart p = backward_part(part, parts);
    float *bias = net->gradient + row_numbers(NET_BIAS);
    for (int i = 0; i < 2 * b->count && p.begin < p.end; i++) {
        const InputList *list = &b->inputs[0][0] + i;
        const float *sum = b->sums + row_numbers((size_t)i);
        const int first = p.pieces ? 0 : list->placed, end = p.pairs ? list->count : list->placed;
        if (p.pieces)
            add_numbers(bias + p.begin, sum + p.begin, p.end - p.begin);
        rows_spread(net->gradient, sum, (RowNumbers){list->rows + first, end - first}, p.begin,
                    p.end);
    }
}

/* --- the output ------------------------------------------------------------------------------ */

static float sigmoid(float x) {
    return 1 / (1 + expf(-x));
}

static float wanted(const TrainTarget *t, const PackedPosition *p) {
    const float share = p->result == RESULT_UNKNOWN ? 1 : t->score_share;
    return share * sigmoid((float)p->score / t->scale) + (1 - share) * (float)p->result / 2;
}

static float clipped(float x) {
    const float least = x < 0 ? 0 : x;
    return least > 1 ? 1 : least;
}

/* The dot product of the clipped and squared sums with the weights. `count` is a multiple of LANES:
 * the loop has LANES partial sums, since compilers may not reorder additions. */
static float weigh(const float *restrict sums, const float *restrict weights, size_t count) {
    enum { LANES = 16 };
    float lanes[LANES] = {0}, total = 0;
    for (size_t i = 0; i < count; i += LANES) {
        for (size_t k = 0; k < LANES; k++) {
            const float c = clipped(sums[i + k]);
            lanes[k] += c * c * weights[i + k];
        }
    }
    for (size_t k = 0; k < LANES; k++)
        total += lanes[k];
    return total;
}

/* Replaces the sums by their gradient, and adds the gradient of the output's weights to `gradient`.
 * `slope` is the derivative of the loss by the output. */
static void turn_back(float *restrict sums, const float *restrict weights, float *restrict gradient,
                      size_t count, float slope) {
    for (size_t i = 0; i < count; i++) {
        const float c = clipped(sums[i]);
        gradient[i] += slope * c * c;
        sums[i] = sums[i] < 1 ? slope * 2 * c * weights[i] : 0; /* c is 0 if the sum is below 0 */
    }
}

/* The parameters of the output: weights, two rows for each bucket, and biases. */
enum {
    BUCKET_WEIGHTS = 2 * NETWORK_HIDDEN,
    OUTPUT_WEIGHTS = OUTPUT_BUCKETS * BUCKET_WEIGHTS,
    OUTPUT_COUNT = OUTPUT_WEIGHTS + OUTPUT_BUCKETS
};

/* Scores position i and computes its loss. If b->learns, replaces its sums by their gradient. */
static void compare_position(TrainBatch *b, int i, float *gradient) {
    const FloatNet *net = b->net;
    const PackedPosition *p = &b->positions[i];
    const size_t bucket = (size_t)output_bucket(popcount(p->occupied));
    const float *output = net->parameter + row_numbers(NET_OUTPUT);
    const float *weights = output + bucket * BUCKET_WEIGHTS;
    float *sums = b->sums + (size_t)i * BUCKET_WEIGHTS;
    b->output[i] = weigh(sums, weights, BUCKET_WEIGHTS) + output[OUTPUT_WEIGHTS + bucket];
    const float steepness = OUTPUT_UNIT / b->target.scale;
    const float expected = sigmoid(b->output[i] * steepness);
    const float error = expected - wanted(&b->target, p), exponent = b->target.exponent;
    const float weight = error > 0 ? 1 + b->target.asymmetry : 1;
    const float rise = weight * copysignf(powf(fabsf(error), exponent - 1), error);
    b->loss[i] = error * rise;
    if (!b->learns)
        return;
    const float slope = exponent * rise * expected * (1 - expected) * steepness;
    gradient[OUTPUT_WEIGHTS + bucket] += slope;
    turn_back(sums, weights, gradient + bucket * BUCKET_WEIGHTS, BUCKET_WEIGHTS, slope);
}

/* Computes scores, losses and all gradients except those of the rows. Each group has its own
 * gradient of the output, since gather_output must add the groups in a fixed order. */
static void go_forward(void *context, int part, int parts) {
    TrainBatch *b = context;
    const int groups = (b->count + GROUP - 1) / GROUP;
    for (int g = groups * part / parts; g < groups * (part + 1) / parts; g++) {
        float *gradient = b->output_gradient + (size_t)g * OUTPUT_COUNT;
        memset(gradient, 0, OUTPUT_COUNT * sizeof *gradient);
        const int first = g * GROUP, end = first + GROUP < b->count ? first + GROUP : b->count;
        for (int i = first; i < end; i++)
            list_position(b, i);
        for (int i = first; i < end; i++) {
            add_rows(b, i);
            compare_position(b, i, gradient);
        }
    }
}

static void gather_output(TrainBatch *b) {
    float *gradient = b->net->gradient + row_numbers(NET_OUTPUT);
    for (int g = 0; g < (b->count + GROUP - 1) / GROUP; g++)
        add_numbers(gradient, b->output_gradient + (size_t)g * OUTPUT_COUNT, OUTPUT_COUNT);
}

/* --- all of it ------------------------------------------------------------------------------- */

static double chunk_loss(TrainBatch *b, const PackedPosition *positions, int count, bool learns) {
    double loss = 0;
    b->positions = positions;
    b->count = count;
    b->learns = learns;
    workers_run(b->workers, go_forward, b);
    if (learns) {
        gather_output(b);
        workers_run(b->workers, add_gradients, b);
    }
    for (int i = 0; i < count; i++)
        loss += b->loss[i];
    return loss;
}

void batch_set_share(TrainBatch *b, double score_share) {
    b->target.score_share = (float)score_share;
}

double batch_loss(TrainBatch *b, const PackedPosition *positions, size_t count, bool learns) {
    double loss = 0;
    for (size_t at = 0; at < count; at += CHUNK)
        loss +=
            chunk_loss(b, positions + at, (int)(count - at < CHUNK ? count - at : CHUNK), learns);
    return loss;
}

double batch_score(TrainBatch *b, const PackedPosition *position) {
    chunk_loss(b, position, 1, false);
    return b->output[0] * OUTPUT_UNIT;
}

TrainBatch *batch_create(FloatNet *net, Workers *workers, TrainTarget target) {
    TrainBatch *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    *b = (TrainBatch){.net = net, .workers = workers, .target = target};
    b->inputs = calloc(CHUNK, sizeof *b->inputs);
    b->sums = aligned_alloc(CACHE_LINE, CHUNK * BUCKET_WEIGHTS * sizeof *b->sums);
    b->output_gradient = calloc(GROUPS * OUTPUT_COUNT, sizeof *b->output_gradient);
    if (b->inputs && b->sums && b->output_gradient)
        return b;
    batch_free(b);
    return NULL;
}

void batch_free(TrainBatch *b) {
    if (!b)
        return;
    free(b->output_gradient);
    free(b->sums);
    free(b->inputs);
    free(b);
}
