#include "train/train_run.h"

#include "lib/state.h"
#include "os/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct StateHeader {
    RunHead head;
    uint64_t count; /* the number of parameters */
    TrainRun run;
} StateHeader;

static const StateHeader EMPTY = {.head = {"Panoptes training 5\n", 0}};

enum { ARRAYS = 4 };

/* Lists the arrays of a network in the order of the state file; returns their number. */
static int arrays_of(const FloatNet *net, float *at[ARRAYS]) {
    at[0] = net->parameter;
    at[1] = net->mean;
    at[2] = net->square;
    at[3] = net->average;
    return net->averaged ? ARRAYS : ARRAYS - 1;
}

bool train_state_write(const char *path, const TrainRun *run, const FloatNet *net,
                       const char **reason) {
    static StateHeader header;
    float *at[ARRAYS];
    RunPart parts[ARRAYS];
    const int arrays = arrays_of(net, at);
    header = EMPTY;
    header.count = NET_COUNT;
    header.run = *run;
    header.run.pairs = FILE_PAIRS;
    header.run.kings = FILE_KINGS;
    header.run.hidden = NETWORK_HIDDEN;
    header.run.step = net->step;
    header.run.averaged = net->averaged;
    for (int i = 0; i < arrays; i++)
        parts[i] = (RunPart){at[i], NET_COUNT * sizeof *at[i]};
    return state_save(path, &header.head, sizeof header, parts, arrays, reason);
}

/* --- reading --------------------------------------------------------------------------------- */

/* Copies Adam's moments and the mean of the weights from a state that is as wide as the network. */
static bool take_steps(FloatNet *net, const StateHeader *h, const float *numbers) {
    float *at[ARRAYS];
    net->step = (long)h->run.step;
    net->averaged = (long)h->run.averaged;
    if (net->averaged && !net_begin_average(net))
        return false;
    for (int i = arrays_of(net, at) - 1; i > 0; i--)
        memcpy(at[i], numbers + (size_t)i * NET_COUNT, NET_COUNT * sizeof *numbers);
    return true;
}

static FloatNet *make_net(const StateHeader *h, const float *numbers) {
    FloatNet *net = net_widened(numbers, h->run.hidden, h->run.seed);
    if (!net || h->run.hidden < NETWORK_HIDDEN || take_steps(net, h, numbers))
        return net;
    net_free(net);
    return NULL;
}

/* True if a run can continue from these numbers. */
static bool is_sound(const TrainRun *r) {
    const uint64_t most = UINT64_C(1) << 62; /* a negative number is above `most`, too */
    return r->best >= (r->epoch > 0) && r->best <= r->epoch && r->epoch <= EPOCHS_MAX &&
           (uint64_t)r->step <= most && (uint64_t)r->averaged <= most;
}

FloatNet *train_state_read(const char *path, TrainRun *run, int least, const char **reason) {
    static StateHeader header;
    size_t rest;
    FloatNet *net = NULL;
    header = EMPTY;
    float *numbers = state_load(path, &header.head, sizeof header, &rest, reason);
    if (!numbers)
        return NULL;
    const TrainRun *r = &header.run;
    *reason = network_shape_fault(r->pairs, r->kings, (uint32_t)r->hidden, least);
    const size_t count = *reason ? 0 : parameter_count(r->hidden);
    if (!*reason && (header.count != count ||
                     rest != (size_t)(r->averaged ? ARRAYS : ARRAYS - 1) * count * sizeof *numbers))
        *reason = "its size is not what it says";
    else if (!*reason && !is_sound(r))
        *reason = "its numbers are not those of a run";
    else if (!*reason && !(net = make_net(&header, numbers)))
        *reason = strerror(ENOMEM);
    free(numbers);
    if (net)
        *run = header.run;
    return net;
}

/* --- the network that a run begins with ------------------------------------------------------- */

/* True if a file begins like a network of the engine. */
static bool is_network(const char *path) {
    char head[sizeof NETWORK_MAGIC - 1];
    const char *reason;
    FILE *file = regular_file_stream(path, &reason);
    if (!file)
        return false;
    const bool is =
        fread(head, sizeof head, 1, file) == 1 && memcmp(head, NETWORK_MAGIC, sizeof head) == 0;
    fclose(file);
    return is;
}

static FloatNet *from_network(const char *path, uint64_t seed, const char **reason) {
    int hidden;
    NetworkFile *file = network_open_narrow(path, &hidden, reason);
    if (!file)
        return NULL;
    FloatNet *net = restore(network_of(file), hidden, seed, reason);
    network_close(file);
    return net;
}

static FloatNet *from_state(const char *path, const char **reason) {
    TrainRun before;
    FloatNet *net = train_state_read(path, &before, FILE_HIDDEN_STEP, reason);
    if (net)
        net_restart(net);
    else if (!*reason)
        *reason = "there is no such file";
    return net;
}

FloatNet *train_start(const char *path, uint64_t seed, const char **reason) {
    return is_network(path) ? from_network(path, seed, reason) : from_state(path, reason);
}
