/* The files of a run of SPSA: its state, the path of its rows as a table, and src/search/params.h with its values. */
#ifndef SPSA_FILES_H
#define SPSA_FILES_H

#include "spsa/spsa_run.h"

/* All of these: false, with the reason in *reason, if that cannot be. */

bool spsa_state_write(const char *path, const SpsaRun *run, const char **reason);

/* Also false, with *reason NULL, if there is no file. A state is of one list of rows: another one is refused. *run is
 * then as it was. */
bool spsa_state_read(const char *path, SpsaRun *run, const char **reason);

/* Writes a line for each point of the run: the games played, then each row's value, separated by tabs below a line of
 * names. */
bool spsa_table_write(const char *path, const SpsaRun *run, const char **reason);

/* Puts the values of a run, rounded, into a header of parameters, which must have the values that the run began with. */
bool spsa_apply(const char *header, const SpsaRun *run, const char **reason);

#endif
