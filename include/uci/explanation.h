/* What a move changes, in plain sentences and as JSON. */
#ifndef UCI_EXPLANATION_H
#define UCI_EXPLANATION_H

#include "board/position.h"
#include "uci/document.h"

/* `m` is legal in `before`; `after` is the position with it made. */
void explanation_text(Document *out, const Position *before, const Position *after, Move m);
void explanation_json(Document *out, const Position *before, const Position *after, Move m);

#endif
