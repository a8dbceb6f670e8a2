/* What this program is and what it runs on: build, CPU, and which kernels were picked and why. */
#ifndef POSTMORTEM_MACHINE_H
#define POSTMORTEM_MACHINE_H

#include "core/text.h"

/* Adds version, build id, compiler and kind of build, a line each. */
void machine_build(Text *text);

/* Adds the CPU, its features, the level used and why, and the version picked of each kernel. */
void machine_cpu(Text *text);

#endif
