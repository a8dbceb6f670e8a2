/* Squares tinted by which side has more attackers there. Both scales darken alike, so that the shade
 * shows by how many even in grey, and a pattern shows the side: White's dotted, Black's hatched. */
#ifndef INSPECT_TINT_SVG_H
#define INSPECT_TINT_SVG_H

#include "inspect/board_svg.h"

/* Defines the patterns, once in a picture. */
void tint_begin(Document *out);

/* Draws a square by the excess of White's attackers over Black's. `attacked`: by either side. */
void tint_square(Document *out, const View *view, Square sq, int excess, bool attacked);

/* The attackers that White has on a square more than Black. */
int attackers_excess(const State *s, Square sq);

/* The scale, from the upper left corner (left, y) on, 330 pixels wide and 44 high. */
void tint_legend(Document *out, int left, int y);

#endif
