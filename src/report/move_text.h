/* Moves and lines as people write them. */
#ifndef REPORT_MOVE_TEXT_H
#define REPORT_MOVE_TEXT_H

#include "board/position.h"
#include "inspect/document.h"

/* Adds a legal move with its number: "24.Nf5", "24...Nd3". The position is left as it was. */
void numbered_move(Document *out, Position *pos, Move m);

/* Adds a line of legal moves, 1 or more: "24.Nf5 Qg6 25.Nxe7+". */
void numbered_line(Document *out, Position *pos, const Move *moves, int count);

#endif
