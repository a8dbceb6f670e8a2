/* A game as a document in HTML: what is read without scripts, and printed. */
#ifndef REPORT_GAME_HTML_H
#define REPORT_GAME_HTML_H

#include "report/explained_game.h"

/* Adds an <article class="game" id="game-N">, N the game's number in its file: players, event,
 * opening, summary, a table of both sides, and the moves with marks, comments, sentences and lines.
 */
void game_html(Document *out, ExplainedGame *game);

#endif
