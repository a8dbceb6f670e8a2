/* The sums of a match: wins, pairs of games, the difference in Elo, the sequential test. All
 * results are those of the first engine. */
#ifndef REFEREE_SUMS_H
#define REFEREE_SUMS_H

#include "engine/match.h"

enum { PAIR_KINDS = 5 }; /* 0, 1/2, 1, 3/2, 2 points */

/* The fault of an engine, which loses the game by it. */
typedef enum Fault {
    FAULT_NONE,
    FAULT_STOPPED, /* none: the match was stopped, and the game does not count */
    FAULT_TIME,    /* it answered after its time had run out */
    FAULT_ILLEGAL, /* its move is illegal */
    FAULT_STALL,   /* it did not answer, and was killed */
    FAULT_CRASH,   /* its output has ended, or it does not read; it was killed */
    FAULT_KINDS
} Fault;

typedef struct RefereeSums {
    int results[3];             /* lost, drawn, won */
    int pairs[PAIR_KINDS];      /* complete pairs, by points */
    int faults[2][FAULT_KINDS]; /* games that the first and the second engine have lost, by fault */
} RefereeSums;

int sums_games(const RefereeSums *sums);

/* The first engine's share of the points, 0 to 1; 0 without games. */
double sums_share(const RefereeSums *sums);

/* The number of games that the first (0) or the second engine (1) has lost by a fault. */
int sums_faults(const RefereeSums *sums, int side);

/* The difference in Elo, from the results of pairs. */
static inline EloEstimate sums_elo(const RefereeSums *sums) {
    return elo_estimate(sums->pairs, PAIR_KINDS);
}

/* Half of the width of the 95 % interval. */
static inline double elo_error(EloEstimate e) {
    return (e.high - e.low) / 2;
}

/* The log-likelihood ratio of the normalized Elo differences elo1 and elo0, given the results of
 * pairs; 0 without pairs. fishtest has the same formula. */
double sums_llr(const RefereeSums *sums, double elo0, double elo1);

/* The test ends at this bound or at its negative, with 10 % of errors of each kind. */
#define SUMS_LLR_BOUND 2.1972245773362196 /* log(0.9 / 0.1) */

#endif
