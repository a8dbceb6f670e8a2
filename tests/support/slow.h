/* Perft by the slow rules (selfcheck/verify.h). */
#ifndef SUPPORT_SLOW_H
#define SUPPORT_SLOW_H

#include "selfcheck/verify.h"

/* The number of leaves at a depth. With `captures`, counts only captures and promotions, except
 * in check, where it counts all moves. */
uint64_t slow_perft(const SlowBoard *b, int depth, bool captures);

#endif
