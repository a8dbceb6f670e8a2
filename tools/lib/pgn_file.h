/* Games in PGN from an open file, as the tools read them. */
#ifndef PGN_FILE_H
#define PGN_FILE_H

#include "moves/pgn.h"

#include <stdio.h>

/* Reads all games of a file. *error becomes errno if the file cannot be read to its end or memory
 * is short, else 0. */
PgnCount pgn_read_file(FILE *file, const PgnHandler *handler, int *error);

#endif
