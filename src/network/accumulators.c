#include "network/accumulators.h"

void accumulators_begin(Accumulators *a, const Network *net) {
    a->net = net;
}

int accumulators_evaluate(Accumulators *a, const Position *pos) {
    return network_evaluate(a->net, pos->state);
}
