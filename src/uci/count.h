/* Counting nodes: perft and bench. Both run on the worker and are waited for at the end of input.
 */
#ifndef UCI_COUNT_H
#define UCI_COUNT_H

#include "uci/session.h"

/* perft [full | captures] DEPTH [fen FEN]: the leaves behind each root move, their sum, the time.
 * The game's position, which stays, or the FEN's. */
Command count_perft;

/* bench [stats] [DEPTH]: a fixed search of fixed positions; the last line is `N nodes M nps`. With
 * stats, what the search did is told before it, in a build that counts (see core/stats.h). */
Command count_bench;

#endif
