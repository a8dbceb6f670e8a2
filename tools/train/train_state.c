#include "train/train_state.h"

#include "core/random.h"
#include "os/atomic_write.h"
#include "os/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct StateHeader {
    char magic[24];
    uint64_t checksum; /* of the rest, with this as 0 */
    uint64_t count;    /* of parameters */
    TrainRun run;
} StateHeader;

static const char MAGIC[24] = TRAIN_STATE_MAGIC "3\n";
static const char *const MAGIC_OLDER[] = {TRAIN_STATE_MAGIC "1\n", TRAIN_STATE_MAGIC "2\n"};

enum { ARRAYS = 4 };

/* What a file holds of a network, in this order; NULL: nothing. */
static void arrays_of(const FloatNet *net, float *at[ARRAYS]) {
    at[0] = net->parameter;
    at[1] = net->mean;
    at[2] = net->square;
    at[3] = net->averaged ? net->average : NULL;
}

static uint64_t checksum_of(const StateHeader *header, const FloatNet *net) {
    StateHeader plain = *header;
    plain.checksum = 0;
    uint64_t hash = hash_words(HASH_WORDS_BASIS, &plain, sizeof plain);
    float *at[ARRAYS];
    arrays_of(net, at);
    for (int i = 0; i < ARRAYS; i++)
        if (at[i])
            hash = hash_words(hash, at[i], net->at.count * sizeof *at[i]);
    return hash;
}

/* --- writing --------------------------------------------------------------------------------- */

bool train_state_write(const char *path, const TrainRun *run, const FloatNet *net,
                       const char **reason) {
    StateHeader header;
    memset(&header, 0, sizeof header); /* padding, too */
    memcpy(header.magic, MAGIC, sizeof header.magic);
    header.count = net->at.count;
    header.run = *run;
    header.run.step = net->step;
    header.run.averaged = net->averaged;
    header.checksum = checksum_of(&header, net);
    AtomicWrite *file = atomic_write_begin(path, reason);
    if (!file)
        return false;
    FILE *out = atomic_write_stream(file);
    fwrite(&header, sizeof header, 1, out);
    float *at[ARRAYS];
    arrays_of(net, at);
    for (int i = 0; i < ARRAYS; i++)
        if (at[i])
            fwrite(at[i], sizeof *at[i], net->at.count, out);
    return atomic_write_finish(file, reason);
}

/* --- reading --------------------------------------------------------------------------------- */

static bool is_share(float x) {
    return x >= 0 && x <= 1;
}

static bool is_sound(const StateHeader *h) {
    enum { MANY = 1 << 30 };
    const TrainRun *r = &h->run;
    return r->shape.pairs < PAIR_GRAINS && r->shape.kings < KING_GRAINS &&
           r->shape.hidden_size >= HIDDEN_STEP && r->shape.hidden_size <= HIDDEN_MAX &&
           r->shape.hidden_size % HIDDEN_STEP == 0 && r->epoch >= 0 && r->epoch <= EPOCHS_MAX &&
           r->best >= 0 && r->best <= r->epoch && r->step >= 0 && r->averaged >= 0 &&
           r->averaged <= r->step && r->target.scale >= 1 && r->target.scale <= 10000 &&
           is_share(r->target.score_share) && is_share(r->share_begin) && r->target.exponent >= 1 &&
           r->target.exponent <= EXPONENT_MAX && r->block <= MANY && r->offset <= MANY &&
           r->learnt <= (uint64_t)MANY * MANY && r->loss >= 0 && r->loss <= 1e30;
}

static bool is_finite(const float *numbers, size_t count, float most) {
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(numbers[i]) <= most))
            return false;
    return true;
}

/* Reads them; false if the file ends before, or goes on behind. */
static bool read_arrays(FILE *in, const FloatNet *net) {
    float *at[ARRAYS];
    arrays_of(net, at);
    for (int i = 0; i < ARRAYS; i++)
        if (at[i] && fread(at[i], sizeof *at[i], net->at.count, in) != net->at.count)
            return false;
    return getc(in) == EOF;
}

static bool weights_are_sound(const FloatNet *net) {
    const size_t count = net->at.count;
    return is_finite(net->parameter, count, CLIP_WEIGHT) && is_finite(net->mean, count, 1e30f) &&
           is_finite(net->square, count, 1e30f) &&
           (!net->averaged || is_finite(net->average, count, CLIP_WEIGHT));
}

static FloatNet *read_net(FILE *in, const StateHeader *h, const char **reason) {
    FloatNet *net = net_create(h->run.shape, h->run.seed);
    if (!net || (h->run.averaged && !net_begin_average(net))) {
        *reason = strerror(ENOMEM);
        net_free(net);
        return NULL;
    }
    net->averaged = (long)h->run.averaged;
    if (h->count != net->at.count || !read_arrays(in, net))
        *reason = "it is cut off, or longer than it says";
    else if (checksum_of(h, net) != h->checksum)
        *reason = "it is damaged: its checksum is wrong";
    else if (!weights_are_sound(net))
        *reason = "its weights are out of range";
    if (*reason) {
        net_free(net);
        return NULL;
    }
    net->step = (long)h->run.step;
    net_sum_rows(net, 0, 1);
    return net;
}

/* NULL, or why it is refused. */
static const char *header_fault(const StateHeader *h) {
    for (size_t i = 0; i < sizeof MAGIC_OLDER / sizeof *MAGIC_OLDER; i++)
        if (strncmp(h->magic, MAGIC_OLDER[i], sizeof h->magic) == 0)
            return "an older trainer wrote it: export its network with that one, and begin a new "
                   "run with this network (--from FILE)";
    if (memcmp(h->magic, MAGIC, sizeof h->magic) != 0 || !is_sound(h))
        return "it is no state of a training run";
    return NULL;
}

FloatNet *train_state_read(const char *path, TrainRun *run, const char **reason) {
    StateHeader header;
    FloatNet *net = NULL;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        *reason = NULL;
        return NULL;
    }
    FILE *in = regular_file_stream(path, "r", reason);
    if (!in)
        return NULL;
    if (fread(&header, sizeof header, 1, in) != 1)
        *reason = "it is no state of a training run";
    else if (!(*reason = header_fault(&header)))
        net = read_net(in, &header, reason);
    fclose(in);
    if (net)
        *run = header.run;
    return net;
}
