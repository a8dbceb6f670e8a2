/* The constants of the win model: written by `make fit-wdl`, see tools/fit_wdl.c.
 *
 * No games yet: a guess to begin with.
 */
#ifndef ENGINE_WDL_MODEL_H
#define ENGINE_WDL_MODEL_H

enum { WDL_TERMS = 3 };

/* a(m) and b(m) are TERM[0] + TERM[1] * t + TERM[2] * t^2 with t = m / 58. */
static const double WDL_A[WDL_TERMS] = {200, 0, 0};
static const double WDL_B[WDL_TERMS] = {80, 0, 0};

#endif
