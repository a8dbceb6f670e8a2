/* Being asked from outside to end: Ctrl-C, or by who stops the process. */
#ifndef OS_INTERRUPT_H
#define OS_INTERRUPT_H

/* From now on the first such request calls `ask` instead of ending the process; the next one ends
 * it. `ask` may do only what a signal handler may. Requests that are ignored stay so. Meanwhile a
 * write to a pipe without a reader fails and does not end the process. */
void interrupt_catch(void (*ask)(void));

/* Lets requests end the process again. */
void interrupt_release(void);

#endif
