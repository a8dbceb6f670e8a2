/* lab train: trains a network (float_net.h) on positions of our own games (train.usage). */
#include "lib/options.h"
#include "os/files.h"
#include "train/position_store.h"
#include "train/train_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Options {
    DataOptions data;
    RunOptions run;
} Options;

#define fail(what, path, reason) complain("train: %s '%s': %s", what, path, reason)

/* --- prepare --------------------------------------------------------------------------------- */

static bool prepare(const char *out, char **games, const Options *o) {
    DataCounts counts = {0};
    const char *reason = atomic_write_fault(out, "Panoptes positions",
                                            "it exists and is not of prepare; OUT comes first");
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
    return !counts.damages ||
           complain("train: %s lacks damaged games; damaged places: %" PRIu64, out, counts.damages);
}

/* --- export ---------------------------------------------------------------------------------- */

/* Prints how much rounding to integers changes scores, for the first POSITIONS positions: those
 * held out, then others. */
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
        !(reason = network_find(&quantised, bytes, network_size(NETWORK_HIDDEN)))) {
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

/* Writes the network of a state to a file for the engine. */
static bool write_network(AtomicWrite *file, const char *state, const char *data) {
    TrainRun r;
    Store store;
    const char *reason;
    FloatNet *net = train_state_read(state, &r, NETWORK_HIDDEN, &reason);
    if (!net)
        return fail("cannot read", state, reason ? reason : "there is no such file");
    void *bytes = quantise(net);
    bool good = bytes || fail("cannot write", state, strerror(ENOMEM));
    if (good && !(good = store_open(&store, data, &reason)))
        fail("cannot read", data, reason);
    else if (good) {
        good = print_error(net, &r, bytes, &store);
        fwrite(bytes, network_size(NETWORK_HIDDEN), 1, atomic_write_stream(file));
        store_close(&store);
    }
    free(bytes);
    net_free(net);
    return good;
}

static bool export(const char *state, const char *out, const char *data) {
    const char *reason;
    AtomicWrite *file = atomic_write_begin(out, &reason);
    if (file && !write_network(file, state, data)) {
        atomic_write_abandon(file);
        return false;
    }
    return (file && atomic_write_finish(file, &reason)) || fail("cannot write", out, reason);
}

/* --- options --------------------------------------------------------------------------------- */

/* The commands, as bits for the table of options. */
enum { PREPARE = 1, RUN = 2, EXPORT = 4 };

/* Reads the words after a command. Returns false after a message. */
static bool read_options(Options *o, int command, char **words, int least, int most) {
    DataOptions *d = &o->data;
    RunOptions *r = &o->run;
    TrainSchedule *s = &r->schedule;
    const Option table[] = {
        {"--validation", PREPARE, .integer = &d->validation, .most = 999},
        {"--first", PREPARE, .integer = &d->first_ply, .most = 1000},
        {"--score", PREPARE, .integer = &d->score_most, .least = 1, .most = 32767},
        {"--loud", PREPARE, .integer = &d->loud, .most = 1},
        {"--lambda", PREPARE, .real = &d->lambda, .most = 1},
        {"--seed", PREPARE, .number = &d->seed, .most = 1e15},
        {"--seed", RUN, .number = &r->seed, .most = 1e15},
        {"--from", RUN, .text = &r->from, .what = "the path of a network or a state"},
        {"--epochs", RUN, .integer = &r->epochs, .least = 1, .most = EPOCHS_MAX},
        {"--patience", RUN, .integer = &r->patience, .least = 1, .most = EPOCHS_MAX},
        {"--batch", RUN, .integer = &r->batch, .least = 1, .most = POSITIONS_BLOCK},
        {"--threads", RUN, .integer = &r->threads, .least = 1, .most = TOOL_THREADS_MAX},
        {"--skip", RUN, .real = &r->skip, .most = 0.99},
        {"--decay", RUN, .real = &r->decay, .most = 1},
        {"--scale", RUN, .real = &r->scale, .least = 1, .most = 10000},
        {"--exponent", RUN, .real = &r->exponent, .least = 1, .most = EXPONENT_MAX},
        {"--asymmetry", RUN, .real = &r->asymmetry, .most = 10},
        {"--rate", RUN, .real = &s->rate, .least = 1e-9, .most = 1},
        {"--rate-end", RUN, .real = &s->rate_end, .most = 1},
        {"--warm-up", RUN, .real = &s->warm_up, .most = 0.5},
        {"--flat", RUN, .real = &s->flat, .most = 1},
        {"--share", RUN, .real = &s->share, .most = 1},
        {"--share-end", RUN, .real = &s->share_end, .most = 1},
        {"--mean", RUN, .real = &s->mean, .most = 1},
        {0}};
    const bool good = options_read("train", table, command, words, least, most) >= 0;
    if (s->share_end < 0)
        s->share_end = s->share;
    return good;
}

int lab_train(int argc, char **argv) {
    Options o = {
        .data = {.validation = 20, .first_ply = 8, .score_most = 3000, .lambda = 0.8, .seed = 1},
        .run = {.epochs = 20,
                .patience = 3,
                .batch = 16384,
                .threads = tool_cores(),
                .decay = 0.01,
                .scale = 200,
                .exponent = 2,
                .schedule = {.rate = 0.001, .rate_end = 0.01, .share = 0.7, .share_end = -1},
                .seed = 1}};
    const char *command = argc > 1 ? argv[1] : "";
    char **words = argv + 2;
    if (strcmp(command, "prepare") == 0)
        return read_options(&o, PREPARE, words, 2, argc) ? !prepare(words[0], words + 1, &o) : 2;
    if (strcmp(command, "run") == 0)
        return read_options(&o, RUN, words, 2, 2) ? !train_run(words[0], words[1], &o.run) : 2;
    if (strcmp(command, "export") == 0)
        return read_options(&o, EXPORT, words, 3, 3) ? !export(words[0], words[1], words[2]) : 2;
    fprintf(stderr, "train: unknown command '%s'; --help shows the use\n", command);
    return 2;
}
