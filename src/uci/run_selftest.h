/* selftest: does this program work on this machine? In ten seconds, with a plain verdict. */
#ifndef UCI_RUN_SELFTEST_H
#define UCI_RUN_SELFTEST_H

#include "uci/session.h"

/* selftest: the steps of engine/selftest.h, then the same short search by the kernels of every
 * level that this CPU has, each in a process of its own. A line for each step, then `selftest
 * passed` or `selftest FAILED`; on the command line the exit status is 1 then. Runs on the worker,
 * and is waited for at the end of input. */
Command selftest_start;

#endif
