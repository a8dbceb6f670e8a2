/* Designs of Plackett and Burman (1946) with their mirror images: the effects of many factors from
 * few runs, each of which sets every factor high or low.
 *
 * With a prime q of the form 4 n + 3 there are q + 1 runs for up to q factors, by the quadratic
 * residues of q (Paley), and then the same with all signs turned. In each half every pair of factors
 * has every pair of signs equally often, so that no factor's effect hides in another's. The mirror
 * images take what two factors do together out of the effects; what is taken out, and chance, tells
 * how far off these may be. */
#ifndef SPSA_DESIGN_H
#define SPSA_DESIGN_H

/* The q of the least design for so many factors. */
int design_order(int factors);

/* How many runs it has, the mirror images included. */
int design_runs(int order);

/* 1 or -1: how a run sets a factor, which is less than `order`. */
int design_sign(int order, int run, int factor);

/* The effect of a factor on a result, of which each run has given one: the mean of the runs in which
 * it is high, less that of the others. */
double design_effect(int order, const double *results, int factor);

/* The standard error of every effect; 0 if it is no more than rounding. */
double design_error(int order, const double *results);

#endif
