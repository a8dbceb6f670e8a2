/* Perft by the slow rules (selfcheck/verify.h). */
#ifndef SUPPORT_SLOW_H
#define SUPPORT_SLOW_H

#include "selfcheck/verify.h"

/* Leaves at a depth. With `captures`: only captures and promotions, all moves where in check. */
uint64_t slow_perft(const SlowBoard *b, int depth, bool captures);

#endif
