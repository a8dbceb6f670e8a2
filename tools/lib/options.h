/* The commands of `lab`, and their command-line options: a table, and a function that reads it. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Runs a command. argv[0] is its name, and NULL ends argv. Returns the exit status, 2 after wrong
 * arguments. */
typedef int LabCommand(int argc, char **argv);

LabCommand lab_bench_kernels, lab_datagen, lab_gauntlet, lab_openings, lab_play, lab_spsa,
    lab_train, lab_tune, lab_wdl;

enum { TOOL_THREADS_MAX = 256 };

/* An option and the place for its value. Exactly one pointer to a value is not NULL, and determines
 * the kind of value. */
typedef struct Option {
    const char *name;   /* with its dashes; NULL ends a table */
    int commands;       /* bits of the commands that have the option; 0 means all */
    bool *flag;         /* no value follows */
    uint64_t *number;   /* an unsigned integer */
    int *integer;       /* a signed integer */
    double *real;       /* a number with a fraction */
    double least, most; /* range of a number; `most` 0 means the greatest uint64_t */
    int *choice;        /* receives the word's index in `choices`, which NULL ends */
    const char *const *choices;
    const char **text; /* a text, which may be given once */
    const char *what;  /* the kind of text, for messages: "the path of a book" */
} Option;

/* Reads the options among `words`, an array that ends with NULL. Moves the other words to the front
 * of `words`, followed by NULL, and returns their number, which must be from `least` to `most`. If
 * not, or if an option is wrong, prints a message that names the tool to stderr, and returns -1. */
int options_read(const char *tool, const Option *table, int command, char **words, int least,
                 int most);

/* Prints a message and an end of line to stderr. Returns false. */
__attribute__((format(printf, 1, 2))) bool complain(const char *format, ...);

/* The number of CPUs that this process may use, but at most TOOL_THREADS_MAX. */
int tool_cores(void);

#endif
