/* A game as PGN, with what was found in it. */
#ifndef REPORT_GAME_PGN_H
#define REPORT_GAME_PGN_H

#include "report/explained_game.h"

/* Adds the game: all of the input, and with each move its value, a NAG for its mark, the line that
 * was better as a variation, and the sentences as a comment. Lines have up to 80 characters, unless
 * a word is longer. */
void game_pgn(Document *out, ExplainedGame *game);

#endif
