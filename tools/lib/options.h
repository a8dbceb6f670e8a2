/* The command-line options of a command: a table, and a function that reads them. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum { TOOL_THREADS_MAX = 256 };

/* An option and the place for its value. The pointer that is not NULL determines the kind. */
typedef struct Option {
    const char *name;   /* with its dashes; NULL ends a table */
    int commands;       /* bits of the commands that take it; 0: all do */
    bool *flag;         /* no value follows */
    uint64_t *number;   /* an unsigned integer */
    int *integer;       /* a signed integer */
    double *real;       /* a number with a fraction */
    double least, most; /* range of a number; most 0: the greatest uint64_t */
    int *choice;        /* the index of a word in `choices`, which NULL ends */
    const char *const *choices;
    const char **text; /* a text, which may be given once */
    const char *what;  /* the kind of text, for messages: "the path of a book" */
} Option;

/* Reads the options of a command among `words`, which NULL ends. Moves the other words to the
 * front, followed by NULL, and returns their number. If an option is wrong, or the other words are
 * fewer than `least` or more than `most`, prints a message with the name of the tool to stderr, and
 * returns -1. */
int options_read(const char *tool, const Option *table, int command, char **words, int least,
                 int most);

/* Prints a message and an end of line to stderr. Returns false. */
__attribute__((format(printf, 1, 2))) bool complain(const char *format, ...);

/* The cores of this machine, from 1 to TOOL_THREADS_MAX. */
int tool_cores(void);

#endif
