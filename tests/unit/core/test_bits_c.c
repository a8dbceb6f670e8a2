/* test_bits.c with the C twins of what is inline assembly in a default build. */
#undef C_BITS
#define C_BITS 1
#include "test_bits.c" // NOLINT(bugprone-suspicious-include)
