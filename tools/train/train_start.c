#include "train/train_start.h"

#include "network/network_file.h"
#include "train/train_export.h"
#include "train/train_state.h"

#include <errno.h>
#include <string.h>

bool same_shape(NetShape a, NetShape b) {
    return a.pairs == b.pairs && a.kings == b.kings && a.hidden_size == b.hidden_size;
}

/* NULL, with the reason in *reason, if the file is neither. */
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

/* NULL, or why a network of one shape cannot become one of another. */
static const char *misfit(NetShape had, NetShape wanted) {
    if (had.pairs != wanted.pairs)
        return "it has other --pairs";
    if (had.hidden_size > wanted.hidden_size)
        return "it has more neurons than --hidden";
    if (had.kings != wanted.kings && had.kings != KINGS_ONE)
        return "it has other --kings, and not one set of piece-squares";
    return NULL;
}

/* Puts a network in the place of one that it was made from. */
static FloatNet *replaced(FloatNet *old, FloatNet *net, const char **reason) {
    if (!net)
        *reason = strerror(ENOMEM);
    net_free(old);
    return net;
}

FloatNet *train_start(const char *path, NetShape wanted, uint64_t seed, const char **reason) {
    FloatNet *net = net_of_file(path, reason);
    if (!net)
        return NULL;
    if ((*reason = misfit(net->shape, wanted))) {
        net_free(net);
        return NULL;
    }
    if (net->shape.kings != wanted.kings)
        net = replaced(net, net_with_kings(net, wanted.kings), reason);
    if (net && net->shape.hidden_size != wanted.hidden_size)
        net = replaced(net, net_widened(net, wanted.hidden_size, seed), reason);
    if (net)
        net_restart(net);
    return net;
}
