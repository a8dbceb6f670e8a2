/* Standard input as bytes, and a bell that other threads ring: one place to wait for both. */
#ifndef UCI_INLET_H
#define UCI_INLET_H

#include <stddef.h>
#include <sys/types.h>

typedef struct Inlet Inlet;

enum { INLET_END = 0, INLET_WOKEN = -1 };

/* Returns NULL if memory is short or the system gives no pipe or thread. */
Inlet *inlet_open(void);

/* Waits. Returns how many bytes were read, `size` at most, or INLET_END, or INLET_WOKEN if the bell
 * was rung and there is nothing to read. */
ssize_t inlet_read(Inlet *inlet, char *bytes, size_t size);

/* Makes inlet_read return, in this call or in the next. Any thread may call it. */
void inlet_wake(Inlet *inlet);

/* NULL is allowed. */
void inlet_close(Inlet *inlet);

#endif
