/* The attackers of a square, and exchanges move by move. */
#ifndef UCI_ATTACKERS_REPORT_H
#define UCI_ATTACKERS_REPORT_H

#include "board/position.h"
#include "uci/document.h"

void attackers_report_text(Document *out, const Position *pos, Square sq);
void attackers_report_json(Document *out, const Position *pos, Square sq);

/* Adds the exchange that a move begins, not castling: a line each for its captures, where a side
 * stops, and the value. The move may be one of either side: see exchange_line. */
void exchange_text(Document *out, const Position *pos, Move m);

#endif
