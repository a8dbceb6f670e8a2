/* bit_loops.c with the C twins of what is inline assembly in a default build. */
#undef C_BITS
#define C_BITS    1
#define bit_loops bit_loops_c
#include "perf/bit_loops.c" // NOLINT(bugprone-suspicious-include)
