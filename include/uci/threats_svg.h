/* Threats as a picture: arrows on a board. */
#ifndef UCI_THREATS_SVG_H
#define UCI_THREATS_SVG_H

#include "board/position.h"
#include "uci/document.h"

/* White's arrows are blue, Black's orange, and each begins at the man who threatens: thick for what
 * can be taken, with what that wins at its head; thin for forks and checks; dashed for pins, from
 * the pinner to the one who must not be uncovered. */
void threats_svg(Document *out, const Position *pos);

#endif
