/* train prepare OUT [OPTION VALUE]... GAMES...
 * train run NAME DATA [OPTION VALUE]...
 * train export STATE OUT DATA
 *
 * Trains a network (float_net.h) on positions of our own games. `make train ARGS="..."` builds and
 * runs it; train.usage has the options.
 */
#include "core/random.h"
#include "lib/options.h"
#include "lib/overwrite_guard.h"
#include "network/network_file.h"
#include "os/atomic_write.h"
#include "os/timing.h"
#include "train/train_data.h"
#include "train/train_export.h"
#include "train/train_plot.h"
#include "train/train_state.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
#include "train_usage.h"
    ;

enum { PATH_SIZE = 4096, BLOCK = 1 << 20 /* positions in memory at a time */ };

typedef struct Options {
    DataOptions data;
    int pairs, kings, hidden, epochs, patience, batch, threads;
    double rate, decay, scale, share;
    uint64_t seed;
    const char *from; /* a network, or a state that has one, to begin with; or NULL */
} Options;

/* A training run and what it works with. */
typedef struct Training {
    const Options *o;
    const char *name;
    TrainRun run;
    FloatNet *net;
    Workers *workers;
    TrainBatch *batch;
    Store store;
    PackedPosition *block;
    uint64_t block_first; /* its number in the store */
    size_t block_size;
    const char *_Atomic fault; /* why it cannot be read */
    double rate;               /* of the present step */
    size_t positions;
} Training;

static bool fail(const char *what, const char *path, const char *reason) {
    fprintf(stderr, "train: %s '%s': %s\n", what, path, reason);
    return false;
}

/* --- prepare --------------------------------------------------------------------------------- */

static bool prepare(const char *out, char **games, const Options *o) {
    const char *reason = overwrite_fault(out, POSITIONS_MAGIC, OVERWRITE_NO("file of positions"));
    DataCounts counts = {0};
    StoreWriter *w = reason ? NULL : store_begin(out, o->data.seed, &reason);
    if (!w)
        return fail("cannot write", out, reason);
    for (; *games; games++) {
        if (!add_games(w, *games, &o->data, &counts, &reason)) {
            store_abandon(w);
            return fail("cannot read", *games, reason);
        }
    }
    if (!store_finish(w, &reason))
        return fail("cannot write", out, reason);
    printf("%s: %" PRIu64 " positions of %" PRIu64 " games, %" PRIu64 " of them held out\n", out,
           counts.positions, counts.games, counts.held_out);
    return true;
}

/* --- a run ----------------------------------------------------------------------------------- */

static void step(void *context, int part, int parts) {
    Training *t = context;
    net_adam(t->net, (double)t->positions, t->rate, t->o->decay, part, parts);
}

static void spread(void *context, int part, int parts) {
    net_spread_gradient(((Training *)context)->net, part, parts);
}

static void sum(void *context, int part, int parts) {
    net_sum_rows(((Training *)context)->net, part, parts);
}

static double learn(Training *t, const PackedPosition *positions, size_t count) {
    const double loss = batch_loss(t->batch, positions, count, true);
    t->positions = count;
    t->net->step++;
    workers_run(t->workers, spread, t);
    workers_run(t->workers, step, t);
    workers_run(t->workers, sum, t);
    return loss;
}

/* Falls from 1 to a hundredth by a cosine over all epochs. */
static double rate_at(double progress) {
    return 0.01 + 0.99 * (1 + cos(3.14159265358979 * progress)) / 2;
}

/* Printed every other second. */
typedef struct Progress {
    int64_t begin, printed;
    uint64_t done;
    double loss;
} Progress;

static void print_progress(Training *t, Progress *p, bool learns, uint64_t all) {
    const int64_t now = clock_microseconds();
    if (now - p->printed < 2000000)
        return;
    p->printed = now;
    const double rate = (double)p->done * 1e6 / (double)(now - p->begin);
    const uint64_t left = all - p->done;
    const uint64_t later = learns ? all * (uint64_t)(t->o->epochs - t->run.epoch - 1) : 0;
    fprintf(stderr,
            "epoch %d: %s%" PRIu64 " of %" PRIu64 ", loss %.6f, %.0f positions/s, %.0f s left, "
            "%.0f s with all epochs\n",
            t->run.epoch + 1, learns ? "" : "held out, ", p->done, all, p->loss / (double)p->done,
            rate, (double)left / rate, (double)(left + later) / rate);
}

static void read_share(void *context, int part, int parts) {
    Training *t = context;
    size_t begin, end;
    const char *reason;
    workers_share(t->block_size, 1, part, parts, &begin, &end);
    if (!store_read(&t->store, t->block_first + begin, end - begin, t->block + begin, &reason))
        t->fault = reason;
}

/* Reads positions to the block; says why it could not. All threads look whether they are sound. */
static bool read_block(Training *t, uint64_t first, size_t size) {
    t->block_first = first;
    t->block_size = size;
    t->fault = NULL;
    workers_run(t->workers, read_share, t);
    if (t->fault)
        fprintf(stderr, "train: the positions cannot be read: %s\n", t->fault);
    return !t->fault;
}

/* Goes through positions first to first + count - 1 in blocks; returns the mean loss, or a negative
 * number after saying why it could not. Each epoch meets the blocks in another order. */
static double go_through(Training *t, uint64_t first, uint64_t count, bool learns) {
    Progress p = {.begin = clock_microseconds(), .printed = clock_microseconds()};
    uint64_t random = t->run.seed + (uint64_t)t->run.epoch * GOLDEN;
    const uint64_t blocks = (count + BLOCK - 1) / BLOCK;
    const uint64_t turn = learns ? random_next(&random) % blocks : 0;
    for (uint64_t b = 0; b < blocks; b++) {
        const uint64_t at = (b + turn) % blocks * BLOCK;
        const size_t size = count - at < BLOCK ? (size_t)(count - at) : BLOCK;
        if (!read_block(t, first + at, size))
            return -1;
        if (learns)
            shuffle_positions(t->block, size, &random);
        for (size_t i = 0; i < size; i += (size_t)t->o->batch) {
            const size_t n = size - i < (size_t)t->o->batch ? size - i : (size_t)t->o->batch;
            t->rate = t->o->rate *
                      rate_at((t->run.epoch + (double)p.done / (double)count) / t->o->epochs);
            p.loss +=
                learns ? learn(t, t->block + i, n) : batch_loss(t->batch, t->block + i, n, false);
            p.done += n;
            print_progress(t, &p, learns, count);
        }
    }
    return p.loss / (double)count;
}

/* The files of a run: how their names end, what they begin with, and who writes those that
 * are no states. */
enum { STATE, BEST, OUTPUTS = 4 };
static const struct {
    const char *ending, *head, *otherwise;
    bool (*write)(const char *path, const TrainRun *run, const char **reason);
} OUTPUT[OUTPUTS] = {[STATE] = {".state", TRAIN_STATE_MAGIC, OVERWRITE_NO("state"), NULL},
                     [BEST] = {".best", TRAIN_STATE_MAGIC, OVERWRITE_NO("state"), NULL},
                     {".tsv", LOSSES_HEAD, OVERWRITE_NO("table of losses"), write_losses},
                     {".svg", SVG_HEAD, OVERWRITE_NO("picture"), write_plot}};

static void output_path(char path[PATH_SIZE], const char *name, int i) {
    snprintf(path, PATH_SIZE, "%s%s", name, OUTPUT[i].ending);
}

/* Sees before any long work that all of them can be written. */
static bool outputs_are_free(const char *name) {
    char path[PATH_SIZE];
    for (int i = 0; i < OUTPUTS; i++) {
        output_path(path, name, i);
        const char *reason = overwrite_fault(path, OUTPUT[i].head, OUTPUT[i].otherwise);
        if (reason)
            return fail("cannot write", path, reason);
    }
    return true;
}

static bool save(const Training *t, bool best) {
    char path[PATH_SIZE];
    const char *reason;
    for (int i = 0; i < OUTPUTS; i++) {
        if (i == BEST && !best)
            continue;
        output_path(path, t->name, i);
        if (!(OUTPUT[i].write ? OUTPUT[i].write(path, &t->run, &reason)
                              : train_state_write(path, &t->run, t->net, &reason)))
            return fail("cannot write", path, reason);
    }
    return true;
}

static bool train_epoch(Training *t) {
    const int64_t begin = clock_microseconds();
    const double trained = go_through(t, t->store.held_out, t->store.trained, true);
    const double seconds = (double)(clock_microseconds() - begin) / 1e6;
    const double held = trained < 0 ? -1 : go_through(t, 0, t->store.held_out, false);
    if (held < 0)
        return false;
    TrainRun *r = &t->run;
    const EpochLoss loss = {(float)trained, (float)held};
    /* Both as they are kept: what was rounded up would be beaten by itself. */
    const bool best = !r->best || loss.held_out < r->history[r->best - 1].held_out;
    r->history[r->epoch++] = loss;
    if (best)
        r->best = r->epoch;
    printf("epoch %3d of %d: loss %.6f, held out %.6f%s, %.0f positions/s\n", r->epoch,
           t->o->epochs, trained, held, best ? " (best)" : "", (double)t->store.trained / seconds);
    fflush(stdout);
    return save(t, best);
}

static NetShape shape_of(const Options *o) {
    return (NetShape){(uint16_t)o->pairs, (uint16_t)o->kings, o->hidden};
}

static bool same_shape(NetShape a, NetShape b) {
    return a.pairs == b.pairs && a.kings == b.kings && a.hidden_size == b.hidden_size;
}

/* The network of a file as the engine reads it, or of a state. NULL, with the reason in *reason, if it
 * is none. */
static FloatNet *net_of_file(const char *path, const char **reason) {
    TrainRun before;
    FloatNet *net;
    NetworkFile *file = network_open(path, reason);
    if (file) {
        net = restore(network_of(file), reason);
        network_close(file);
        return net;
    }
    net = train_state_read(path, &before, reason);
    if (!net && !*reason)
        *reason = "there is no such file";
    return net;
}

/* The network as it is, or with several sets of piece-squares in place of one; else *reason says what
 * does not fit. */
static FloatNet *fitted(FloatNet *net, NetShape wanted, const char **reason) {
    const NetShape had = net->shape;
    if (same_shape(had, wanted))
        return net;
    if (had.pairs != wanted.pairs || had.hidden_size != wanted.hidden_size)
        *reason = "it has other --pairs or --hidden";
    else if (had.kings != KINGS_ONE)
        *reason = "it has other --kings, and not one set of piece-squares";
    if (*reason)
        return net;
    FloatNet *several = net_with_kings(net, wanted.kings);
    *reason = several ? NULL : strerror(ENOMEM);
    net_free(net);
    return several;
}

/* The network of --from. NULL after saying why there is none. */
static FloatNet *net_from(const Options *o) {
    const char *reason;
    FloatNet *net = net_of_file(o->from, &reason);
    if (net)
        net = fitted(net, shape_of(o), &reason);
    if (reason) {
        net_free(net);
        fail("cannot begin from", o->from, reason);
        return NULL;
    }
    net_restart(net);
    return net;
}

/* Begins anew, or goes on from NAME.state. */
static bool find_net(Training *t) {
    const Options *o = t->o;
    const TrainTarget target = {(float)o->scale, (float)o->share};
    char path[PATH_SIZE];
    const char *reason;
    output_path(path, t->name, STATE);
    t->net = train_state_read(path, &t->run, &reason);
    if (reason)
        return fail("cannot go on from", path, reason);
    if (t->net)
        return (same_shape(t->run.shape, shape_of(o)) && t->run.target.scale == target.scale &&
                t->run.target.score_share == target.score_share) ||
               fail("cannot go on from", path,
                    "it has other --pairs, --kings, --hidden, --scale or --share; give another "
                    "NAME");
    t->run = (TrainRun){.shape = shape_of(o), .target = target, .seed = o->seed};
    if (o->from)
        return (t->net = net_from(o));
    t->net = net_create(t->run.shape, t->run.seed);
    return t->net || fail("cannot train", t->name, strerror(ENOMEM));
}

static bool begin(Training *t) {
    if (!find_net(t))
        return false;
    t->workers = workers_create(t->o->threads);
    t->batch = t->workers ? batch_create(t->net, t->workers, t->run.target) : NULL;
    t->block = malloc(BLOCK * sizeof *t->block);
    return (t->batch && t->block) || fail("cannot train", t->name, strerror(ENOMEM));
}

/* How good the network of --from is before anything is learnt. */
static bool print_first(Training *t) {
    const double held = go_through(t, 0, t->store.held_out, false);
    if (held >= 0)
        printf("begins with the network of %s: held out %.6f\n", t->o->from, held);
    return held >= 0;
}

static bool train(Training *t) {
    const TrainRun *r = &t->run;
    printf("%d inputs, %d neurons, %zu parameters; %" PRIu64 " positions, %" PRIu64 " held out\n",
           t->net->at.rows, r->shape.hidden_size, t->net->at.count, t->store.trained,
           t->store.held_out);
    if (r->epoch > 0)
        printf("goes on behind epoch %d\n", r->epoch);
    else if (t->o->from && !print_first(t))
        return false;
    while (r->epoch < t->o->epochs && r->epoch - r->best < t->o->patience)
        if (!train_epoch(t))
            return false;
    printf("the least loss held out is that of epoch %d: %s.best\n", r->best, t->name);
    return true;
}

static bool run(const char *name, const char *data, const Options *o) {
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
    good = good && begin(&t) && train(&t);
    free(t.block);
    batch_free(t.batch);
    workers_free(t.workers);
    net_free(t.net);
    store_close(&t.store);
    return good;
}

/* --- export ---------------------------------------------------------------------------------- */

/* How far the network in integers is off: on positions that were held out, and on others if these are
 * too few. */
static bool print_error(FloatNet *net, const TrainRun *r, const void *bytes, const Store *store) {
    enum { POSITIONS = 100000 };
    const uint64_t all = store->held_out + store->trained;
    const size_t count = all < POSITIONS ? (size_t)all : POSITIONS;
    PackedPosition *positions = malloc(count * sizeof *positions + 1);
    Workers *workers = workers_create(1);
    TrainBatch *batch = workers ? batch_create(net, workers, r->target) : NULL;
    const char *reason = batch && positions ? NULL : strerror(ENOMEM);
    Network quantised;
    if (!reason && store_read(store, 0, count, positions, &reason) &&
        !(reason = network_find(&quantised, bytes, network_size(net->shape)))) {
        const QuantisationError e = quantisation_error(batch, &quantised, positions, count);
        printf("rounded to integers it is off by %.2f centipawns on average and %.1f at most, on "
               "%zu positions\n",
               e.mean, e.most, count);
    }
    batch_free(batch);
    workers_free(workers);
    free(positions);
    return !reason || fail("cannot check", "the network", reason);
}

static bool write_network(const char *path, const void *bytes, size_t size) {
    const char *reason;
    AtomicWrite *file = atomic_write_begin(path, &reason);
    if (file) {
        fwrite(bytes, size, 1, atomic_write_stream(file));
        if (atomic_write_finish(file, &reason))
            return true;
    }
    return fail("cannot write", path, reason);
}

/* Writes the network of a state as the one that plays. */
static bool export(const char *state, const char *out, const char *data) {
    TrainRun r;
    Store store;
    const char *reason = overwrite_fault(out, NETWORK_MAGIC, OVERWRITE_NO("network"));
    if (reason)
        return fail("cannot write", out, reason);
    FloatNet *net = train_state_read(state, &r, &reason);
    if (!net)
        return fail("cannot read", state, reason ? reason : "there is no such file");
    void *bytes = quantise(net);
    bool good = bytes || fail("cannot write", out, strerror(ENOMEM));
    if (good && !(good = store_open(&store, data, &reason)))
        fail("cannot read", data, reason);
    else if (good) {
        good = print_error(net, &r, bytes, &store) &&
               write_network(out, bytes, network_size(net->shape));
        store_close(&store);
    }
    free(bytes);
    net_free(net);
    return good;
}

/* --- options --------------------------------------------------------------------------------- */

static const char *const PAIR_NAMES[PAIR_GRAINS + 1] = {"none", "types", "targets", "all"};
static const char *const KING_NAMES[KING_GRAINS + 1] = {"one", "four", "eight"};

/* The commands, as options know them. */
enum { PREPARE = 1, RUN = 2, EXPORT = 4 };

/* Reads the words behind a command; returns how many are no options, -1 if it has said what is wrong.
 */
static int read_options(Options *o, int command, char **words, int least, int most) {
    const Option table[] = {
        {"--validation", PREPARE, .integer = &o->data.validation, .most = 999},
        {"--first", PREPARE, .integer = &o->data.first_ply, .most = 1000},
        {"--score", PREPARE, .integer = &o->data.score_most, .least = 1, .most = 32767},
        {"--unsearched", PREPARE, .integer = &o->data.unsearched, .most = 100},
        {"--lambda", PREPARE, .real = &o->data.lambda, .most = 1},
        {"--seed", PREPARE, .number = &o->data.seed, .most = 1e15},
        {"--seed", RUN, .number = &o->seed, .most = 1e15},
        {"--pairs", RUN, .choice = &o->pairs, .choices = PAIR_NAMES},
        {"--kings", RUN, .choice = &o->kings, .choices = KING_NAMES},
        {"--hidden", RUN, .integer = &o->hidden, .least = HIDDEN_STEP, .most = HIDDEN_MAX},
        {"--from", RUN, .text = &o->from, .what = "the path of a network or a state"},
        {"--epochs", RUN, .integer = &o->epochs, .least = 1, .most = EPOCHS_MAX},
        {"--patience", RUN, .integer = &o->patience, .least = 1, .most = EPOCHS_MAX},
        {"--batch", RUN, .integer = &o->batch, .least = 1, .most = BLOCK},
        {"--threads", RUN, .integer = &o->threads, .least = 1, .most = TOOL_THREADS_MAX},
        {"--rate", RUN, .real = &o->rate, .least = 1e-9, .most = 1},
        {"--decay", RUN, .real = &o->decay, .most = 1},
        {"--scale", RUN, .real = &o->scale, .least = 1, .most = 10000},
        {"--share", RUN, .real = &o->share, .most = 1},
        {NULL}};
    const int count = options_read("train", table, command, words, least, most);
    if (count < 0 || o->hidden % HIDDEN_STEP == 0)
        return count;
    fprintf(stderr, "train: --hidden takes a multiple of %d\n", HIDDEN_STEP);
    return -1;
}

int main(int argc, char **argv) {
    tool_begin(argc, argv, USAGE);
    Options o = {
        .data = {.validation = 20, .first_ply = 8, .score_most = 3000, .lambda = 0.8, .seed = 1},
        .pairs = PAIRS_TYPES,
        .kings = KINGS_ONE,
        .hidden = 64,
        .epochs = 20,
        .patience = 3,
        .batch = 16384,
        .threads = tool_cores(),
        .rate = 0.001,
        .decay = 0.01,
        .scale = 200,
        .share = 0.7,
        .seed = 1};
    const char *command = argc > 1 ? argv[1] : "";
    char **words = argv + 2;
    if (strcmp(command, "prepare") == 0)
        return read_options(&o, PREPARE, words, 2, argc) < 0 ? 2
                                                             : !prepare(words[0], words + 1, &o);
    if (strcmp(command, "run") == 0)
        return read_options(&o, RUN, words, 2, 2) < 0 ? 2 : !run(words[0], words[1], &o);
    if (strcmp(command, "export") == 0)
        return read_options(&o, EXPORT, words, 3, 3) < 0 ? 2
                                                         : !export(words[0], words[1], words[2]);
    fputs(USAGE, stderr);
    return 2;
}
