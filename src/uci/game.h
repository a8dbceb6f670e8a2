/* The game's position: from the front end and to it.
 *
 * UCI wants a search to be stopped before `position` and `ucinewgame`. A front end that does not
 * means another game than the one searched: the search ends, with its bestmove, and then they are
 * done. */
#ifndef UCI_GAME_H
#define UCI_GAME_H

#include "uci/session.h"

/* position [startpos | fen FEN] [moves ...]. On a bad FEN the game stays as it was; on an illegal
 * move it stands before that move. Either way nothing is searched until a good `position` comes:
 * the front end means another position than ours. */
Command game_position;

/* The game's position is the last good one; says so if another was asked for since. */
void game_warn_if_refused(const Session *session);

/* ucinewgame */
Command game_new;

/* d: board, attack counts, FEN, key, checkers. */
Command game_show;

/* eval: the static evaluation. */
Command game_evaluate;

#endif
