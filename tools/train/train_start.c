#include "train/train_start.h"

#include "network/network.h"
#include "os/files.h"
#include "train/train_export.h"
#include "train/train_state.h"

#include <string.h>

/* Whether a file is one of the engine, though it may be refused. */
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
