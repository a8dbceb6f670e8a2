#include "train/train_batch.h"

#include "train/row_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1024, /* positions whose sums are kept at a time */
    GROUP = 64,   /* of them, with a gradient of the output of their own */
    GROUPS = CHUNK / GROUP,
    ROW_LIMIT = PLACED_LIMIT + PAIR_LIMIT
};

/* What a perspective of a position adds up: piece-squares, then pairs. */
typedef struct InputList {
    uint32_t rows[ROW_LIMIT];
    int placed, count;
} InputList;

struct TrainBatch {
    FloatNet *net;
    Workers *workers;
    TrainTarget target;
    const PackedPosition *positions; /* of the chunk */
    int count;
    bool learns;
    InputList (*inputs)[2]; /* by position: the side to move, its opponent */
    float *sums;            /* by position and perspective; then their gradient */
    float *output_gradient; /* by group */
    float loss[CHUNK], output[CHUNK];
};

/* --- inputs ---------------------------------------------------------------------------------- */

static void list_inputs(InputList *list, const FloatNet *net, const StatePart *part,
                        Perspective view) {
    const PairGrain grain = net->shape.pairs;
    list->count = 0;
    for (int i = 0; i < part->placed_count; i++)
        list->rows[list->count++] = (uint32_t)piece_input(part->placed[i], view);
    list->placed = list->count;
    if (grain == PAIRS_NONE)
        return;
    for (int i = 0; i < part->pair_count; i++) {
        const int input = pair_input(grain, part->pairs[i], view);
        if (input != INPUT_NONE)
            list->rows[list->count++] = (uint32_t)(net->at.pieces + input);
    }
}

/* Inputs are what differs from a board without pieces. */
static void list_position(const TrainBatch *b, int i) {
    State s;
    StateDifference all;
    position_unpack(&b->positions[i], &s);
    state_difference(&empty_state, &s, &all);
    for (int side = 0; side < 2; side++)
        list_inputs(&b->inputs[i][side], b->net, &all.added,
                    perspective_of(b->net->shape.kings, &s, s.side ^ side));
}

/* --- sums of rows ---------------------------------------------------------------------------- */

/* Forward: a position's sums from the rows. */
static void add_rows(const TrainBatch *b, int i) {
    const FloatNet *net = b->net;
    const size_t hidden = (size_t)net->shape.hidden_size;
    for (int side = 0; side < 2; side++) {
        const InputList *list = &b->inputs[i][side];
        rows_add(b->sums + (2 * (size_t)i + (size_t)side) * hidden, net->parameter + net->at.bias,
                 net->row, hidden, (RowNumbers){list->rows, list->count});
    }
}

/* What a thread has of the backward pass. */
typedef struct BackwardPart {
    bool pieces, pairs;
    size_t begin, end; /* neurons */
} BackwardPart;

/* With more threads than neurons are worth, pieces and pairs are shared out, too. */
static BackwardPart backward_part(const TrainBatch *b, int part, int parts) {
    const size_t hidden = (size_t)b->net->shape.hidden_size;
    const bool split = (size_t)parts > hidden / HIDDEN_STEP && b->net->shape.pairs != PAIRS_NONE;
    BackwardPart p = {.pieces = !split || part % 2 == 0, .pairs = !split || part % 2 == 1};
    if (split) {
        parts = (parts + p.pieces) / 2;
        part /= 2;
    }
    workers_share(hidden, HIDDEN_STEP, part, parts, &p.begin, &p.end);
    return p;
}

/* Backward: the rows' gradients from those of the sums. */
static void add_gradients(void *context, int part, int parts) {
    TrainBatch *b = context;
    FloatNet *net = b->net;
    const size_t hidden = (size_t)net->shape.hidden_size;
    const BackwardPart p = backward_part(b, part, parts);
    for (int i = 0; i < 2 * b->count && p.begin < p.end; i++) {
        const InputList *list = &b->inputs[0][0] + i;
        const float *sum = b->sums + (size_t)i * hidden;
        const int first = p.pieces ? 0 : list->placed, end = p.pairs ? list->count : list->placed;
        if (p.pieces)
            add_numbers(net->gradient + net->at.bias + p.begin, sum + p.begin, p.end - p.begin);
        rows_spread(net->gradient, sum, hidden, (RowNumbers){list->rows + first, end - first},
                    p.begin, p.end);
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

/* `count` is a multiple of LANES: as many sums are kept, since compilers may not reorder additions. */
static float weigh(const float *restrict sums, const float *restrict weights, size_t count) {
    enum { LANES = HIDDEN_STEP };
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

/* Turns the sums into their gradient, for an error that grows by `slope` with the output, and adds
 * that of the output's weights. */
static void turn_back(float *restrict sums, const float *restrict weights, float *restrict gradient,
                      size_t count, float slope) {
    for (size_t i = 0; i < count; i++) {
        const float c = clipped(sums[i]);
        gradient[i] += slope * c * c;
        sums[i] = sums[i] < 1 ? slope * 2 * c * weights[i] : 0; /* c is 0 below 0 */
    }
}

static size_t output_count(const FloatNet *net) {
    return net->at.count - net->at.output;
}

/* Scores a position and, with `learns`, turns its sums into their gradient. */
static void compare_position(TrainBatch *b, int i, float *gradient) {
    const FloatNet *net = b->net;
    const PackedPosition *p = &b->positions[i];
    const size_t width = 2 * (size_t)net->shape.hidden_size;
    const size_t bucket = (size_t)output_bucket(popcount(p->occupied));
    const float *weights = net->parameter + net->at.output + bucket * width;
    float *sums = b->sums + (size_t)i * width;
    b->output[i] = weigh(sums, weights, width) + net->parameter[net->at.output_bias + bucket];
    const float steepness = OUTPUT_UNIT / b->target.scale;
    const float expected = sigmoid(b->output[i] * steepness);
    const float error = expected - wanted(&b->target, p), exponent = b->target.exponent;
    const float rise = copysignf(powf(fabsf(error), exponent - 1), error);
    b->loss[i] = error * rise;
    if (!b->learns)
        return;
    const float slope = exponent * rise * expected * (1 - expected) * steepness;
    gradient[OUTPUT_BUCKETS * width + bucket] += slope;
    turn_back(sums, weights, gradient + bucket * width, width, slope);
}

/* All but the rows' gradients. Groups have gradients of the output of their own, added up in one
 * order by gather_output. */
static void go_forward(void *context, int part, int parts) {
    TrainBatch *b = context;
    const size_t size = output_count(b->net);
    const int groups = (b->count + GROUP - 1) / GROUP;
    for (int g = groups * part / parts; g < groups * (part + 1) / parts; g++) {
        float *gradient = b->output_gradient + (size_t)g * size;
        memset(gradient, 0, size * sizeof *gradient);
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
    FloatNet *net = b->net;
    const size_t size = output_count(net);
    for (int g = 0; g < (b->count + GROUP - 1) / GROUP; g++)
        add_numbers(net->gradient + net->at.output, b->output_gradient + (size_t)g * size, size);
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
    b->sums =
        aligned_alloc(CACHE_LINE, CHUNK * 2 * (size_t)net->shape.hidden_size * sizeof *b->sums);
    b->output_gradient = calloc(GROUPS * output_count(net), sizeof *b->output_gradient);
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
