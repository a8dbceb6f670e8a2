/* The options that the program under test lists, and setting them. */
#ifndef SUPPORT_OPTIONS_H
#define SUPPORT_OPTIONS_H

#include "support/dialogue.h"

enum { OPTION_LIMIT = 64, OPTION_NAME_SIZE = 64 };

typedef struct ListedOption {
    char name[OPTION_NAME_SIZE], type[16];
    char initial[LINE]; /* of a string, "<empty>" if it is */
    int64_t min, max;
} ListedOption;

/* The options as `uci` lists them, asked for once. */
const ListedOption *options_listed(int *count);

/* NULL if it is not listed. */
const ListedOption *find_option(const char *name);

/* True if an option is there to be tested; otherwise a check has failed. */
bool is_there(const char *name);

/* Wants an option to be listed so, with at least `max` as its maximum. False if it is not there. */
bool is_listed(const char *name, const char *type, const char *initial, int64_t min, int64_t max);

/* Wants a value to be taken without a word, or to be refused with one error. */
void set_silently(Child *e, const char *name, const char *value);
void refuse(Child *e, const char *name, const char *value);

/* The same for a number: taken if `good`, refused if not. */
void set_number(Child *e, const char *name, int64_t value, bool good);

#endif
