#include "search/clock.h"

#include "core/score.h"

#include <time.h>

int64_t clock_microseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t clock_now(void) {
    return clock_microseconds() / 1000;
}

SearchLimits limits_none(void) {
    return (SearchLimits){.clock = {LIMIT_NONE, LIMIT_NONE},
                          .increment = {LIMIT_NONE, LIMIT_NONE},
                          .movestogo = LIMIT_NONE,
                          .movetime = LIMIT_NONE,
                          .depth = LIMIT_NONE,
                          .nodes = LIMIT_NONE,
                          .softnodes = LIMIT_NONE,
                          .mate = LIMIT_NONE,
                          .multipv = 1};
}

static int64_t min64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* A share of the clock for this move. With a sudden end, a twentieth and half the increment; with
 * moves to go, an even share. The hard limit is several times that, but never so much that the next
 * moves would starve. */
static void share_out(Clock *clock, int64_t left, int64_t increment, int64_t movestogo) {
    if (movestogo > 0) {
        const int64_t moves = min64(movestogo, 50);
        clock->soft = left / moves + increment * 3 / 4;
        clock->hard = min64(clock->soft * 4, moves == 1 ? left : left / 2);
    } else {
        clock->soft = left / 22 + increment / 2;
        clock->hard = min64(clock->soft * 5, left * 3 / 10 + increment / 2);
    }
    clock->hard = max64(1, min64(clock->hard, left));
    clock->soft = max64(1, min64(clock->soft, clock->hard));
}

void clock_start(Clock *clock, const SearchLimits *limits, Color us, int overhead,
                 const atomic_uint_least64_t *nodes) {
    clock->nodes = nodes;
    clock->nodes_start = 0;
    clock->nodestime = limits->nodestime;
    clock->softnodes = limits->softnodes;
    clock->began = clock_now();
    clock->start = clock->began;
    clock->pondering = limits->ponder;
    clock->given = limits->movetime >= 0;
    clock->timed = !limits->infinite && (limits->movetime >= 0 || limits->clock[us] >= 0);
    if (limits->movetime >= 0) {
        /* The overhead is the GUI's; but at least half of the time asked for is thought. */
        clock->soft = clock->hard =
            max64(1, max64(limits->movetime - overhead, limits->movetime / 2));
    } else if (clock->timed) {
        const int64_t increment = max64(0, limits->increment[us]);
        /* A reserve beside the overhead, as far as the clock has room for one: a busy machine may
         * let us sleep for a tenth of a second at any time. */
        const int64_t reserve = min64(limits->clock[us] / 4, 4 * (int64_t)overhead);
        const int64_t left = max64(1, limits->clock[us] - overhead - reserve);
        share_out(clock, left, increment, limits->movestogo);
    }
}

void clock_ponderhit(Clock *clock) {
    clock->start = clock_now();
    clock->pondering = false;
}

int64_t clock_elapsed(const Clock *clock) {
    return clock_now() - clock->began;
}

/* Milliseconds that count: of time, or of nodes where these pass for it. */
static int64_t spent(const Clock *clock) {
    return clock->nodestime ? (int64_t)(*clock->nodes - clock->nodes_start) / clock->nodestime
                            : clock_now() - clock->start;
}

bool clock_is_over(Clock *clock) {
    if (!clock->timed)
        return false;
    if (clock->pondering) {
        clock->nodes_start = *clock->nodes;
        return false;
    }
    return spent(clock) >= clock->hard;
}

static double clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

/* The share of the soft limit that the signs ask for: 0.5 for a move that took all nodes, 1.6 for
 * one that took a third of them; a quarter less for one that has long been the best, a fifth more
 * for one that is new; up to a third more while the score falls. */
static double soft_scale(const ClockSigns *signs) {
    const double share = clamp(2.15 - 1.65 * signs->best_share, 0.5, 1.8);
    const double stability = clamp(1.20 - 0.05 * signs->stable, 0.75, 1.20);
    const double trend = clamp(1.0 + signs->drop / 150.0, 0.9, 1.33);
    return share * stability * trend;
}

bool clock_is_enough(const Clock *clock, const ClockSigns *signs) {
    if (clock->softnodes >= 0 && *clock->nodes >= (uint64_t)clock->softnodes)
        return true;
    if (!clock->timed || clock->pondering)
        return false;
    const double scale = clock->given ? 1 : soft_scale(signs);
    return (double)spent(clock) >= (double)clock->soft * scale;
}
