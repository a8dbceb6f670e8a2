/* Random openings: balanced positions to begin games of self-play with. */
#ifndef ENGINE_OPENINGS_H
#define ENGINE_OPENINGS_H

#include "board/fen.h"

typedef struct Openings Openings;

/* Makes a source of openings, or returns NULL if memory is short. The same seed and the same calls
 * give the same openings on every machine. */
Openings *openings_create(uint64_t seed);

void openings_free(Openings *openings);

/* A random number from 0 to n - 1, from the same source; n > 0. */
uint64_t openings_draw(Openings *openings, uint64_t n);

/* Plays 8 or 9 random legal moves from a FEN (its counters may be missing) and writes the position
 * to `fen`. False if the FEN is invalid, if the game ends within these moves, or if a short search
 * finds one side better by more than OPENING_SCORE_MAX. Another call may succeed then. */
bool openings_try(Openings *openings, const char *start, char fen[FEN_SIZE]);

enum { OPENING_SCORE_MAX = 150 }; /* centipawns */

#endif
