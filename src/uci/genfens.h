/* Openings for OpenBench, which starts games of self-play from them. */
#ifndef UCI_GENFENS_H
#define UCI_GENFENS_H

#include "uci/session.h"

/* genfens N seed S book None|PATH: N lines `info string genfens FEN`, the same for the same
 * arguments. With a book, a file with an EPD or FEN in each line, each opening starts from a random
 * line of it, else from the start position; see engine/openings.h. Further tokens are told and
 * ignored. Runs on the worker, and is waited for at the end of input. */
Command genfens_start;

/* Frees the book. The worker must be idle. */
void genfens_free(Session *session);

#endif
