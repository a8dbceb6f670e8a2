/* The command go, and those that control the search under way. */
#ifndef UCI_GO_H
#define UCI_GO_H

#include "uci/session.h"

/* Reads the tokens of `go` for a position. Returns false if some are wrong or missing, after a line
 * about each; the others are honoured. Afterwards the limits are consistent:
 * - numbers are within their ranges, without decimals;
 * - if only the opponent's clock is given, ours is the same, since this is a game;
 * - if nothing ends the search, it ends at once where a limit was asked for, be it without a number,
 *   and is infinite where none was. */
bool go_parse(Tokens tokens, const Position *pos, SearchLimits *limits);

/* go [json] ...: ends the search under way, whose bestmove comes first, then starts a new one. `go perft
 * ...` is `perft ...`. `json`, unless a front end has sent `uci`: see search_json.h. */
Command go_start;

/* stop, ponderhit: silent if no search is under way. */
Command go_stop;
Command go_ponderhit;

#endif
