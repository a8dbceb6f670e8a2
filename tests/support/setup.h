/* The setup of test programs: tables, positions, and the amount of work for this build. */
#ifndef SUPPORT_SETUP_H
#define SUPPORT_SETUP_H

#include "board/position.h"

/* The folder of the test data, relative to the root of the repository, in which tests run. */
#ifndef TEST_DATA_DIR
#define TEST_DATA_DIR "tests/data"
#endif

/* Fills the engine's tables and picks the kernels, as main does. Call before all other functions. */
void setup_tables(void);

/* Returns how often to repeat a test: `amount` in a release build, less but at least 1 in a debug build, whose
 * comparator and sanitizers take time. */
int scaled(int amount);

/* Allocates a position; free it with free. Ends the program if memory is short. */
Position *position_new(void);

/* Sets a position up. If the FEN is bad, prints the reason and ends the program, since the test
 * itself is wrong. */
void position_set(Position *pos, const char *fen);

/* Returns the FEN of a position in a static buffer, which the next call overwrites. */
const char *fen_of(const Position *pos);

/* Makes moves in UCI notation, separated by single blanks. Prints an illegal move and ends the
 * program.
 */
void position_play(Position *pos, const char *moves);

/* Reads a line of moves in UCI notation, and restores the position. Returns the number of moves. */
int line_read(Position *pos, const char *moves, Move *line);

/* Returns the number of moves that the stack of `pos` has room for before a position_reroot. */
int plies_left(const Position *pos);

#endif
