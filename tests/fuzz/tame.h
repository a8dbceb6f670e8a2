/* Runs the real front end in the fuzzer: many sessions in one process, with the same engine.
 * Sessions write no files and do no long work. tame.c explains how. */
#ifndef FUZZ_TAME_H
#define FUZZ_TAME_H

#include "tablebase/tablebase_internal.h"

/* Begins a session; the caller then runs it by a function of uci/uci.h. The session has `input` as stdin. Every file
 * that the session reads has the content `file`. */
void session_begin(const uint8_t *input, size_t size, const uint8_t *file, size_t file_size);

/* Ends the session. */
void session_end(void);

/* Fails unless each go of the session had a bestmove, and each isready a readyok. */
void session_require_answers(void);

/* If true, file_map copies a file to a buffer of exactly its size, and every checksum counts as right. */
extern bool maps_are_copies;

/* If `tables_are` is not NULL, all look-ups, of WDL and of DTZ, use the table `tables_are`. */
extern const TableFile *tables_are;

#endif
