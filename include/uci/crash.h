/* Crashes: the signals that end a program, and the post-mortem written before they do. */
#ifndef UCI_CRASH_H
#define UCI_CRASH_H

/* Takes over SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGABRT, in all threads; the calling one gets a
 * stack for it. Each writes a post-mortem, tells where it is on stderr and, if stdout takes it at
 * once, as an info string; then what was there before has its turn: death by that signal, or a
 * sanitizer's report. Call after post_mortem_init. */
void crash_init(void);

#endif
