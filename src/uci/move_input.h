/* Moves as people write them. */
#ifndef UCI_MOVE_INPUT_H
#define UCI_MOVE_INPUT_H

#include "board/position.h"
#include "core/text.h"
#include "moves/illegal.h"

/* Reads a move of a position: as UCI writes it, in SAN, or in a loose form of either: "nf3",
 * "e2-e4", "1.e4", "3...Nf6", "o-o", "e8q". What UCI or SAN understands is what they understand: "b"
 * is the file where a pawn can so move, else the bishop. Returns how many legal moves the text
 * describes; *m is the move if it is one, MOVE_NONE if it is none. */
int move_input_read(const Position *pos, Token token, Move *m);

/* Why a text is no legal move, however it is written: see move_illegal. Returns ": " and the reason, in
 * static space, or "" if there is none to give. */
const char *move_input_reason(const Position *pos, Token token);

/* Reads a move as UCI writes it, and no other way; MOVE_NONE if it is none or not legal. */
Move move_input_uci(const Position *pos, Token token);

/* True for the number of a move that stands alone: "1.", "12...". */
bool move_input_is_number(Token token);

#endif
