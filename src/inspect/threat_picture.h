/* Threats as arrows upon the board of a picture. */
#ifndef INSPECT_THREAT_PICTURE_H
#define INSPECT_THREAT_PICTURE_H

#include "inspect/board_svg.h"
#include "inspect/threat_list.h"

/* Draws each threat as an arrow, and at its head what a capture wins. */
void threats_draw(Document *out, const View *view, const ThreatList *list);

/* Explains the arrows: three lines, of which the first is `y` pixels below the picture's top. */
void threats_legend(Document *out, int y);

#endif
