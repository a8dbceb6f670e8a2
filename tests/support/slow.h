/* The slow rules (selfcheck/verify.h) from a FEN, and their perft. */
#ifndef SUPPORT_SLOW_H
#define SUPPORT_SLOW_H

#include "selfcheck/verify.h"

/* Reads a FEN that is known to be good: X-FEN or Shredder-FEN. The counters are 0. */
void slow_read(SlowBoard *b, const char *fen);

/* Leaves at a depth. With `captures`: only captures and promotions, all moves where in check. */
uint64_t slow_perft(const SlowBoard *b, int depth, bool captures);

#endif
