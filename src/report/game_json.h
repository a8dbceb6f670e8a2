/* A game, its analysis and verdicts as an object of JSON. src/report/JSON.md describes its
 * keys. */
#ifndef REPORT_GAME_JSON_H
#define REPORT_GAME_JSON_H

#include "inspect/json.h"
#include "report/explained_game.h"

/* Adds the game as a value in an array. */
void game_json(Json *j, ExplainedGame *game);

#endif
