/* The win model of the network: written by `make fit-wdl`, see tools/wdl/wdl.c.
 *
 * Self-play of network 28 at 10,000 nodes a move from 8-move openings (8moves_v3.epd).
 * 2088 games, 240788 positions. A side wins half of its games
 * if the search returns 107 with all men on the board, 135 with half, 208 with few.
 */
#ifndef EVAL_WDL_NETWORK_H
#define EVAL_WDL_NETWORK_H

#include "eval/wdl_model.h"

static const WinModel WDL_NETWORK = {
    .a = {243.6191, -221.5981, 89.2269},
    .b = {36.0686, 59.5817, -9.6437},
};

#endif
