/* The win model of the network: written by `make fit-wdl`, see tools/wdl/wdl.c.
 *
 * Self-play of network 29 at 10,000 nodes a move from 8-move openings (8moves_v3.epd).
 * 1600 games, 176768 positions. A side wins half of its games
 * if the search returns 116 with all men on the board, 140 with half, 193 with few.
 */
#ifndef EVAL_WDL_NETWORK_H
#define EVAL_WDL_NETWORK_H

#include "eval/wdl_model.h"

static const WinModel WDL_NETWORK = {
    .a = {218.4616, -157.6464, 60.6336},
    .b = {30.4977, 67.5175, -17.3293},
};

#endif
