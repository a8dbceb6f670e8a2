/* The self-checks of a running search, and the command selftest.
 *
 * Every so many nodes a thread compares its incremental state with the same made from scratch, and
 * results that can be computed in two ways. */
#ifndef SELFCHECK_SELFCHECK_H
#define SELFCHECK_SELFCHECK_H

#include "search/search.h"
#include "selfcheck/verify.h"

#include <stdatomic.h>

/* Lets searches check themselves (search/search.h), and a debug build compare every change of a
 * position. Call once, after tables_init. */
void selfcheck_init(void);

/* Checks that this program works on this machine, in steps that take about a second each. */

/* A step under way. */
typedef struct Selftest {
    const atomic_bool *stop;          /* ends it early */
    int64_t until;                    /* by clock_now: no new piece of work is begun after this */
    CpuLevel level;                   /* what the machine can run */
    Position *pos, *room;             /* working space */
    Accumulators *accumulators;       /* working space */
    struct KernelCalls *kernel_calls; /* of the kernels' step */
    uint64_t calls;                   /* of the kernels' step */
    SearchInfo shown;                 /* the latest line that a search has reported */
    char done[128];                   /* what was done, in words */
    char report[DIFFERENCE_SIZE];     /* what is wrong; "" if nothing is */
} Selftest;

/* A step: returns true if all is well. It does some of its work even if it begins after `until`. */
typedef bool SelftestStep(Selftest *t);

/* Every version of each kernel that this machine can run, against its C reference. */
SelftestStep selftest_kernels;

/* Perft of known positions. */
SelftestStep selftest_perft;

/* Rights, e.p., counters, draws and all moves against rules written a second time. */
SelftestStep selftest_rules;

/* The comparator on random games, every move made and unmade. */
SelftestStep selftest_comparator;

/* The move generators against each other, in trees of captures. */
SelftestStep selftest_captures;

/* The evaluation with colours exchanged. */
SelftestStep selftest_evaluation;

/* The network inside the program: that it is whole, and its kept sums against sums from scratch;
 * known scores of networks of known weights. */
SelftestStep selftest_network;

/* Searches that check themselves: of all kinds of set-ups, after long games, with both evaluations and
 * with one network after the other; and positions with a known score. */
SelftestStep selftest_searches;

/* Checks a position of a game; false, with the report, if something is wrong. */
typedef bool Look(Selftest *t);

#endif
