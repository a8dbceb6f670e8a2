/* The constants of the win model: written by `make fit-wdl`, see tools/fit_wdl.c.
 *
 * Self-play of network 18 at 10,000 nodes a move from 8-move openings (8moves_v3.epd).
 * 700 games, 68211 positions. Half of the games are won at a score of the search of 113 with all
 * men on the board, 153 with half of them, 284 with few.
 */
#ifndef EVAL_WDL_MODEL_H
#define EVAL_WDL_MODEL_H

enum { WDL_TERMS = 3 };

/* a(m) and b(m) are TERM[0] + TERM[1] * t + TERM[2] * t^2 with t = m / 58. */
static const double WDL_A[WDL_TERMS] = {349.5206, -408.4124, 173.0035};
static const double WDL_B[WDL_TERMS] = {60.9927, 35.4422, 10.0793};

#endif
