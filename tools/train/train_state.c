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

static const char MAGIC[24] = TRAIN_STATE_MAGIC "2\n";
/* Its weights are in a unit that is the run's scale. */
static const char MAGIC_OLDER[24] = TRAIN_STATE_MAGIC "1\n";

static uint64_t checksum_of(const StateHeader *header, const FloatNet *net) {
    StateHeader plain = *header;
    plain.checksum = 0;
    const size_t size = net->at.count * sizeof(float);
    uint64_t hash = hash_words(HASH_WORDS_BASIS, &plain, sizeof plain);
    hash = hash_words(hash, net->parameter, size);
    hash = hash_words(hash, net->mean, size);
    return hash_words(hash, net->square, size);
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
    header.checksum = checksum_of(&header, net);
    AtomicWrite *file = atomic_write_begin(path, reason);
    if (!file)
        return false;
    FILE *out = atomic_write_stream(file);
    fwrite(&header, sizeof header, 1, out);
    fwrite(net->parameter, sizeof(float), net->at.count, out);
    fwrite(net->mean, sizeof(float), net->at.count, out);
    fwrite(net->square, sizeof(float), net->at.count, out);
    return atomic_write_finish(file, reason);
}

/* --- reading --------------------------------------------------------------------------------- */

static bool is_sound(const StateHeader *h) {
    const TrainRun *r = &h->run;
    return r->shape.pairs < PAIR_GRAINS && r->shape.kings < KING_GRAINS &&
           r->shape.hidden_size >= HIDDEN_STEP && r->shape.hidden_size <= HIDDEN_MAX &&
           r->shape.hidden_size % HIDDEN_STEP == 0 && r->epoch >= 0 && r->epoch <= EPOCHS_MAX &&
           r->best >= 0 && r->best <= r->epoch && r->step >= 0 && r->target.scale >= 1 &&
           r->target.scale <= 10000 && r->target.score_share >= 0 && r->target.score_share <= 1;
}

static bool is_finite(const float *numbers, size_t count, float most) {
    for (size_t i = 0; i < count; i++)
        if (!(fabsf(numbers[i]) <= most))
            return false;
    return true;
}

static FloatNet *read_net(FILE *in, const StateHeader *h, const char **reason) {
    FloatNet *net = net_create(h->run.shape, h->run.seed);
    if (!net) {
        *reason = strerror(ENOMEM);
        return NULL;
    }
    const size_t count = net->at.count;
    if (h->count != count || fread(net->parameter, sizeof(float), count, in) != count ||
        fread(net->mean, sizeof(float), count, in) != count ||
        fread(net->square, sizeof(float), count, in) != count || getc(in) != EOF)
        *reason = "it is cut off, or longer than it says";
    else if (checksum_of(h, net) != h->checksum)
        *reason = "it is damaged: its checksum is wrong";
    else if (!is_finite(net->parameter, count, CLIP_WEIGHT) ||
             !is_finite(net->mean, count, 1e30f) || !is_finite(net->square, count, 1e30f))
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
    if (memcmp(h->magic, MAGIC_OLDER, sizeof h->magic) == 0)
        return "an older trainer wrote it: export its network with that one, and begin a new run "
               "with this network (--from FILE)";
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
