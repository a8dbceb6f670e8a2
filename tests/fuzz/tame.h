/* The real front end, tamed: session after session in one process, by the same engine, without
 * writing a file and without work that takes long. How: see tame.c. */
#ifndef FUZZ_TAME_H
#define FUZZ_TAME_H

#include "tablebase/tablebase_internal.h"

/* Begins to tame: a session that is run now, by one of the functions of uci/uci.h, has `input` as
 * stdin, and whatever file it names to read from holds `file`. */
void session_begin(const uint8_t *input, size_t size, const uint8_t *file, size_t file_size);

/* The session is over. */
void session_end(void);

/* Each go must have been answered, and each isready. */
void session_require_answers(void);

/* Files are not mapped, but copied to memory of their size; and their checksums count as right. */
extern bool maps_are_copies;

/* Any look-up is one in this table of both kinds, if it is not NULL. */
extern const TableFile *tables_are;

#endif
