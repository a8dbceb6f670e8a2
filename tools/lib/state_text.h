/* The texts that states of tuning runs are kept as, so that a run can be stopped and gone on with.
 *
 * The first line is a title, which says what it is. Lines of words and numbers follow; which
 * ones, and what separates them, each tuner decides for itself. The last line is a checksum: 16
 * digits, FNV-1a, 64 bits, of all before it. Files are hostile input: any bytes may be given. */
#ifndef STATE_TEXT_H
#define STATE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum {
    STATE_FAULT_SIZE = 160,
    STATE_WORD_SIZE = 64,
    STATE_SIZE_MOST = 64 << 20 /* bytes of a file */
};

/* What is left of a text, and the first thing that was wrong with it. */
typedef struct StateReader {
    const char *at, *end;
    int line;    /* number of the present one */
    char *fault; /* STATE_FAULT_SIZE, printable; "" as long as nothing is wrong */
} StateReader;

/* Begins to read a text of `size` bytes, behind its title, which ends with an end of line; r->end is
 * where the checksum stands. False, with the reason in `fault`, if it has another title, is damaged
 * or cut off. */
bool state_begin(StateReader *r, const char *text, size_t size, const char *title, char *fault);

/* Notes what is wrong, unless something was wrong before. Returns false. */
__attribute__((format(printf, 2, 3))) bool state_refuse(StateReader *r, const char *format, ...);

/* Take what comes next, and the one byte behind it, which is `after`; false, and note why, if it is
 * something else. */

bool state_take_word(StateReader *r, char word[STATE_WORD_SIZE], char after);

/* This word, and a space. */
bool state_take_name(StateReader *r, const char *name);

/* A decimal number; nan and inf are none. */
bool state_take_number(StateReader *r, double *value, char after);

/* A whole number from 0 to `most`. */
bool state_take_count(StateReader *r, double most, long *count, char after);

typedef enum StateResult { STATE_READ, STATE_ABSENT, STATE_REFUSED } StateResult;

/* Reads a file: *text of *size bytes, which the caller frees. STATE_ABSENT: there is none.
 * STATE_REFUSED: `fault` says why; *text is NULL in both cases. */
StateResult state_load(const char *path, char **text, size_t *size, char *fault);

/* Writes what `print` prints, title and all, and its checksum to a file, by os/files.h. False,
 * with the reason in `fault` and the old file as it was, if that fails. */
bool state_save(const char *path, void (*print)(FILE *out, const void *run), const void *run,
                char *fault);

#endif
