/* Files of games for people and programs to read, and back. All go past damage, which they report
 * on stderr, and return false if there was any or if the file ends within a game. */
#ifndef GAME_TEXT_H
#define GAME_TEXT_H

#include <stdbool.h>

/* Prints a game a line: FEN|result|move score|move score|...; the result as Game has it. */
bool print_games(const char *path);

/* Prints the quiet positions (ply_is_quiet) as FEN;score;result;game, the game's number counted
 * from 0. */
bool print_quiet_positions(const char *path);

/* Counts, and proves that every game is legal and sound. */
bool check_games(const char *path);

/* Makes a new file of games from text as print_games prints it. False, and there is no new file, if
 * it is there already or a line is no game. */
bool pack_text(const char *text, const char *path);

#endif
