/* The state of a tuning run on disk, so that it can be stopped and gone on with.
 *
 * A state is a text (state_text.h):
 *     Panoptes tuner state 1
 *     weights N                     their number, of all groups together
 *     step N epoch N slope X score_slope X lambda X
 *     NAME N                        for each group of weights its name and number, and
 *     X X X X                       for each weight, middlegame first, then endgame: its value, that
 *                                   at the start, the mean and the square of its gradients
 *     checksum H
 * Files are hostile input: any bytes may be given. */
#ifndef TUNE_STATE_H
#define TUNE_STATE_H

#include "lib/state_text.h"
#include "tune/tune_model.h"

/* A run that can be gone on with. */
typedef struct Run {
    Model model, start; /* now, and what decay pulls towards */
    Model mean, square; /* Adam's first and second moments */
    Target target;
    long step;
    int epoch;
} Run;

/* True if a run is one that a state may hold: all is finite and in range, and the weights fit into
 * those of the engine. */
bool state_is_sound(const Run *run);

/* Reads the text of a state, `size` bytes that need not end with a 0. Groups of weights that it
 * lacks keep what *run has, and those that this program does not know are passed over: the list of
 * terms may have changed. Returns false, with the reason in `fault` (STATE_FAULT_SIZE, printable)
 * and *run as it was, if it is anything else than what state_write writes: damaged, cut off, or with
 * another number of weights in a group. */
bool state_parse(const char *text, size_t size, Run *run, char *fault);

/* Reads a file, as state_load does; STATE_REFUSED, too, if state_parse refuses it. */
StateResult state_read(const char *path, Run *run, char *fault);

/* Writes a file, by os/files.h. Returns false, with the reason in `fault` and the old file as
 * it was, if that fails or the run is not sound. */
bool state_write(const char *path, const Run *run, char *fault);

#endif
