/* How a search gets its time.
 *
 * LIMITS. clock_start turns the time left into two limits, counted in milliseconds from `start`.
 * After the soft limit no iteration begins (clock_is_enough); at the hard limit the search stops
 * where it is (clock_is_over). `go movetime` sets both limits to the time asked for, less the
 * overhead.
 *
 * THE SHARE OF A MOVE. start_game_clock subtracts the time that must stay on the clock: the reserve
 * and the caution. If a move costs more than its increment, start_game_clock also subtracts the
 * difference for each of the next moves. share_out then gives the move a fixed share of the time
 * that remains, and most of the increment. With `movestogo` the share is the remaining time divided
 * by the moves to go. The hard limit is several times the soft limit and never more than four
 * fifths of the remaining time.
 *
 * STRETCHING. At the end of each iteration soft_scale multiplies the soft limit. A best move that
 * took most of the nodes, or that has long been the best, gets less time. A falling score gives
 * more time.
 *
 * LATENESS. Two measurements show how late this machine is: the time between two polls
 * (note_lateness), and the time that the GUI took off the clock beyond the search (note_charge). At
 * the start of a move, add_lateness brings two figures up to date. `expected` is a lateness that
 * occurred twice within ALONE moves; it decays with each move. `worst` is the greatest lateness of
 * the latest ALONE moves. For every move the reserve holds LATENESS_TIMES the expected lateness.
 * For four moves after a late move, the caution holds LATENESS_TIMES the difference between worst
 * and expected lateness. The caution is at most a third of the time. So one late move does not slow
 * a whole game.
 *
 * NODESTIME. With nodestime a millisecond is a number of nodes, nothing is ever late, and the
 * search is deterministic.
 */
#include "search/search_internal.h"

#include "search/params.h"

SearchLimits limits_none(void) {
    return (SearchLimits){.clock = {LIMIT_NONE, LIMIT_NONE},
                          .increment = {LIMIT_NONE, LIMIT_NONE},
                          .movestogo = LIMIT_NONE,
                          .movetime = LIMIT_NONE,
                          .depth = LIMIT_NONE,
                          .nodes = LIMIT_NONE,
                          .softnodes = LIMIT_NONE,
                          .mate = LIMIT_NONE};
}

/* --- lateness ------------------------------------------------------------------------------- */

enum {
    /* the most milliseconds that count as a lateness: a computer that was suspended once must
     * not shorten all further moves of the game */
    LATENESS_MAX = 500,
    FORGETTING = 16, /* each move lowers the expected lateness by 1/FORGETTING */
    /* a lateness that does not recur within this number of moves does not count */
    ALONE = 32
};

/* Records a delay of `late` milliseconds. l->now keeps the greatest delay of the current move. */
static void note_lateness(Lateness *l, int64_t late) {
    l->now = max_int64(l->now, min_int64(late, LATENESS_MAX));
}

/* Adds the worst lateness of the move just played to the records of earlier moves. */
static void add_lateness(Lateness *l) {
    l->expected -= (l->expected + FORGETTING - 1) / FORGETTING;
    l->expected = max_int64(l->expected, min_int64(l->now, l->worst));
    l->since++;
    if (l->now >= l->worst || l->since > ALONE) {
        l->worst = l->now;
        l->since = 0;
    }
    l->now = 0;
}

/* Compares our clock with our clock at the start of the last search. If more time is gone than
 * the last search took, the difference was lost between GUI and engine, and counts as a
 * lateness. Records nothing if less time is gone, or if the position is not two plies later. */
static void note_charge(Lateness *l, int ply, int64_t left, int64_t increment) {
    const int64_t lost = l->left + increment - left - l->used;
    if (l->ply != ply - 2 || l->used < 0 || lost < 0)
        return;
    note_lateness(l, lost);
    l->charged[l->charges++ % CHARGES_KEPT] = min_int64(lost, LATENESS_MAX);
}

/* Returns how many milliseconds a move costs on our clock in addition to its search: the mean
 * over the latest moves, without the greatest value. */
static double mean_charge(const Lateness *l) {
    const int count = min_int(l->charges, CHARGES_KEPT);
    int64_t sum = 0, greatest = 0;
    for (int i = 0; i < count; i++) {
        sum += l->charged[i];
        greatest = max_int64(greatest, l->charged[i]);
    }
    return count < 2 ? 0 : (double)(sum - greatest) / (count - 1);
}

void clock_answer(Clock *clock) {
    const bool game = clock->timed && !clock->given && !clock->pondering;
    clock->lateness.used = game ? clock_now() - clock->start : -1;
}

void clock_forget(Clock *clock) {
    clock->lateness = (Lateness){.used = -1};
}

/* --- limits ---------------------------------------------------------------------------------- */

/* Sets the soft limit to a share of `left` plus a share of `gain`. `left` is the milliseconds
 * beyond the reserve, `gain` the milliseconds that a move adds to the clock. The hard limit is
 * several times the soft limit, but leaves enough for the next moves. */
static void share_out(Clock *clock, int64_t left, double gain, int64_t movestogo) {
    const double ease =
        /* with less than 50 ms beyond the reserve, a move spends only part of its gain */
        left < 50 ? (double)left / 50 : 1;
    gain *= TIME_GAIN / 100.0 * ease;
    if (movestogo > 0) {
        const int64_t moves = min_int64(movestogo, 50);
        clock->soft = (int64_t)((double)left / (double)moves + gain);
        clock->hard = min_int64(clock->soft * 4, moves == 1 ? left : left / 2);
    } else {
        clock->soft = (int64_t)((double)left * TIME_SHARE / 1000 + gain);
        clock->hard = min_int64(clock->soft * TIME_HARD / 10,
                                (int64_t)((double)left * TIME_HARD_SHARE / 100 + gain / 2));
    }
    /* The increment is added only after the move, so the hard limit never spends it. */
    clock->hard = max_int64(1, min_int64(clock->hard, left - left / 5));
    clock->soft = max_int64(1, min_int64(clock->soft, clock->hard));
}

/* reserve() and caution() leave time for lateness on the clock: the expected lateness times this factor. */
enum { LATENESS_TIMES = 3 };

/* Returns the milliseconds that must be left on the clock after a move: the overhead, 60 ms, and
 * LATENESS_TIMES times the expected lateness of this machine. With nodestime returns only the
 * overhead. */
static int64_t reserve(const Clock *clock, int overhead) {
    enum { RESERVE = 60 };
    return overhead + (clock->nodestime ? 0 : RESERVE + LATENESS_TIMES * clock->lateness.expected);
}

/* Returns the milliseconds that are held back in the four moves after a late move, in case the lateness
 * recurs: at most a third of the time left. */
static int64_t caution(const Clock *clock, int64_t left) {
    enum { MOVES = 4 };
    const Lateness *l = &clock->lateness;
    if (clock->nodestime || l->since >= MOVES)
        return 0;
    const int64_t alone = LATENESS_TIMES * (l->worst - l->expected);
    return min_int64(alone, left / 3);
}

/* Sets the limits from the clock of the game. If moves cost more than their increment, keeps time for the
 * next moves. */
static void start_game_clock(Clock *clock, const SearchLimits *limits, Color us, int ply,
                             int overhead) {
    enum { MOVES_AHEAD = 50 };
    Lateness *l = &clock->lateness;
    const int64_t left = limits->clock[us], increment = max_int64(0, limits->increment[us]);
    note_charge(l, ply, left, increment);
    add_lateness(l);
    const double gain = (double)increment - (clock->nodestime ? 0 : mean_charge(l));
    const int64_t moves =
        limits->movestogo > 0 ? min_int64(limits->movestogo, MOVES_AHEAD) : MOVES_AHEAD;
    const int64_t loss = gain < 0 ? (int64_t)(-gain * (double)moves) : 0;
    const int64_t ours = max_int64(1, left - loss - reserve(clock, overhead));
    share_out(clock, max_int64(1, ours - caution(clock, ours)), gain > 0 ? gain : 0,
              limits->movestogo);
    l->ply = ply;
    l->left = left;
}

void clock_start(Clock *clock, const SearchLimits *limits, Color us, int ply,
                 const SearchSettings *settings, const SharedCounters *nodes) {
    clock->nodes = nodes;
    clock->nodes_start = 0;
    clock->nodestime = settings->nodestime;
    clock->began = clock_now();
    clock->start = clock->polled = clock->began;
    clock->pondering = limits->ponder;
    clock->ripe = false;
    clock->given = limits->movetime >= 0;
    clock->timed = !limits->infinite && (limits->movetime >= 0 || limits->clock[us] >= 0);
    if (limits->movetime >= 0) {
        /* The GUI counts the overhead as time of the move. So subtracts the overhead, but uses
         * at least half of `movetime`. */
        clock->soft = clock->hard =
            max_int64(1, max_int64(limits->movetime - settings->overhead, limits->movetime / 2));
    } else if (clock->timed) {
        start_game_clock(clock, limits, us, ply, settings->overhead);
    }
}

void clock_ponderhit(Clock *clock) {
    const int64_t now = clock_now();
    clock->ripe = !clock->nodestime && now - clock->start > clock->soft;
    clock->start = now;
    clock->pondering = false;
}

int64_t clock_elapsed(const Clock *clock) {
    return clock_now() - clock->began;
}

/* Returns the milliseconds used so far. With nodestime, returns the nodes used divided by
 * nodestime. */
static int64_t spent(const Clock *clock) {
    return clock->nodestime ? (int64_t)(shared_counters_nodes(clock->nodes) - clock->nodes_start) /
                                  clock->nodestime
                            : clock_now() - clock->start;
}

bool clock_is_over(Clock *clock) {
    if (!clock->timed)
        return false;
    const int64_t now = clock_now();
    note_lateness(&clock->lateness, now - clock->polled);
    clock->polled = now;
    if (clock->pondering) {
        clock->nodes_start = shared_counters_nodes(clock->nodes);
        return false;
    }
    return spent(clock) >= (clock->ripe ? clock->soft : clock->hard);
}

static double clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

/* Returns the factor by which the soft limit is multiplied, the product of three parts:
 * - 0.5 if the best move took all nodes, 1.6 if it took a third of the nodes;
 * - a quarter less if the best move has long been the best, a fifth more if it is new;
 * - up to a third more if the score has fallen, up to a tenth less if it has risen. */
static double soft_scale(const ClockSigns *signs) {
    const double share =
        clamp((TIME_NODES_BASE - TIME_NODES_SLOPE * signs->best_share) / 100, 0.5, 1.8);
    const double stability =
        max_int(TIME_STABLE_BASE - TIME_STABLE_STEP * signs->stable, 75) / 100.0;
    const double trend = clamp(1 + TIME_DROP * signs->drop / 10000.0, 0.9, 1.33);
    return share * stability * trend;
}

bool clock_is_enough(const Clock *clock, const ClockSigns *signs) {
    if (!clock->timed || clock->pondering)
        return false;
    const double scale = clock->given ? 1 : soft_scale(signs);
    return (double)spent(clock) >= (double)clock->soft * scale;
}
