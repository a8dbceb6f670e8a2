/* A position as text. */
#ifndef UCI_BOARD_TEXT_H
#define UCI_BOARD_TEXT_H

#include "board/position.h"
#include "core/text.h"

#include <stdbool.h>

/* Adds the board, and beside it how many men of each side attack each square, as the matrix has it.
 */
void board_text(Text *text, const Position *pos, bool color);

/* Adds the men of a set of attacker bits: "Rook e8, Knight f6", "none". */
void attackers_text(Text *text, const State *s, uint32_t set);

#endif
