#include "train/train_run.h"

#include "core/bits.h"
#include "lib/options.h"
#include "os/files.h"
#include "os/thread.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, SAVE_SECONDS = 300 /* between two saves in an epoch */ };

typedef struct Training {
    const RunOptions *o;
    const char *name;
    TrainRun run;
    FloatNet *net;
    Workers *workers;
    TrainBatch *batch;
    Store store;
    PackedPosition *block;
    uint64_t block_first; /* the number of the block's first position in the store */
    size_t block_size;
    const char *_Atomic fault; /* why the block cannot be read */
    double rate;               /* the learning rate of the current step */
    size_t positions;
    bool averages; /* the weights after this step enter the mean */
    sigset_t ending;
    int64_t saved, printed; /* microseconds */
} Training;

/* The outcome of a part of a run. A part that returns FAILED has printed the reason. */
typedef enum Outcome { FAILED, ENDED, DONE } Outcome;

#define fail(what, path, reason) complain("train: %s '%s': %s", what, path, reason)

/* --- schedules -------------------------------------------------------------------------------- */

double schedule_rate(const TrainSchedule *s, double progress) {
    if (progress < s->warm_up)
        return s->rate * progress / s->warm_up;
    const double begin = s->warm_up + s->flat;
    if (progress <= begin)
        return s->rate;
    const double fallen = (1 - cos(3.14159265358979 * (progress - begin) / (1 - begin))) / 2;
    return s->rate * (1 - (1 - s->rate_end) * fallen);
}

double schedule_share(const TrainSchedule *s, double progress) {
    return s->share + (s->share_end - s->share) * progress;
}

bool schedule_averages(const TrainSchedule *s, double progress) {
    return s->mean > 0 && progress >= 1 - s->mean;
}

/* --- files ----------------------------------------------------------------------------------- */

/* The output files, and the ends of their names. */
enum { STATE, BEST, MEAN, TABLE, OUTPUTS };
static const char *const ENDING[OUTPUTS] = {".state", ".best", ".mean", ".tsv"};

static void output_path(char path[PATH_SIZE], const char *name, int i) {
    snprintf(path, PATH_SIZE, "%s%s", name, ENDING[i]);
}

/* Checks before any long work that all outputs can be written. */
static bool outputs_are_free(const char *name) {
    char path[PATH_SIZE];
    for (int i = 0; i < OUTPUTS; i++) {
        output_path(path, name, i);
        const char *reason;
        atomic_write_abandon(atomic_write_begin(path, &reason));
        if (reason)
            return fail("cannot write", path, reason);
    }
    return true;
}

/* Writes a table separated by tabs: a line of names, then for each epoch its number, its loss, and
 * the loss on held-out positions. */
static bool write_losses(const char *path, const TrainRun *run, const char **reason) {
    AtomicWrite *file = atomic_write_begin(path, reason);
    if (!file)
        return false;
    FILE *out = atomic_write_stream(file);
    fputs("epoch\ttrained\theld_out\n", out);
    for (int i = 0; i < run->epoch; i++)
        fprintf(out, "%d\t%.7f\t%.7f\n", i + 1, (double)run->history[i].trained,
                (double)run->history[i].held_out);
    return atomic_write_finish(file, reason);
}

static bool save(Training *t, int output) {
    char path[PATH_SIZE];
    const char *reason;
    output_path(path, t->name, output);
    if (output == STATE)
        t->saved = clock_microseconds();
    if (output == TABLE ? write_losses(path, &t->run, &reason)
                        : train_state_write(path, &t->run, t->net, &reason))
        return true;
    return fail("cannot write", path, reason);
}

/* --- a step ---------------------------------------------------------------------------------- */

static void step(void *context, int part, int parts) {
    Training *t = context;
    net_adam(t->net, (double)t->positions, t->rate, t->o->decay, part, parts);
    if (t->averages)
        net_average(t->net, part, parts);
}

static void spread(void *context, int part, int parts) {
    net_spread_gradient(((Training *)context)->net, part, parts);
}

static void sum(void *context, int part, int parts) {
    net_sum_rows(((Training *)context)->net, part, parts);
}

/* The number of positions of a block that an epoch uses: the first ones after the shuffle. */
static size_t taken(const Training *t, size_t size) {
    return size - (size_t)((double)size * t->o->skip);
}

static uint64_t blocks_of(uint64_t count) {
    return (count + POSITIONS_BLOCK - 1) / POSITIONS_BLOCK;
}

static size_t block_size(uint64_t count, uint64_t block) {
    const uint64_t left = count - block * POSITIONS_BLOCK;
    return left < POSITIONS_BLOCK ? (size_t)left : POSITIONS_BLOCK;
}

/* The number of positions that an epoch uses of all blocks. */
static uint64_t epoch_size(const Training *t) {
    const uint64_t last = blocks_of(t->store.trained) - 1;
    return last * taken(t, POSITIONS_BLOCK) + taken(t, block_size(t->store.trained, last));
}

/* The completed share of the run, from 0 to 1. */
static double progress(const Training *t) {
    const double epochs = t->run.epoch + (double)t->run.learnt / (double)epoch_size(t);
    return epochs < t->o->epochs ? epochs / t->o->epochs : 1;
}

static double learn(Training *t, const PackedPosition *positions, size_t count) {
    const TrainSchedule *schedule = &t->o->schedule;
    const double at = progress(t);
    t->rate = schedule_rate(schedule, at);
    batch_set_share(t->batch, schedule_share(schedule, at));
    const double loss = batch_loss(t->batch, positions, count, true);
    t->run.learnt += count;
    t->averages = schedule_averages(schedule, progress(t));
    t->net->averaged = t->averages ? t->net->averaged + 1 : 0;
    t->positions = count;
    t->net->step++;
    workers_run(t->workers, spread, t);
    workers_run(t->workers, step, t);
    workers_run(t->workers, sum, t);
    return loss;
}

/* --- positions ------------------------------------------------------------------------------- */

static void read_share(void *context, int part, int parts) {
    Training *t = context;
    size_t begin, end;
    const char *reason;
    workers_share(t->block_size, 1, part, parts, &begin, &end);
    if (!store_read(&t->store, t->block_first + begin, end - begin, t->block + begin, &reason))
        t->fault = reason;
}

/* Reads positions into the block; each thread reads a share. Returns false after a message. */
static bool read_block(Training *t, uint64_t first, size_t size) {
    t->block_first = first;
    t->block_size = size;
    t->fault = NULL;
    workers_run(t->workers, read_share, t);
    return !t->fault || complain("train: the positions cannot be read: %s", t->fault);
}

/* Reads the n-th block of the epoch, and shuffles its positions. An epoch begins with a random
 * block, and takes the other blocks in order. */
static bool read_in_order(Training *t, uint64_t n) {
    const uint64_t count = t->store.trained, blocks = blocks_of(count);
    uint64_t random = t->o->seed ^ (uint64_t)t->run.epoch << 32;
    const uint64_t block = (random_next(&random) % blocks + n) % blocks;
    if (!read_block(t, t->store.held_out + block * POSITIONS_BLOCK, block_size(count, block)))
        return false;
    shuffle(t->block, t->block_size, sizeof *t->block, &random);
    return true;
}

/* --- epochs ---------------------------------------------------------------------------------- */

/* Prints progress every other second. */
static void print_progress(Training *t, int64_t begin, uint64_t before) {
    const int64_t now = clock_microseconds();
    if (now - t->printed < 2000000)
        return;
    t->printed = now;
    const TrainRun *r = &t->run;
    const uint64_t all = epoch_size(t), done = r->learnt < all ? r->learnt : all;
    const uint64_t later = all * (uint64_t)(t->o->epochs - r->epoch - 1);
    const double rate = (double)(r->learnt - before) * 1e6 / (double)(now - begin);
    fprintf(stderr,
            "epoch %d: %" PRIu64 " of %" PRIu64 ", loss %.6f, %.0f positions/s, %.0f s left, "
            "%.0f s with all epochs\n",
            r->epoch + 1, done, all, r->loss / (double)r->learnt, rate, (double)(all - done) / rate,
            (double)(all - done + later) / rate);
}

/* Trains on the current block, from r->offset to the end of the block or until a signal. */
static Outcome learn_block(Training *t, int64_t begin, uint64_t before) {
    TrainRun *r = &t->run;
    const size_t end = taken(t, t->block_size);
    while (r->offset < end) {
        const size_t left = end - r->offset, batch = (size_t)t->o->batch;
        const size_t count = left < batch ? left : batch;
        r->loss += learn(t, t->block + r->offset, count);
        r->offset += count;
        print_progress(t, begin, before);
        const bool ended = ending_asked(&t->ending, 0);
        if (ended || clock_microseconds() - t->saved > SAVE_SECONDS * INT64_C(1000000))
            if (!save(t, STATE))
                return FAILED;
        if (ended)
            return ENDED;
    }
    r->offset = 0;
    r->block++;
    return DONE;
}

/* Continues the current epoch to its end. */
static Outcome learn_epoch(Training *t) {
    const int64_t begin = t->printed = clock_microseconds();
    const uint64_t before = t->run.learnt, blocks = blocks_of(t->store.trained);
    Outcome outcome = DONE;
    while (outcome == DONE && t->run.block < blocks)
        outcome = read_in_order(t, t->run.block) ? learn_block(t, begin, before) : FAILED;
    return outcome;
}

/* The mean loss of the held-out positions, with the score_share of the run's end. Returns a
 * negative number after an error message. */
static double loss_held_out(Training *t) {
    const uint64_t count = t->store.held_out;
    double loss = 0;
    batch_set_share(t->batch, t->o->schedule.share_end);
    for (uint64_t block = 0; block < blocks_of(count); block++) {
        if (!read_block(t, block * POSITIONS_BLOCK, block_size(count, block)))
            return -1;
        loss += batch_loss(t->batch, t->block, t->block_size, false);
    }
    return loss / (double)count;
}

/* Records the losses of the epoch. */
static void end_epoch(TrainRun *r, double held) {
    const double trained = r->learnt ? r->loss / (double)r->learnt : held;
    const EpochLoss loss = {(float)trained, (float)held};
    /* Compares losses as stored, in float: an equal loss must not count as lower. */
    const bool best = !r->best || loss.held_out < r->history[r->best - 1].held_out;
    r->history[r->epoch++] = loss;
    if (best)
        r->best = r->epoch;
    r->block = r->offset = r->learnt = 0;
    r->loss = 0;
}

static Outcome train_epoch(Training *t) {
    TrainRun *r = &t->run;
    const int64_t begin = clock_microseconds();
    const uint64_t before = r->learnt;
    const Outcome outcome = learn_epoch(t);
    if (outcome != DONE)
        return outcome;
    const double seconds = (double)(clock_microseconds() - begin) / 1e6;
    const double held = loss_held_out(t), count = (double)(r->learnt - before);
    if (held < 0)
        return FAILED;
    end_epoch(r, held);
    const bool best = r->best == r->epoch;
    printf("epoch %3d of %d: loss %.6f, held out %.6f%s, %.0f positions/s\n", r->epoch,
           t->o->epochs, (double)r->history[r->epoch - 1].trained, held, best ? " (best)" : "",
           count / seconds);
    fflush(stdout);
    /* The state comes last: an interruption then repeats the epoch, and writes all three again. */
    const bool saved = (!best || save(t, BEST)) && save(t, TABLE) && save(t, STATE);
    return saved ? DONE : FAILED;
}

/* --- a run ----------------------------------------------------------------------------------- */

/* Begins a new run, or continues from NAME.state. */
static bool find_net(Training *t) {
    const RunOptions *o = t->o;
    const TrainTarget target = {.scale = (float)o->scale,
                                .score_share = (float)o->schedule.share_end,
                                .exponent = (float)o->exponent,
                                .asymmetry = (float)o->asymmetry};
    const uint64_t seed = o->seed ^ t->store.checksum;
    const TrainRun *r = &t->run;
    char path[PATH_SIZE];
    const char *reason;
    output_path(path, t->name, STATE);
    t->net = train_state_read(path, &t->run, NETWORK_HIDDEN, &reason);
    if (reason)
        return fail("cannot go on from", path, reason);
    if (t->net)
        return (r->target.scale == target.scale && r->target.exponent == target.exponent &&
                r->target.asymmetry == target.asymmetry && r->seed == seed &&
                r->target.score_share == target.score_share &&
                r->share_begin == o->schedule.share) ||
               fail("cannot go on from", path,
                    "its DATA, --seed, --scale, --exponent, --asymmetry or --share differs; give "
                    "another NAME");
    t->run = (TrainRun){.target = target, .share_begin = o->schedule.share, .seed = seed};
    t->net = o->from ? train_start(o->from, o->seed, &reason) : net_create(o->seed);
    if (!t->net)
        return o->from ? fail("cannot begin from", o->from, reason)
                       : fail("cannot train", t->name, strerror(ENOMEM));
    return true;
}

static bool begin(Training *t) {
    if (!find_net(t))
        return false;
    t->saved = clock_microseconds();
    t->workers = workers_create(t->o->threads);
    t->batch = t->workers ? batch_create(t->net, t->workers, t->run.target) : NULL;
    t->block = malloc(POSITIONS_BLOCK * sizeof *t->block);
    return (t->batch && t->block && (t->o->schedule.mean == 0 || net_begin_average(t->net))) ||
           fail("cannot train", t->name, strerror(ENOMEM));
}

/* Prints the size of the run, and for a new run with --from, the loss before training. */
static bool print_begin(Training *t) {
    const TrainRun *r = &t->run;
    printf("%d inputs, %d neurons, %d parameters; %" PRIu64 " positions, %" PRIu64 " held out\n",
           NET_INPUTS, NETWORK_HIDDEN, NET_COUNT, t->store.trained, t->store.held_out);
    if (t->net->step > 0)
        printf(r->learnt ? "goes on within epoch %d\n" : "goes on after epoch %d\n",
               r->epoch + (r->learnt > 0));
    else if (t->o->from) {
        const double held = loss_held_out(t);
        if (held < 0)
            return false;
        printf("begins with the network of %s: held out %.6f\n", t->o->from, held);
    }
    fflush(stdout);
    return true;
}

/* Writes NAME.mean: a state that has the mean of the weights in place of the weights. */
static bool write_mean(Training *t) {
    net_swap_average(t->net);
    const double held = loss_held_out(t);
    if (held < 0 || !save(t, MEAN))
        return false;
    printf("the mean of the weights after the last %ld steps: held out %.6f: %s.mean\n",
           t->net->averaged, held, t->name);
    net_swap_average(t->net);
    return true;
}

static bool train(Training *t) {
    const TrainRun *r = &t->run;
    Outcome outcome = print_begin(t) ? DONE : FAILED;
    while (outcome == DONE && r->epoch < t->o->epochs && r->epoch - r->best < t->o->patience)
        outcome = train_epoch(t);
    if (outcome == ENDED)
        printf("ended within epoch %d; the same call goes on\n", r->epoch + 1);
    if (outcome != DONE)
        return outcome == ENDED;
    printf("the least loss held out is that of epoch %d: %s.best\n", r->best, t->name);
    if (t->o->schedule.mean > 0 && !t->net->averaged)
        printf("the run has ended before the mean begins: there is no %s.mean\n", t->name);
    return !t->net->averaged || write_mean(t);
}

bool train_run(const char *name, const char *data, const RunOptions *o) {
    Training t = {.o = o, .name = name};
    const char *reason;
    if (strlen(name) + 8 > PATH_SIZE)
        return fail("cannot write", name, "the name is too long");
    if (!outputs_are_free(name))
        return false;
    if (!store_open(&t.store, data, &reason))
        return fail("cannot read", data, reason);
    bool good = t.store.trained > 0 && t.store.held_out > 0;
    if (!good)
        fail("cannot train on", data, "it needs positions to train on and others to hold out");
    ending_block(&t.ending);
    good = good && begin(&t) && train(&t);
    free(t.block);
    batch_free(t.batch);
    workers_free(t.workers);
    net_free(t.net);
    store_close(&t.store);
    return good;
}
