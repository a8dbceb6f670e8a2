/* Writing down the positions that the threads were working on. Async-signal-safe. */
#ifndef POSTMORTEM_DUMP_H
#define POSTMORTEM_DUMP_H

#include "board/position.h"
#include "postmortem/raw_output.h"

/* Writes all searches under way, each with its root, its line and the position reached, and the
 * position of the worker's job, if it is not NULL. Other threads may be changing them meanwhile. */
void dump_work(RawOutput *out, const Position *job);

/* The nodes of that search under way which has most; 0 without one. */
int64_t dump_most_nodes(void);

#endif
