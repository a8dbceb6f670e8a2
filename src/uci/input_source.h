/* Standard input as bytes, and a bell that other threads ring: one place to wait for both. */
#ifndef UCI_INPUT_SOURCE_H
#define UCI_INPUT_SOURCE_H

#include <stddef.h>
#include <sys/types.h>

typedef struct InputSource InputSource;

enum { INLET_END = 0, INLET_WOKEN = -1 };

/* Returns NULL if memory is short or the system gives no pipe or thread. */
InputSource *input_source_open(void);

/* Waits. Returns how many bytes were read, `size` at most, or INLET_END, or INLET_WOKEN if the bell
 * was rung and there is nothing to read. */
ssize_t input_source_read(InputSource *source, char *bytes, size_t size);

/* Makes input_source_read return, in this call or in the next. Any thread may call it. */
void input_source_wake(InputSource *source);

/* NULL is allowed. */
void input_source_close(InputSource *source);

#endif
