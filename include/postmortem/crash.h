/* Handling the signals that end a program: a post-mortem is written first. */
#ifndef POSTMORTEM_CRASH_H
#define POSTMORTEM_CRASH_H

/* Handles SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT in all threads; the calling thread gets an
 * alternate stack for it. Each writes a post-mortem, prints its path to stderr and, behind `prefix`
 * and if that does not block, to stdout. Then the handler from before takes over: death by that
 * signal, or a sanitizer's report. `prefix` must stay valid. Call it after post_mortem_init. */
void crash_init(const char *prefix);

#endif
