/* The constants of the win model: written by `make fit-wdl`, see tools/fit_wdl.c.
 *
 * Self-play at 0.5+0.005 on one 2.7 GHz core from 8-move openings (8moves_v3.epd).
 * 500 games, 52059 positions. Half of the games are won at a score of the search of 97 with all
 * men on the board, 103 with half of them, 201 with few.
 */
#ifndef EVAL_WDL_MODEL_H
#define EVAL_WDL_MODEL_H

enum { WDL_TERMS = 3 };

/* a(m) and b(m) are TERM[0] + TERM[1] * t + TERM[2] * t^2 with t = m / 58. */
static const double WDL_A[WDL_TERMS] = {253.9689, -334.1062, 161.8876};
static const double WDL_B[WDL_TERMS] = {69.7170, -19.2555, 38.3922};

#endif
