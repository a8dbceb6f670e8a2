/* Whole numbers on a command line. */
#ifndef PARSE_UNSIGNED_H
#define PARSE_UNSIGNED_H

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Reads a decimal number without a sign; false if the word is none, or not from `least` to
 * `most`. */
static inline bool parse_unsigned(const char *word, uint64_t least, uint64_t most,
                                  uint64_t *value) {
    char *end;
    errno = 0;
    *value = strtoull(word, &end, 10);
    return isdigit((unsigned char)*word) && *end == '\0' && errno == 0 && *value >= least &&
           *value <= most;
}

#endif
