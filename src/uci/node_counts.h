/* Counting nodes: perft and bench. Both run on the worker and are waited for at the end of input.
 */
#ifndef UCI_NODE_COUNTS_H
#define UCI_NODE_COUNTS_H

#include "uci/session.h"

/* perft [full | captures] DEPTH [fen FEN]: the leaves below each root move, their sum, and the
 * time. Without a FEN it counts from the position of the game. */
Command count_perft;

/* bench [stats] [DEPTH]: a fixed search of fixed positions; the last line is `N nodes M nps`. With
 * stats, what the search did is printed before it, in a build that counts (see core/stats.h). */
Command count_bench;

#endif
