/* Counting nodes: perft. It runs on the worker and is waited for at the end of input. */
#ifndef UCI_NODE_COUNTS_H
#define UCI_NODE_COUNTS_H

#include "uci/session.h"

/* perft [full | captures] DEPTH [fen FEN]: the leaves below each root move, their sum, and the
 * time. Without a FEN it counts from the position of the game. */
Command count_perft;

#endif
