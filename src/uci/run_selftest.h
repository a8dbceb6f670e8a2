/* The command selftest: does this program work on this machine? Ten seconds and a plain verdict. */
#ifndef UCI_RUN_SELFTEST_H
#define UCI_RUN_SELFTEST_H

#include "uci/session.h"

/* selftest: the steps of engine/selftest.h, then the same short search with the kernels of every
 * level that this CPU has, each in a process of its own. Prints a line for each step, then
 * `selftest passed` or `selftest FAILED`, which makes the exit status 1 on the command line. Runs
 * on the worker, and is waited for at the end of input. */
Command selftest_start;

#endif
