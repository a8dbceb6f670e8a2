/* The words of a command: a table of its options, and one loop that reads them. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { TOOL_THREADS_MAX = 256 };

/* An option and where its value goes: the one pointer that is not NULL says of what kind it is. */
typedef struct Option {
    const char *name;   /* with its dashes; NULL ends a table */
    int commands;       /* bits of the commands that take it; 0: all do */
    bool *flag;         /* no value follows */
    uint64_t *number;   /* a whole number without a sign, */
    int *integer;       /* or a smaller one, */
    double *real;       /* or one with a fraction, from least to most; */
    double least, most; /* most 0: as great as a `number` can be */
    int *choice;        /* the index of a word in this list, which NULL ends */
    const char *const *choices;
    const char **text; /* may be given once */
    const char *what;  /* a text it takes, for complaints: "the path of a book" */
} Option;

/* Reads the options of a command among `words`, which NULL ends, and moves the other words to the front, behind which
 * is NULL again. Returns how many these are. If one is wrong, or they are fewer than `least` or more than `most`, it
 * says on stderr what is wrong and what is allowed, with the name of the tool, and returns -1. */
int options_read(const char *tool, const Option *table, int command, char **words, int least,
                 int most);

/* Says on stderr what is wrong, and ends the line. Returns false. */
__attribute__((format(printf, 1, 2))) bool complain(const char *format, ...);

/* The cores of this machine, from 1 to TOOL_THREADS_MAX. */
int tool_cores(void);

#endif
