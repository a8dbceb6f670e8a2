/* Checks that this program works on this machine, in steps that take about a second each. */
#ifndef SELFCHECK_SELFTEST_H
#define SELFCHECK_SELFTEST_H

#include "kernels/cpu.h"
#include "network/accumulator.h"
#include "selfcheck/verify.h"

#include <stdatomic.h>

/* A step under way. */
typedef struct Selftest {
    const atomic_bool *stop;          /* ends it early */
    int64_t until;                    /* by clock_now: no new piece of work is begun after this */
    CpuLevel level;                   /* what the machine can run */
    Position *pos, *room;             /* working space */
    Accumulators *accumulators;       /* working space */
    struct KernelCalls *kernel_calls; /* of the kernels' step */
    uint64_t calls;                   /* of the kernels' step */
    atomic_uint_least64_t looks;      /* positions looked at; from any thread */
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

/* True if a step should begin no more work. */
bool selftest_is_over(const Selftest *t);

/* Checks a position of a game; false, with the report, if something is wrong. */
typedef bool Look(Selftest *t);

/* Plays the n-th of an endless series of random games on t->pos, the same in every run. Calls
 * `look` on each position before a move is made in it, and adds these positions to *count. False
 * once a look fails. */
bool selftest_play(Selftest *t, uint64_t n, Look *look, int *count);

/* Sets t->pos up as the n-th of an endless series of positions from random games, with all kinds of
 * pieces, promotions, castling and Chess960. The same in every run. */
void selftest_position(Selftest *t, uint64_t n);

#endif
