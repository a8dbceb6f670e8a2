/* The constants of the win model: written by `make fit-wdl`, see tools/fit_wdl.c.
 *
 * Self-play at 4000 nodes a move from 8-move openings (8moves_v3.epd), no adjudication.
 * 1100 games, 90894 positions. Half of the games are won at a score of the search of 83 with all
 * men on the board, 105 with half of them, 253 with few.
 */
#ifndef ENGINE_WDL_MODEL_H
#define ENGINE_WDL_MODEL_H

enum { WDL_TERMS = 3 };

/* a(m) and b(m) are TERM[0] + TERM[1] * t + TERM[2] * t^2 with t = m / 58. */
static const double WDL_A[WDL_TERMS] = {330.6153, -487.4743, 225.3497};
static const double WDL_B[WDL_TERMS] = {84.6698, 110.9807, -46.5783};

#endif
