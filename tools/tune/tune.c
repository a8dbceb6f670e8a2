/* lab tune: tunes the weights of the classical evaluation (src/eval/weights.h) on positions with
 * known results, and writes them in the form of src/eval/weights.c (tune.usage).
 *
 * The tuner evaluates each position once with a trace, which counts each weight for White and for
 * Black. The evaluation is then a function of the weights alone. It is linear, except for the curve
 * of king danger and complexity; tune_model.c computes its gradient by the chain rule. The loss is
 * the mean of (sigmoid(slope * score) - wanted)^2, with wanted = lambda * result of the game (0,
 * 1/2 or 1) + (1 - lambda) * sigmoid(slope' * score of a search). Both slopes fit the results. Adam
 * (Kingma and Ba, 2015) minimises the loss in batches; its rate falls to a tenth by a cosine. A
 * small decay pulls weights towards their start values, so that rarely used weights stay sensible.
 *
 * To add a term, add a line to the list in weights.h and count it with term() in an evaluation
 * function. Then run tune. */
#include "tune/tune.h"
#include "core/bits.h"
#include "lib/options.h"
#include "os/files.h"
#include "os/thread.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    const char *out;
    int epochs, batch, threads;
    uint64_t limit;
    double rate, lambda, decay;
} Options;

typedef struct Run {
    Model model, start; /* the weights now, and at the start of the run */
    Model mean, square; /* Adam's first and second moments */
    Target target;
    long step;
    int epoch;
} Run;

/* The task of the workers: to sum the losses of samples order[begin] to order[end - 1]. */
typedef struct Sum {
    const Samples *set;
    const uint32_t *order;
    size_t begin, end;
    const Run *run;
    bool gradient; /* compute the gradient as well */
} Sum;

/* The part of a Sum that one worker computes. */
typedef struct Share {
    Model gradient;
    double loss;
} Share;

static Share *shares; /* one for each worker */
static Workers *workers;

static void work(void *context, int part, int parts) {
    const Sum *sum = context;
    Share *share = &shares[part];
    size_t begin, end;
    workers_share(sum->end - sum->begin, 1, part, parts, &begin, &end);
    if (sum->gradient)
        memset(&share->gradient, 0, sizeof share->gradient);
    share->loss = 0;
    for (size_t i = sum->begin + begin; i < sum->begin + end; i++)
        share->loss += model_loss(&sum->run->model, sum->set, &sum->set->items[sum->order[i]],
                                  &sum->run->target, sum->gradient ? &share->gradient : NULL);
}

/* The sum of losses over order[begin] to order[end - 1]. With `gradient`, shares[0] receives the
 * gradient. */
static double sum_loss(const Samples *set, const uint32_t *order, size_t begin, size_t end,
                       const Run *run, bool gradient) {
    double loss = 0;
    workers_run(workers, work, &(Sum){set, order, begin, end, run, gradient});
    for (int i = 0; i < workers_count(workers); i++) {
        loss += shares[i].loss;
        for (int w = 0; gradient && i > 0 && w < WEIGHT_COUNT; w++)
            for (int h = MG; h <= EG; h++)
                shares[0].gradient.w[w][h] += shares[i].gradient.w[w][h];
    }
    return loss;
}

/* One step of Adam, with decoupled decay that pulls the weights towards their start values. */
static void adam(Run *run, const Model *gradient, double size, double rate, double decay) {
    const double keep_mean = 0.9, keep_square = 0.999;
    run->step++;
    const double mean_bias = 1 - pow(keep_mean, (double)run->step);
    const double square_bias = 1 - pow(keep_square, (double)run->step);
    for (int w = 0; w < WEIGHT_COUNT; w++) {
        for (int h = MG; h <= EG; h++) {
            const double g = gradient->w[w][h] / size;
            double *mean = &run->mean.w[w][h], *square = &run->square.w[w][h];
            *mean = keep_mean * *mean + (1 - keep_mean) * g;
            *square = keep_square * *square + (1 - keep_square) * g * g;
            const double move = *mean / mean_bias / (sqrt(*square / square_bias) + 1e-9);
            run->model.w[w][h] -= rate * (move + decay * (run->model.w[w][h] - run->start.w[w][h]));
        }
    }
}

/* --- slopes ---------------------------------------------------------------------------------- */

/* The sum of squared errors between results and sigmoids of scores. The scores are the model's, or
 * the samples' own if `m` is NULL. */
static double slope_error(const Samples *set, const Model *m, double slope) {
    double sum = 0;
    for (size_t i = 0; i < set->count; i += set->count / 100000 + 1) {
        const Sample *s = &set->items[i];
        const double score = m ? model_score(m, set, s) : s->score;
        const double error = 1 / (1 + exp(-slope * score)) - s->result / 2.0;
        sum += s->result == RESULT_UNKNOWN ? 0 : error * error;
    }
    return sum;
}

/* Finds the slope with the least slope_error, by ternary search. */
static double fit_slope(const Samples *set, const Model *m) {
    double low = 0.0005, high = 0.02;
    for (int i = 0; i < 24; i++) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (slope_error(set, m, a) < slope_error(set, m, b))
            high = b;
        else
            low = a;
    }
    return (low + high) / 2;
}

/* --- the run --------------------------------------------------------------------------------- */

/* Lists the training samples first in `order`, and those held out last. Returns the number of
 * training samples. */
static size_t split(const Samples *set, uint32_t *order) {
    size_t trained = 0, end = set->count;
    for (size_t i = 0; i < set->count; i++)
        order[set->items[i].held_out ? --end : trained++] = (uint32_t)i;
    return trained;
}

static double train_epoch(const Samples *set, uint32_t *order, size_t trained, Run *run,
                          const Options *o) {
    const double progress = (double)run->epoch / o->epochs;
    const double rate = o->rate * (0.1 + 0.9 * (1 + cos(3.14159265358979 * progress)) / 2);
    double loss = 0;
    uint64_t random = (uint64_t)run->epoch + 1;
    shuffle(order, trained, sizeof *order, &random);
    for (size_t at = 0; at < trained; at += (size_t)o->batch) {
        const size_t end = at + (size_t)o->batch < trained ? at + (size_t)o->batch : trained;
        loss += sum_loss(set, order, at, end, run, true);
        adam(run, &shares[0].gradient, (double)(end - at), rate, o->decay);
    }
    run->epoch++;
    return loss / (double)trained;
}

static void round_model(Model *m) {
    for (int w = 0; w < WEIGHT_COUNT; w++)
        for (int h = MG; h <= EG; h++)
            m->w[w][h] = (double)lround(m->w[w][h]);
}

/* The mean loss on the positions held out. */
static double held_out_loss(const Samples *set, const uint32_t *order, size_t trained,
                            const Run *run) {
    return sum_loss(set, order, trained, set->count, run, false) / (double)(set->count - trained);
}

static void print_weights(FILE *file, const Model *m) {
    fprintf(file, "/* Written by `lab tune`: see tools/tune/tune.c. The list of names is in "
                  "eval/weights.h. */\n"
                  "#include \"eval/weights.h\"\n\n"
                  "/* clang-format off */\n"
                  "const Tapered weights[WEIGHT_COUNT] = {\n");
    for (const WeightGroup *g = weight_groups; g->name; g++) {
        const int columns = g->count % SQUARE_COUNT == 0 ? 8 : g->count % 4 == 0 ? 4 : 5;
        fprintf(file, "    /* %s: %s */\n    [WEIGHT_%s] =\n", g->name, g->text, g->name);
        for (int i = 0; i < g->count; i++) {
            const double *w = m->w[g->first + i];
            fprintf(file, "%sTAPERED(%ld, %ld),%s", i % columns ? " " : "    ", lround(w[MG]),
                    lround(w[EG]), i % columns == columns - 1 || i == g->count - 1 ? "\n" : "");
        }
    }
    fprintf(file, "};\n/* clang-format on */\n");
}

/* Writes the weights, unless they are worse than the engine's on the positions held out. */
static bool deliver(const Samples *set, const uint32_t *order, size_t trained, Run *run,
                    const char *out) {
    const char *reason;
    round_model(&run->model);
    const double after = held_out_loss(set, order, trained, run);
    static Run before;
    before = *run;
    model_from_engine(&before.model);
    const double was = held_out_loss(set, order, trained, &before);
    printf("loss held out: %.6f with the engine's weights, %.6f with these\n", was, after);
    if (after > was)
        return complain("tune: the loss held out rises: %s is not written", out);
    AtomicWrite *file = atomic_write_begin(out, &reason);
    if (file)
        print_weights(atomic_write_stream(file), &run->model);
    if (file && atomic_write_finish(file, &reason))
        return true;
    return complain("tune: '%s' cannot be written: %s", out, reason);
}

static bool train(const Samples *set, uint32_t *order, Run *run, const Options *o) {
    const size_t trained = split(set, order);
    if (!trained || trained == set->count)
        return complain("tune: %s position is held out: prepare more games",
                        trained ? "no" : "each");
    printf("%zu positions to train on, %zu held out; their loss before: %.6f\n", trained,
           set->count - trained, held_out_loss(set, order, trained, run));
    while (run->epoch < o->epochs) {
        const int64_t start = clock_microseconds();
        const double loss = train_epoch(set, order, trained, run, o);
        printf("epoch %3d of %d: loss %.6f, held out %.6f, %.0f positions/s\n", run->epoch,
               o->epochs, loss, held_out_loss(set, order, trained, run),
               (double)set->count * 1e6 / (double)(clock_microseconds() - start));
        fflush(stdout);
        if (!model_fits(&run->model))
            return complain("tune: the weights run away; give a smaller --rate than %g", o->rate);
    }
    return deliver(set, order, trained, run, o->out);
}

static bool tune(const Options *o, char **files) {
    static Run run;
    Samples set = {0};
    const char *reason;
    atomic_write_abandon(atomic_write_begin(o->out, &reason)); /* before any long work */
    if (reason)
        return complain("tune: '%s' cannot be written: %s", o->out, reason);
    shares = calloc((size_t)o->threads, sizeof *shares);
    workers = workers_create(o->threads);
    bool good = shares && workers;
    for (; *files && good; files++) {
        good = samples_read(&set, *files, o->limit, &reason) ||
               complain("tune: '%s' cannot be read: %s", *files, reason);
    }
    uint32_t *order = malloc(set.count * sizeof *order + 1);
    good = good && ((set.count && order) || complain("tune: no positions to tune on"));
    if (good) {
        model_from_engine(&run.model);
        run.start = run.model;
        run.target = (Target){fit_slope(&set, &run.model), fit_slope(&set, NULL), o->lambda};
        printf("%zu positions, %zu left out; slope of our scores %.6f, of theirs %.6f\n", set.count,
               set.refused, run.target.slope, run.target.score_slope);
        good = train(&set, order, &run, o);
    }
    free(order);
    workers_free(workers);
    free(shares);
    samples_free(&set);
    return good;
}

int lab_tune(int argc, char **argv) {
    Options o = {.out = "build/weights.c",
                 .epochs = 50,
                 .batch = 16384,
                 .rate = 1.0,
                 .lambda = 0.2,
                 .decay = 0.0005,
                 .threads = tool_cores()};
    const Option table[] = {
        {"--out", .text = &o.out, .what = "the path of a file for the weights"},
        {"--epochs", .integer = &o.epochs, .most = 1000000},
        {"--batch", .integer = &o.batch, .least = 1, .most = INT_MAX},
        {"--threads", .integer = &o.threads, .least = 1, .most = TOOL_THREADS_MAX},
        {"--limit", .number = &o.limit},
        {"--rate", .real = &o.rate, .least = 1e-9, .most = 1e6},
        {"--lambda", .real = &o.lambda, .most = 1},
        {"--decay", .real = &o.decay, .most = 1},
        {0}};
    return options_read("tune", table, 0, argv + 1, 1, argc) < 0 ? 2 : !tune(&o, argv + 1);
}
