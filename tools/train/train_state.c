#include "train/train_state.h"

#include "core/random.h"
#include "os/files.h"

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

/* What a file holds of a network, in this order; returns how many of them. */
static int arrays_of(const FloatNet *net, const float *at[ARRAYS]) {
    at[0] = net->parameter;
    at[1] = net->mean;
    at[2] = net->square;
    at[3] = net->average;
    return net->averaged ? ARRAYS : ARRAYS - 1;
}

static uint64_t checksum_of_header(const StateHeader *header) {
    StateHeader plain = *header;
    plain.checksum = 0;
    return hash_words(HASH_WORDS_BASIS, &plain, sizeof plain);
}

/* --- writing --------------------------------------------------------------------------------- */

bool train_state_write(const char *path, const TrainRun *run, const FloatNet *net,
                       const char **reason) {
    StateHeader header;
    const float *at[ARRAYS];
    const int arrays = arrays_of(net, at);
    memset(&header, 0, sizeof header); /* padding, too */
    memcpy(header.magic, MAGIC, sizeof header.magic);
    header.count = NET_COUNT;
    header.run = *run;
    header.run.pairs = FILE_PAIRS;
    header.run.kings = FILE_KINGS;
    header.run.hidden = NETWORK_HIDDEN;
    header.run.step = net->step;
    header.run.averaged = net->averaged;
    uint64_t checksum = checksum_of_header(&header);
    for (int i = 0; i < arrays; i++)
        checksum = hash_words(checksum, at[i], NET_COUNT * sizeof *at[i]);
    header.checksum = checksum;
    AtomicWrite *file = atomic_write_begin(path, reason);
    if (!file)
        return false;
    FILE *out = atomic_write_stream(file);
    fwrite(&header, sizeof header, 1, out);
    for (int i = 0; i < arrays; i++)
        fwrite(at[i], sizeof *at[i], NET_COUNT, out);
    return atomic_write_finish(file, reason);
}

/* --- reading --------------------------------------------------------------------------------- */

static bool is_share(float x) {
    return x >= 0 && x <= 1;
}

static bool is_sound(const StateHeader *h) {
    enum { MANY = 1 << 30 };
    const TrainRun *r = &h->run;
    return r->epoch >= 0 && r->epoch <= EPOCHS_MAX && r->best >= 0 && r->best <= r->epoch &&
           r->step >= 0 && r->averaged >= 0 && r->averaged <= r->step && r->target.scale >= 1 &&
           r->target.scale <= 10000 && is_share(r->target.score_share) &&
           is_share(r->share_begin) && r->target.exponent >= 1 &&
           r->target.exponent <= EXPONENT_MAX && r->block <= MANY && r->offset <= MANY &&
           r->learnt <= (uint64_t)MANY * MANY && r->loss >= 0 && r->loss <= 1e30;
}

static bool is_finite(const float *numbers, size_t count, float most) {
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(numbers[i]) <= most))
            return false;
    return true;
}

/* All arrays, one behind the other. */
static bool numbers_are_sound(const float *numbers, size_t count, bool averaged) {
    return is_finite(numbers, count, CLIP_WEIGHT) && is_finite(numbers + count, 2 * count, 1e30f) &&
           (!averaged || is_finite(numbers + 3 * count, count, CLIP_WEIGHT));
}

/* Puts what a state of full width has beside its weights into its network. */
static bool take_steps(FloatNet *net, const StateHeader *h, const float *numbers) {
    memcpy(net->mean, numbers + NET_COUNT, NET_COUNT * sizeof *numbers);
    memcpy(net->square, numbers + 2 * (size_t)NET_COUNT, NET_COUNT * sizeof *numbers);
    net->step = (long)h->run.step;
    net->averaged = (long)h->run.averaged;
    if (!net->averaged)
        return true;
    if (!net_begin_average(net))
        return false;
    memcpy(net->average, numbers + 3 * (size_t)NET_COUNT, NET_COUNT * sizeof *numbers);
    return true;
}

static FloatNet *make_net(const StateHeader *h, const float *numbers) {
    FloatNet *net = net_widened(numbers, h->run.hidden, h->run.seed);
    if (!net || h->run.hidden < NETWORK_HIDDEN || take_steps(net, h, numbers))
        return net;
    net_free(net);
    return NULL;
}

/* NULL, or why they are refused. */
static const char *read_numbers(FILE *in, const StateHeader *h, float *numbers, size_t all) {
    const size_t count = parameter_count(h->run.hidden);
    if (h->count != count || fread(numbers, sizeof *numbers, all, in) != all || getc(in) != EOF)
        return "it is cut off, or longer than it says";
    if (hash_words(checksum_of_header(h), numbers, all * sizeof *numbers) != h->checksum)
        return "it is damaged: its checksum is wrong";
    return numbers_are_sound(numbers, count, h->run.averaged) ? NULL
                                                              : "its weights are out of range";
}

static FloatNet *read_net(FILE *in, const StateHeader *h, const char **reason) {
    const int arrays = h->run.averaged ? ARRAYS : ARRAYS - 1;
    const size_t all = (size_t)arrays * parameter_count(h->run.hidden);
    float *numbers = malloc(all * sizeof *numbers);
    *reason = numbers ? read_numbers(in, h, numbers, all) : strerror(ENOMEM);
    FloatNet *net = *reason ? NULL : make_net(h, numbers);
    if (!net && !*reason)
        *reason = strerror(ENOMEM);
    free(numbers);
    return net;
}

/* NULL, or why it is refused. */
static const char *header_fault(const StateHeader *h, int least) {
    for (size_t i = 0; i < sizeof MAGIC_OLDER / sizeof *MAGIC_OLDER; i++)
        if (strncmp(h->magic, MAGIC_OLDER[i], sizeof h->magic) == 0)
            return "an older trainer wrote it: export its network with that one, and begin a new "
                   "run with this network (--from FILE)";
    if (memcmp(h->magic, MAGIC, sizeof h->magic) != 0 || !is_sound(h))
        return "it is no state of a training run";
    return network_shape_fault(h->run.pairs, h->run.kings, (uint32_t)h->run.hidden, least);
}

FloatNet *train_state_read(const char *path, TrainRun *run, int least, const char **reason) {
    StateHeader header;
    FloatNet *net = NULL;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        *reason = NULL;
        return NULL;
    }
    FILE *in = regular_file_stream(path, reason);
    if (!in)
        return NULL;
    if (fread(&header, sizeof header, 1, in) != 1)
        *reason = "it is no state of a training run";
    else if (!(*reason = header_fault(&header, least)))
        net = read_net(in, &header, reason);
    fclose(in);
    if (net)
        *run = header.run;
    return net;
}
