/* How long a search may think.
 *
 * There are two limits: after the soft limit no new iteration begins; at the hard limit the search
 * ends at once.
 */
#ifndef SEARCH_CLOCK_INTERNAL_H
#define SEARCH_CLOCK_INTERNAL_H

#include "os/thread.h"
#include "search/search.h"

enum { CHARGES_KEPT = 16 };

/* The delays of this machine, in milliseconds, kept from search to search. A move's lateness is the
 * longest time that its search waited for the processor, or that its answer and the next `go` were on
 * their way. Any machine is late once, so that only lateness that has come twice counts. */
typedef struct Lateness {
    int64_t now;      /* of the latest move so far */
    int64_t worst;    /* of the 32 moves before */
    int since;        /* moves since the worst */
    int64_t expected; /* lateness that has come twice, fading */
    /* The time that the latest moves cost on our clock beyond the search: a ring, and their number. */
    int64_t charged[CHARGES_KEPT];
    int charges;
    /* The latest search with a clock: */
    int ply;      /* ply of the game */
    int64_t left; /* time left when it began */
    int64_t used; /* time that it took; -1: not known */
} Lateness;

typedef struct Clock {
    _Atomic int64_t start;  /* clock_now() when time began to count; set again by ponderhit */
    _Atomic bool pondering; /* no time counts yet */
    bool timed;             /* soft and hard apply */
    bool given;             /* movetime: soft and hard are the time asked for, to be used up */
    int64_t soft, hard;     /* milliseconds from start */
    int64_t began;          /* clock_now() when the search began, for reports */
    const atomic_uint_least64_t *nodes; /* searched so far; read on the search's thread only */
    int nodestime;        /* SearchSettings.nodestime: nodes that count as a millisecond, or 0 */
    uint64_t nodes_start; /* nodes that do not count: those searched while pondering */
    int64_t softnodes;    /* SearchLimits.softnodes */
    int64_t polled;       /* clock_now() when the search last looked at the clock */
    Lateness lateness;
} Clock;

/* Starts the clock of a search for a colour at a ply of the game; *nodes counts its nodes.
 * The overhead of the settings is kept back on each move. On a game's clock there is a reserve as well,
 * which grows with the lateness that has come more than once. A single late move costs at most a third of
 * the limits of the next four moves. However little time is left, the limits are at least
 * 1 ms. */
void clock_start(Clock *clock, const SearchLimits *limits, Color us, int ply,
                 const SearchSettings *settings, const atomic_uint_least64_t *nodes);

/* Notes that the search has ended and its move is about to be reported. Time that the GUI takes off the
 * clock after this is lateness. */
void clock_answer(Clock *clock);

/* Forgets the lateness seen, for a new game. */
void clock_forget(Clock *clock);

/* The opponent has played the expected move: time counts from now. */
void clock_ponderhit(Clock *clock);

/* Milliseconds since the search began, pondering included. */
int64_t clock_elapsed(const Clock *clock);

/* True if the hard limit is reached. */
bool clock_is_over(Clock *clock);

/* The figures that decide whether to stop early. */
typedef struct ClockSigns {
    double best_share; /* of all nodes, the share that went into the best move: 0 to 1 */
    int stable;        /* iterations since the best move changed */
    int drop;          /* centipawns by which the score has fallen since the search before */
} ClockSigns;

/* True if no further iteration should begin. The more certain the move, the earlier that is. */
bool clock_is_enough(const Clock *clock, const ClockSigns *signs);

#endif
