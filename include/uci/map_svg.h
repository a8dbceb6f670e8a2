/* The attack map as a picture: a heat map with the men upon it. */
#ifndef UCI_MAP_SVG_H
#define UCI_MAP_SVG_H

#include "board/position.h"
#include "uci/document.h"

/* Each square is the darker the more men of one side attack it in excess of the other's: blue and
 * dotted for White, orange and hatched for Black; its corners tell how many attack it, and the
 * least valuable of them. */
void map_svg(Document *out, const Position *pos);

#endif
