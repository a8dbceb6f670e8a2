/* The game of a player: setting it up, and reading moves and positions as people write them. */
#ifndef API_GAME_H
#define API_GAME_H

#include "api/player.h"
#include "core/text.h"
#include "inspect/document.h"
#include "moves/notation.h"

/* --- moves ----------------------------------------------------------------------------------- */

/* Reads a move of a position: as UCI writes it, in SAN, or in a loose form of either: "nf3",
 * "e2-e4", "1.e4", "3...Nf6", "o-o", "e8q". What UCI or SAN understands is what they understand: "b"
 * is the file where a pawn can so move, else the bishop. Returns how many legal moves the text
 * describes; *m is the move if it is one, MOVE_NONE if it is none. */
int move_input_read(const Position *pos, Token token, Move *m);

/* Why a text is not a legal move, however it is written: see move_illegal. The text is ": " and the
 * reason, or "" if there is none to give. */
typedef struct MoveReason {
    char text[sizeof ": " + ILLEGAL_SIZE];
} MoveReason;

MoveReason move_input_reason(const Position *pos, Token token);

/* Reads a move as UCI writes it, and no other way; MOVE_NONE if it is none or not legal. */
Move move_input_uci(const Position *pos, Token token);

/* --- positions ------------------------------------------------------------------------------- */

/* True if a FEN begins with this token: `fen`, or a board such as "8/8/4k3/8/8/4K3/8/8", right or
 * wrong. */
bool game_fen_begins(Token token);

/* Reads a FEN, after the token `fen` or without it, into a position. If no FEN begins there, or it is
 * invalid or too long, complains for the command `name` and returns false. */
bool game_read_fen(const Player *player, Tokens tokens, const char *name, Position *pos,
                   Document *notes);

/* Reads what the rest of a question asks about: a FEN or, if nothing is there, the position of the
 * game. If it is anything else, complains, names the `usage` of the command `name`, and returns false. */
bool game_read_asked(const Player *player, Tokens tokens, const char *name, const char *usage,
                     Position *pos, Document *notes);

/* Says, for the command `name`, which parts of a valid FEN were left out: see fen_check. Unless `notes` is
 * NULL, adds that to them instead, to be printed after an answer. The functions above do the same. */
void game_report_left_out(const Player *player, const char *name, const char *fen, Document *notes);

/* --- the game -------------------------------------------------------------------------------- */

/* Sets the game up: startpos | fen FEN, then moves ... or nothing. For a player that is not
 * strict, moves may have any form of move_input_read, and numbers, and `fen` may be missing. Returns false after a complaint: after an invalid FEN the game stays as it was, after an
 * illegal move it stands before that move. */
bool game_set_up(Player *player, Tokens tokens);

/* Begins to remember the game here. */
void game_remember(Player *player);

/* Plays a legal move of the game, or MOVE_NULL out of check, and remembers it. */
void game_play(Player *player, Move m);

/* True if the game leads to a position: a question may be about another one. */
bool game_leads_to(const PlayedGame *game, const Position *pos);

/* The last move of the game, and the position before it. False if there is none, or another position
 * stands there by other commands. */
bool game_last_move(const Player *player, Position *before, Move *last);

#endif
