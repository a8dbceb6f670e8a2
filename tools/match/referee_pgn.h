/* A game of the referee as PGN. */
#ifndef REFEREE_PGN_H
#define REFEREE_PGN_H

#include "inspect/document.h"
#include "match/referee_game.h"

/* Adds a game: its tags, with why it ended, and its moves in SAN, each with {score/depth
 * seconds}. Both games of an opening have the same round. `pos` is room to work in. */
void referee_pgn_add(Document *out, const RefereeGame *game, Player *const players[COLOR_COUNT],
                     int round, Position *pos);

#endif
