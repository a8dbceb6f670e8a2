/* Handling the signals that end a program: a post-mortem is written first. */
#ifndef POSTMORTEM_CRASH_H
#define POSTMORTEM_CRASH_H

#include <stdint.h>

/* The cause in reports of crash_caught. */
#define CRASH_CAUGHT "caught in a loop: nothing got on in five seconds of processor time"

/* Handles SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT in all threads; the calling thread gets an
 * alternate stack for it. Each writes a post-mortem, prints its path to stderr and, behind `prefix`
 * and if that does not block, to stdout. Then the handler from before takes over: death by that
 * signal, or a sanitizer's report. `prefix` must stay valid. Call it after post_mortem_init. */
void crash_init(const char *prefix);

/* Ends the program as if that thread (its pthread_self) had crashed: it is caught in a loop. The
 * caller is another thread. */
void crash_caught(uintptr_t thread);

#endif
