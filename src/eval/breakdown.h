/* A trace added up by family: what `eval` prints. */
#ifndef EVAL_BREAKDOWN_H
#define EVAL_BREAKDOWN_H

#include "eval/trace.h"

typedef struct Half {
    int mg, eg;
} Half;

typedef struct Breakdown {
    Half family[FAMILY_COUNT][COLOR_COUNT]; /* what each family is worth to a colour */
    Half total;                             /* White's less Black's */
    int complexity;     /* the endgame half is times this / COMPLEXITY_NORMAL, */
    int scale;          /* and times this / SCALE_NORMAL, which gives */
    int eg;             /* what is weighed */
    int phase;          /* and then weighs PHASE_FULL - phase */
    const char *ending; /* the ending whose value replaces all that, or NULL */
    int score;          /* what evaluate returns, but for White */
} Breakdown;

/* Adds the counts of a trace up, independently of how evaluate did. `side` is to move. */
Breakdown breakdown_of(const Trace *t, Color side);

/* "Material", "Squares" and so on. */
const char *family_name(Family family);

#endif
