/* The staged captures, as text. */
#ifndef UCI_CAPTURES_TEXT_H
#define UCI_CAPTURES_TEXT_H

#include "board/position.h"
#include "uci/document.h"

/* Adds the captures of the side to move in the order in which they come out, where a threshold cell
 * ends the walk, and what stands behind that; in check, where there is no walk, the evasions that
 * capture. */
void captures_text(Document *out, const Position *pos, Cell threshold);

#endif
