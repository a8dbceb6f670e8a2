/* The clock that never jumps, counted from some fixed moment. */
#ifndef CORE_TIMING_H
#define CORE_TIMING_H

#include <stdint.h>

/* Nanoseconds, microseconds, milliseconds. */
int64_t clock_nanoseconds(void);
int64_t clock_microseconds(void);
int64_t clock_now(void);

#endif
