/* What this program is and what it runs on, for people: build, CPU, kernels and why they were
 * picked.
 */
#ifndef UCI_MACHINE_H
#define UCI_MACHINE_H

#include "core/text.h"
#include "uci/session.h"

/* Adds version, build id, compiler and kind of build, a line each. */
void machine_build(Text *text);

/* Adds the CPU, its features, the level used and why, and each kernel with the version picked. */
void machine_cpu(Text *text);

/* cpu */
Command machine_tell;

#endif
