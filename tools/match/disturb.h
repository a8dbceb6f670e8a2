/* A soak: what impatient users and programs do to an engine between and within the moves of a match, and what an engine
 * must not lose by it. All functions do nothing for a player without a disturbance. */
#ifndef MATCH_DISTURB_H
#define MATCH_DISTURB_H

#include "match/referee_game.h"

typedef struct Disturbance Disturbance;

/* Begins one, for both players of a match, one game at a time. Each game is followed by an analysis of up to `slice`
 * milliseconds. Post-mortems go to a folder that is made for them. NULL, after saying why, if that fails. */
Disturbance *disturbance_create(uint64_t seed, int slice);

/* Prints how much was lost of each kind, and frees. True if it was nothing. */
bool disturbance_end(Disturbance *d);

/* Draws what a game begins with: each fourth is of Chess960, half of them with pondering. */
void disturbance_start(Disturbance *d, int number, RefereeGame *game, Position *pos,
                       char fen[FEN_SIZE]);

enum { DISTURBANCE_OPTIONS = 256 };

/* Writes lines that set options of a player for the next game; "" for none. */
void disturbance_options(Player *player, char lines[DISTURBANCE_OPTIONS]);

/* Does something to a player that thinks: asks isready, stops it, or halts the process for a moment. Returns for how
 * many microseconds the process was halted. */
int64_t disturbance_thinking(Player *player);

/* Hears a line; at rest, nobody waits for a move. Complaints are losses. */
void disturbance_hear(Player *player, const char *line, bool rest);

/* Notes a loss of no kind that has a name. */
void disturbance_lost(Player *player, const char *what);

/* After a game: what ended it may be a loss. Both players analyse and rest, and what they hold must not have grown. */
void disturbance_rest(Player *const players[COLOR_COUNT], const RefereeGame *game, Position *pos);

#endif
