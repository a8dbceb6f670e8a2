/* The win model of the classical evaluation: written by `make fit-wdl`, see tools/wdl/wdl.c.
 *
 * Self-play at 0.5+0.005 on one 2.7 GHz core from 8-move openings (8moves_v3.epd).
 * 500 games, 52059 positions. A side wins half of its games
 * if the search returns 97 with all men on the board, 103 with half, 201 with few.
 */
#ifndef EVAL_WDL_CLASSICAL_H
#define EVAL_WDL_CLASSICAL_H

#include "eval/wdl_model.h"

static const WinModel WDL_CLASSICAL = {
    .a = {253.9689, -334.1062, 161.8876},
    .b = {69.7170, -19.2555, 38.3922},
};

#endif
