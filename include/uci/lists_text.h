/* The piece lists, as text. */
#ifndef UCI_LISTS_TEXT_H
#define UCI_LISTS_TEXT_H

#include "board/position.h"
#include "uci/document.h"

/* Adds the lists of both colours in their order: cells, slots, bits, men and links. */
void lists_text(Document *out, const Position *pos);

#endif
