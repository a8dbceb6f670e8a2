/* The attack map as text and as JSON: for every square how many men of each side attack it, and
 * which is the least valuable. */
#ifndef UCI_MAP_REPORT_H
#define UCI_MAP_REPORT_H

#include "board/position.h"
#include "uci/document.h"

void map_text(Document *out, const Position *pos);
void map_json(Document *out, const Position *pos);

/* The type of the least valuable of a colour's men who attack a square; there is one. */
PieceType least_type(const State *s, Square sq, Color c);

/* The letter of a type: "P" to "K". */
char type_letter(PieceType type);

#endif
