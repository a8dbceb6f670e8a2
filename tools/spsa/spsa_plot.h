/* The paths of a run of SPSA as a picture. */
#ifndef SPSA_PLOT_H
#define SPSA_PLOT_H

#include "spsa/spsa_run.h"

/* Writes an SVG by os/files.h: a panel for each row that is tuned, all with one scale, in steps
 * of the row (c_end) from where it began. False, with the reason in *reason, if that fails. */
bool spsa_write_plot(const char *path, const SpsaRun *run, const char **reason);

#endif
