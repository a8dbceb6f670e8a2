/* The state of a run of SPSA on disk, so that it can be stopped and gone on with.
 *
 * A state is a text (state_text.h):
 *     Panoptes SPSA state 1
 *     pairs N nodes N seed N openings H classical N rate X
 *     begun N done N wins N draws N losses N
 *     rows N                                         those that are tuned:
 *     NAME value N min N max N step N now X
 *     points N every N
 *     X ... X                                        the rows' values at each point of the path
 *     checksum H
 * Files are hostile input: any bytes may be given. */
#ifndef SPSA_STATE_H
#define SPSA_STATE_H

#include "lib/state_text.h"
#include "spsa/spsa_run.h"

/* Reads the text of a state. Returns false, with the reason in `fault` (STATE_FAULT_SIZE) and *run
 * as it was, if it is anything else than what spsa_state_write writes, or its rows are not those of
 * this program. */
bool spsa_state_parse(const char *text, size_t size, SpsaRun *run, char *fault);

/* Reads a file, as state_load does; STATE_REFUSED, too, if spsa_state_parse refuses it. */
StateResult spsa_state_read(const char *path, SpsaRun *run, char *fault);

/* Writes a file: see state_save. */
bool spsa_state_write(const char *path, const SpsaRun *run, char *fault);

#endif
