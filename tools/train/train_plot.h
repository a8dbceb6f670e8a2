/* What a training run prints afterwards: a table of its losses and a picture of them. */
#ifndef TRAIN_PLOT_H
#define TRAIN_PLOT_H

#include "train/train_state.h"

/* What the table of losses begins with. */
#define LOSSES_HEAD "epoch\ttrained\theld_out\n"

/* Write a file by os/files.h. False, with the reason in *reason, if that fails. */

/* Lines of epoch, loss and loss held out, separated by tabs, below a line of names. */
bool write_losses(const char *path, const TrainRun *run, const char **reason);

/* An SVG: both losses over the epochs. */
bool write_plot(const char *path, const TrainRun *run, const char **reason);

#endif
