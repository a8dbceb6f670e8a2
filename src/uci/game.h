/* The position of the game: setting it up and showing it.
 *
 * UCI demands that a search is stopped before `position` and `ucinewgame`. If a front end does not,
 * it means another game than the one searched: the search is ended, with its bestmove, and then the
 * command is carried out. */
#ifndef UCI_GAME_H
#define UCI_GAME_H

#include "uci/session.h"

/* position [startpos | fen FEN] [moves ...], position pgn FILE [game N] [MOVE]. Unless a front end
 * has sent `uci`, a person writes: the moves may stand as in move_input.h, with their numbers, `fen`
 * may be missing, and the game of a file be taken, as game_file.h reads it. After an invalid FEN, or
 * a file that is wrong, the game stays as it was; after an illegal move it stands before that move.
 * Either way nothing is searched until a valid `position` comes, since another one was meant. */
Command game_position;

/* If the last `position` was refused, reports that the position of the game is an older one. */
void game_warn_if_refused(const Session *session);

/* True if a FEN begins with this token: `fen`, or a board such as "8/8/4k3/8/8/4K3/8/8", right or
 * wrong. */
bool game_fen_begins(Token token);

/* Reads a FEN, behind the token `fen` or without it, into a position. Returns false, after reporting
 * what is wrong, for the command `name`, if none begins there, it is not valid, or too long. */
bool game_read_fen(Tokens tokens, const char *name, Position *pos);

/* Reads what the rest of a query's line asks about: a FEN or, if nothing is there, the position of
 * the game. Returns false, after reporting what is wrong and that the command `name` is written as
 * `usage`, if it is anything else. */
bool game_read_asked(const Session *session, Tokens tokens, const char *name, const char *usage,
                     Position *pos);

/* The last move of the game that `position` gave, and the position before it. False if there is none,
 * or another position stands there by other commands. */
bool game_last_move(const Session *session, Position *before, Move *last);

/* Reports, for the command `name`, what of a valid FEN was left out: see fen_check. */
void game_report_left_out(const char *name, const char *fen);

/* ucinewgame */
Command game_new;

/* d [fen FEN]: board, attack counts, FEN, key, checkers, the state of the game. */
Command game_show;

#endif
