/* The real front end, tamed: session after session in one process, by the same engine, without
 * writing a file and without work that takes long. How: see tame.c. */
#ifndef FUZZ_SESSION_H
#define FUZZ_SESSION_H

#include <stddef.h>
#include <stdint.h>

/* Begins to tame: a session that is run now, by one of the functions of uci/uci.h, has `input` as
 * stdin, and whatever file it names to read from holds `file`. */
void session_begin(const uint8_t *input, size_t size, const uint8_t *file, size_t file_size);

/* The session is over. */
void session_end(void);

/* Each go must have been answered, and each isready. */
void session_require_answers(void);

#endif
