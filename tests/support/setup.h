/* What every test program needs first: tables, positions, and how much work this build can bear. */
#ifndef SUPPORT_SETUP_H
#define SUPPORT_SETUP_H

#include "board/position.h"

/* Where the suites lie; programs run in the root of the repository. */
#ifndef TEST_DATA_DIR
#define TEST_DATA_DIR "tests/data"
#endif

/* Fills the tables and picks the kernels, as main does. Call first. */
void setup_tables(void);

/* An amount of work: all of it in a release build, a part of it in a debug build, whose comparator
 * and sanitizers make it much slower. At least 1. */
int scaled(int amount);

/* A position on the heap, freed with free. Ends the program if memory is short. */
Position *position_new(void);

/* Sets a position up; on a bad FEN prints why and ends the program, since the test itself is wrong.
 */
void position_set(Position *pos, const char *fen);

/* Makes moves, as UCI writes them and with single blanks between them; with one that is not legal it
 * prints that and ends the program. */
void position_play(Position *pos, const char *moves);

/* How many plies can still be made before the position must be rerooted. */
int plies_left(const Position *pos);

#endif
