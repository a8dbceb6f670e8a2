/* The monotonic clock: it counts from some fixed moment and is never set. */
#ifndef OS_TIMING_H
#define OS_TIMING_H

#include <stdint.h>

/* Nanoseconds, microseconds, milliseconds. */
int64_t clock_nanoseconds(void);
int64_t clock_microseconds(void);
int64_t clock_now(void);

#endif
