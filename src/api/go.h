/* A search of a player, by limits as the command `go` has them. */
#ifndef API_GO_H
#define API_GO_H

#include "api/player.h"
#include "core/text.h"

/* Reads the tokens of `go` for the player's game. Returns false if some are wrong or missing, after a complaint
 * of each; the others are honoured. Afterwards the limits are consistent:
 * - numbers are within their ranges, without decimals;
 * - if only the opponent's clock is given, ours is the same, since this is a game;
 * - if nothing ends the search, it ends at once where a limit was asked for, be it without a number,
 *   and is infinite where none was. */
bool go_read(const Player *player, Tokens tokens, SearchLimits *limits);

/* Adds a blank and the limits that were understood. */
void go_limits_text(Text *text, const SearchLimits *limits);

/* Says a move of the book as the answer, if there is one and this is a game. In analysis, and in JSON, a search is
 * wanted. Returns false if there is none. */
bool go_from_book(const Player *player, const SearchLimits *limits);

/* Starts the search. The engine must be idle; its reporter calls api/lines.h. Returns false, after a complaint, if the
 * classical evaluation takes the place of a network. */
bool go_begin(Player *player, const SearchLimits *limits);

#endif
