/* tune [OPTION VALUE]... FILE...
 *
 * Tunes the weights of the evaluation (src/eval/weights.h) on positions whose results are
 * known, and writes them as src/eval/weights.c has them, to a new file.
 * `make tune-eval ARGS="--epochs 60 FILE..."` builds and runs it.
 *
 * How. Each position is evaluated once with a trace: how often each weight counts for White and for
 * Black. The evaluation is then a function of the weights alone, linear but for the curve of king
 * danger and complexity, and its gradient is taken by the chain rule (tune_model.c). The loss is
 * the mean of (sigmoid(slope * score) - wanted)^2, wanted = lambda * result of the game +
 * (1 - lambda) * sigmoid(slope' * score of a search); slope' is fitted to each file, slope to all.
 * Adam (Kingma and Ba, 2015) goes down it in batches, its rate falling to a tenth by a cosine;
 * weights are pulled a little towards where they started, so that what is hardly ever seen stays
 * sensible.
 *
 * A new term: add a line to the list in weights.h, count it with term() in an evaluation function,
 * run tune. Positions come as text or records: tune_samples.h says how.
 * The options are in tune.usage.
 */
#include "core/random.h"
#include "lib/options.h"
#include "lib/workers.h"
#include "os/files.h"
#include "os/thread.h"
#include "tune/tune_state.h"
#include "tune/tune_write.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
#include "tune_usage.h"
    ;

typedef struct Options {
    const char *out, *state;
    int epochs, batch;
    double rate, lambda, decay;
    SampleOptions samples;
} Options;

/* What a sum over samples is of. */
typedef struct Sum {
    const Samples *set;
    const uint32_t *order;
    size_t begin, end;
    const Run *run;
    bool gradient; /* it is wanted, too */
} Sum;

/* One thread's share of it. */
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

/* The summed loss over order[begin, end); the gradient, if wanted, is left in shares[0]. */
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

/* One step of Adam with decoupled decay towards the start. */
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

/* The mean squared error between results and sigmoids of scores: the samples' own, or the model's.
 */
static double slope_error(const Samples *set, size_t first, const Model *m, double slope) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = first; i < set->count; i += (set->count - first) / 100000 + 1) {
        const Sample *s = &set->items[i];
        if (!m && s->score == SAMPLE_NO_SCORE)
            continue;
        const double score = m ? model_score(m, set, s) : s->score;
        const double error = 1 / (1 + exp(-slope * score)) - s->result / 2.0;
        sum += error * error;
        count++;
    }
    return count ? sum / (double)count : 0;
}

/* The slope of the least error, by ternary search. */
static double fit_slope(const Samples *set, size_t first, const Model *m) {
    double low = 0.0005, high = 0.02;
    for (int i = 0; i < 24; i++) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (slope_error(set, first, m, a) < slope_error(set, first, m, b))
            high = b;
        else
            low = a;
    }
    return (low + high) / 2;
}

/* What every file's scores are brought to: engines differ in what they call a pawn. */
static const double COMMON_SLOPE = 0.01;

/* Scales the scores of the samples from `first` on; returns the slope that they had. */
static double normalise(Samples *set, size_t first) {
    const double slope = fit_slope(set, first, NULL);
    for (size_t i = first; i < set->count; i++) {
        const double score = set->items[i].score * slope / COMMON_SLOPE;
        if (set->items[i].score != SAMPLE_NO_SCORE)
            set->items[i].score = (int16_t)lround(fmax(fmin(score, 30000), -30000));
    }
    return slope;
}

/* --- the run --------------------------------------------------------------------------------- */

static void shuffle(uint32_t *order, size_t count, uint64_t seed) {
    uint64_t x = hash_multiply(seed) + 1;
    for (size_t i = count; i > 1; i--) {
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        const size_t j = (size_t)((x * 0x2545F4914F6CDD1Du >> 11) % i);
        const uint32_t swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
}

/* Training samples first, those held out behind; returns how many are trained on. */
static size_t split(const Samples *set, uint32_t *order) {
    size_t trained = 0, end = set->count;
    for (size_t i = 0; i < set->count; i++)
        order[set->items[i].held_out ? --end : trained++] = (uint32_t)i;
    return trained;
}

static double now(void) {
    return (double)clock_microseconds() / 1e6;
}

static double train_epoch(const Samples *set, uint32_t *order, size_t trained, Run *run,
                          const Options *o) {
    const double progress = (double)run->epoch / o->epochs;
    const double rate = o->rate * (0.1 + 0.9 * (1 + cos(3.14159265358979 * progress)) / 2);
    double loss = 0;
    shuffle(order, trained, (uint64_t)run->epoch + 1);
    for (size_t at = 0; at < trained; at += (size_t)o->batch) {
        const size_t end = at + (size_t)o->batch < trained ? at + (size_t)o->batch : trained;
        loss += sum_loss(set, order, at, end, run, true);
        adam(run, &shares[0].gradient, (double)(end - at), rate, o->decay);
    }
    run->epoch++;
    return loss / (double)trained;
}

static bool save(const Run *run, const Options *o) {
    char fault[STATE_FAULT_SIZE];
    if (!o->state || state_write(o->state, run, fault))
        return true;
    fprintf(stderr, "tune: the state '%s' cannot be written: %s\n", o->state, fault);
    return false;
}

/* The mean loss of weights, rounded, on the positions held out; 0 if there are none. */
static double held_out_loss(const Samples *set, const uint32_t *order, size_t trained,
                            const Run *run, const Model *m) {
    static Run judged;
    judged = *run;
    judged.model = *m;
    model_round(&judged.model);
    const size_t held = set->count - trained;
    const double loss = sum_loss(set, order, trained, set->count, &judged, false);
    return held ? loss / (double)held : 0;
}

/* Writes the weights, unless they are worse than the engine's on the positions held out. */
static bool deliver(const Samples *set, const uint32_t *order, size_t trained, const Run *run,
                    const Options *o) {
    static Model engine;
    model_from_engine(&engine);
    const double before = held_out_loss(set, order, trained, run, &engine);
    const double after = held_out_loss(set, order, trained, run, &run->model);
    const char *reason;
    switch (deliver_weights(o->out, &run->model, before, after, &reason)) {
    case DELIVERED:
        printf("loss held out: %.6f with the engine's weights, %.6f with these; wrote %s\n", before,
               after, o->out);
        return true;
    case DELIVERED_ASIDE:
        fprintf(stderr,
                "tune: the loss held out rises from %.6f to %.6f: %s is left as it is, and the "
                "weights are in %s%s\n",
                before, after, o->out, o->out, DELIVERY_ASIDE);
        return false;
    case DELIVERY_FAILED:
        break;
    }
    fprintf(stderr, "tune: the weights cannot be written to '%s': %s\n", o->out, reason);
    return false;
}

static bool train(const Samples *set, Run *run, const Options *o) {
    uint32_t *order = malloc(set->count * sizeof *order);
    if (!order) {
        fprintf(stderr, "tune: not enough memory\n");
        return false;
    }
    const size_t trained = split(set, order), held = set->count - trained;
    const double begin = sum_loss(set, order, trained, set->count, run, false);
    printf("%zu positions to train on, %zu held out; their loss before: %.6f\n", trained, held,
           held ? begin / (double)held : 0);
    if (!held)
        printf("nothing is held out, so nobody will know whether the weights are better\n");
    bool good = trained > 0;
    while (good && run->epoch < o->epochs) {
        const double start = now();
        const double loss = train_epoch(set, order, trained, run, o);
        const double kept = sum_loss(set, order, trained, set->count, run, false);
        printf("epoch %3d of %d: loss %.6f, held out %.6f, %.0f positions/s\n", run->epoch,
               o->epochs, loss, held ? kept / (double)held : 0,
               (double)set->count / (now() - start));
        fflush(stdout);
        good = model_fits(&run->model);
        if (!good)
            fprintf(stderr, "tune: the weights run away; give a smaller --rate than %g\n", o->rate);
        good = good && save(run, o);
    }
    good = good && deliver(set, order, trained, run, o);
    free(order);
    return good;
}

/* Sees, before any long work, that what it will write can be written, and reads the state. False,
 * and says why, if that fails. */
static bool prepare(Run *run, const Options *o, StateResult *state) {
    char fault[STATE_FAULT_SIZE] = "";
    const char *reason = delivery_fault(o->out);
    model_from_engine(&run->model);
    run->start = run->model;
    *state = STATE_ABSENT;
    if (reason) {
        fprintf(stderr, "tune: the weights cannot be written to '%s': %s\n", o->out, reason);
        return false;
    }
    if (!o->state)
        return true;
    if (strcmp(o->state, o->out) == 0) {
        fprintf(stderr, "tune: --out and --state are the same file\n");
        return false;
    }
    reason = atomic_write_fault(o->state, "", NULL);
    if (reason) {
        fprintf(stderr, "tune: the state '%s' cannot be written: %s\n", o->state, reason);
        return false;
    }
    *state = state_read(o->state, run, fault);
    if (*state == STATE_REFUSED)
        fprintf(stderr,
                "tune: the state '%s' is refused: %s; it is left as it is: take it away to begin "
                "anew\n",
                o->state, fault);
    return *state != STATE_REFUSED;
}

/* Begins the run, or goes on with that of an earlier state. */
static void begin_run(Run *run, const Samples *set, const Options *o, StateResult state) {
    if (state == STATE_READ) {
        printf("going on from %s, epoch %d\n", o->state, run->epoch);
    } else {
        run->target.slope = fit_slope(set, 0, &run->model);
        run->target.score_slope = COMMON_SLOPE;
    }
    run->target.lambda = o->lambda;
    printf("slope of our scores: %.6f\n", run->target.slope);
}

/* --- options --------------------------------------------------------------------------------- */

int main(int argc, char **argv) {
    tool_begin(argc, argv, USAGE);
    Options o = {.out = "build/weights.c",
                 .epochs = 50,
                 .batch = 16384,
                 .rate = 1.0,
                 .lambda = 0.2,
                 .decay = 0.0005,
                 .samples = {.threads = tool_cores(), .validation = 50}};
    const Option table[] = {
        {"--out", .text = &o.out, .what = "the path of a file for the weights"},
        {"--state", .text = &o.state, .what = "the path of a state"},
        {"--epochs", .integer = &o.epochs, .most = 1000000},
        {"--batch", .integer = &o.batch, .least = 1, .most = INT_MAX},
        {"--threads", .integer = &o.samples.threads, .least = 1, .most = TOOL_THREADS_MAX},
        {"--validation", .integer = &o.samples.validation, .most = 999},
        {"--limit", .number = &o.samples.limit},
        {"--rate", .real = &o.rate, .least = 1e-9, .most = 1e6},
        {"--lambda", .real = &o.lambda, .most = 1},
        {"--decay", .real = &o.decay, .most = 1},
        {NULL}};
    static Run run;
    Samples set = {0};
    char **files = argv + 1;
    if (argc == 1)
        fputs(USAGE, stderr);
    if (argc == 1 || options_read("tune", table, 0, files, 1, argc) < 0)
        return 2;
    StateResult state;
    const char *reason;
    if (!prepare(&run, &o, &state))
        return 1;
    for (; *files; files++) {
        const size_t before = set.count;
        if (!samples_read(&set, *files, &o.samples, &reason)) {
            fprintf(stderr, "tune: '%s' cannot be read: %s\n", *files, reason);
            return 1;
        }
        printf("%s: %zu positions, slope of their scores %.5f; %zu left out so far, %" PRIu64
               " MB\n",
               *files, set.count - before, normalise(&set, before), set.refused,
               (set.used * sizeof(Count) + set.count * sizeof(Sample)) >> 20);
    }
    shares = calloc((size_t)o.samples.threads, sizeof *shares);
    workers = workers_create(o.samples.threads);
    if (set.count == 0 || !shares || !workers) {
        fprintf(stderr, "tune: no positions to tune on\n");
        return 1;
    }
    begin_run(&run, &set, &o, state);
    const bool good = train(&set, &run, &o);
    workers_free(workers);
    free(shares);
    samples_free(&set);
    return good ? 0 : 1;
}
