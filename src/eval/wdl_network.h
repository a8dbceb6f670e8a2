/* The win model of the network: written by `make fit-wdl`, see tools/fit_wdl.c.
 *
 * Self-play of network 18 at 10,000 nodes a move from 8-move openings (8moves_v3.epd).
 * 700 games, 70454 positions. Half of the games are won at a score of the search of 110 with all
 * men on the board, 162 with half of them, 284 with few.
 */
#ifndef EVAL_WDL_NETWORK_H
#define EVAL_WDL_NETWORK_H

#include "eval/wdl_model.h"

static const WinModel WDL_NETWORK = {
    .a = {342.0648, -362.1532, 140.9644},
    .b = {60.1317, 53.5738, -9.2343},
};

#endif
