/* The win model of the network: written by `make fit-wdl`, see tools/wdl/fit_wdl.c.
 *
 * Self-play of network 21 at 10,000 nodes a move from 8-move openings (8moves_v3.epd).
 * 3732 games, 422036 positions. Half of the games are won at a score of the search of 126 with all
 * men on the board, 147 with half of them, 224 with few.
 */
#ifndef EVAL_WDL_NETWORK_H
#define EVAL_WDL_NETWORK_H

#include "eval/wdl_model.h"

static const WinModel WDL_NETWORK = {
    .a = {262.5274, -242.3699, 104.5927},
    .b = {30.6283, 95.6277, -21.9530},
};

#endif
