/* The self-checks of a running search, and the command selftest.
 *
 * At intervals of some nodes, a searching thread compares its incremental state with the same state
 * computed from scratch. The thread also compares results that the engine can compute in two
 * ways. */
#ifndef SELFCHECK_SELFCHECK_H
#define SELFCHECK_SELFCHECK_H

#include "search/search.h"
#include "selfcheck/verify.h"

#include <stdatomic.h>

/* Installs the self-checks of searches (search/search.h). In a debug build, the comparator also
 * runs after every change of a position. Call selfcheck_init once, after tables_init. */
void selfcheck_init(void);

/* --- selftest: checks of this program on this machine, in steps of about a second each -------- */

/* The data that the steps of selftest share. */
typedef struct Selftest {
    const atomic_bool *stop;          /* if true, a step ends early */
    int64_t until;                    /* a time of clock_now, after which no new work begins */
    CpuLevel level;                   /* the highest level of the machine */
    Position *pos, *room;             /* working space */
    Accumulators *accumulators;       /* working space */
    struct KernelCalls *kernel_calls; /* for selftest_kernels */
    uint64_t calls;                   /* the number of calls that selftest_kernels made */
    SearchInfo shown;                 /* the latest line that a search has reported */
    char done[128];                   /* the work done, in words */
    char report[DIFFERENCE_SIZE];     /* the report of the fault; "" if all is well */
} Selftest;

/* A step of selftest. Returns true if all is well. A step that begins after `until` makes a few
 * checks and then ends. */
typedef bool SelftestStep(Selftest *t);

/* Compares every kernel version that this machine can run with its C reference. */
SelftestStep selftest_kernels;

/* Compares perft counts with known counts. */
SelftestStep selftest_perft;

/* Compares rights, e.p., counters, draws and all moves with the slow rules. */
SelftestStep selftest_rules;

/* Runs the comparator on random games, with every move made and unmade. */
SelftestStep selftest_comparator;

/* Compares the move generators with each other in trees of captures. */
SelftestStep selftest_captures;

/* Compares the evaluation of a position with its evaluation after exchanging the colours. */
SelftestStep selftest_evaluation;

/* Checks that the network inside the program is undamaged. Compares updated sums with sums from
 * scratch, and scores of networks of known weights with known scores. */
SelftestStep selftest_network;

/* Runs searches that check themselves: with various options, after long games, with both
 * evaluations, and with changes of the network. Also searches positions with a known score. */
SelftestStep selftest_searches;

/* Checks a position of a game. Returns false, with the report, if a check fails. */
typedef bool Look(Selftest *t);

#endif
