/* The win model of the network: written by `make fit-wdl`, see tools/fit_wdl.c.
 *
 * Self-play of network 21 at 10,000 nodes a move from 8-move openings (8moves_v3.epd).
 * 700 games, 74371 positions. Half of the games are won at a score of the search of 91 with all
 * men on the board, 173 with half of them, 260 with few.
 */
#ifndef EVAL_WDL_NETWORK_H
#define EVAL_WDL_NETWORK_H

#include "eval/wdl_model.h"

static const WinModel WDL_NETWORK = {
    .a = {295.2731, -210.8631, 43.5782},
    .b = {30.0396, 159.5326, -83.8367},
};

#endif
