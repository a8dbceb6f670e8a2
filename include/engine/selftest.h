/* Does this program work on this machine? Checks of its own, in steps that take seconds. */
#ifndef ENGINE_SELFTEST_H
#define ENGINE_SELFTEST_H

#include "board/difference.h"
#include "kernels/cpu.h"

#include <stdatomic.h>

/* A step under way. */
typedef struct Selftest {
    const atomic_bool *stop;      /* ends it early */
    int64_t until;                /* by clock_now: no new piece of work is begun after it */
    CpuLevel level;               /* what the machine can run, */
    bool vbmi2;                   /* and whether it has these too: asking takes long on some */
    Position *pos, *room;         /* working space */
    uint64_t random, calls;       /* of the kernels' step */
    char done[128];               /* what was done, in words */
    char report[DIFFERENCE_SIZE]; /* what is wrong; "" if nothing is */
} Selftest;

/* A step: returns true if all is well. It does at least some of its work, however late it is. */
typedef bool SelftestStep(Selftest *t);

/* Every version of each kernel that this machine can run, against its C reference. */
SelftestStep selftest_kernels;

/* Perft of known positions. */
SelftestStep selftest_perft;

/* Random games, every move made, compared and taken back: the comparator, */
SelftestStep selftest_comparator;

/* the generators with each other, on the way captures too, */
SelftestStep selftest_captures;

/* and the evaluation with colours exchanged. */
SelftestStep selftest_evaluation;

/* True if a step should begin no more work. */
bool selftest_is_over(const Selftest *t);

/* What is looked at in each position of a game; false, with the report, if something is wrong. */
typedef bool Look(Selftest *t);

/* Plays the n-th of an endless series of random games on t->pos, the same in every run; looks at
 * each position before a move is made in it, and adds those to *count. False once a look fails. */
bool selftest_play(Selftest *t, uint64_t n, Look *look, int *count);

/* Sets t->pos up as the n-th of an endless series of positions from random games: all kinds of men,
 * promotions, castling, Chess960. The same in every run. */
void selftest_position(Selftest *t, uint64_t n);

#endif
