/* Files of games for people and programs to read. Both go past damage, which they report
 * on stderr, and return false if there was any or if the file ends within a game. */
#ifndef GAME_TEXT_H
#define GAME_TEXT_H

#include <stdbool.h>

/* Prints a game a line: FEN|result|move score|move score|...; the result as Game has it. */
bool print_games(const char *path);

/* Counts, and proves that every game is legal and sound. */
bool check_games(const char *path);

#endif
