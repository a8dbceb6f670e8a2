/* The commands of `lab`, the program that measures, tunes and makes data. */
#ifndef LAB_H
#define LAB_H

/* Runs a command. argv[0] is its name, and NULL ends argv. Returns the exit status, 2 after wrong
 * arguments. */
typedef int LabCommand(int argc, char **argv);

LabCommand lab_bench_kernels, lab_datagen, lab_gauntlet, lab_openings, lab_play, lab_spsa,
    lab_train, lab_tune, lab_wdl;

#endif
