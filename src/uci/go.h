/* The go command, and the others that concern the running search. */
#ifndef UCI_GO_H
#define UCI_GO_H

#include "uci/session.h"

/* Reads the tokens of `go` for a position. What is wrong or missing is told in a line each, and the
 * rest honoured; the result is false then. Afterwards the limits are sound: numbers within their
 * ranges; if nothing but the opponent's clock could end the search, that is ours too, since this is
 * a game, which must go on; infinite if not even that could. */
bool go_parse(Tokens tokens, const Position *pos, SearchLimits *limits);

/* go ...: ends what runs, whose bestmove comes first, then starts a search; `go perft ...` is
 * `perft ...`. */
Command go_start;

/* stop, ponderhit: silent if there is nothing to stop or to hit. */
Command go_stop;
Command go_ponderhit;

#endif
