/* What a search has found a move worth, as text and as JSON. */
#ifndef INSPECT_WORTH_H
#define INSPECT_WORTH_H

#include "inspect/inspect.h"
#include "inspect/json.h"

/* The verdict in winning chances, the line that follows, or the reply that refutes the move, and a
 * better move if there is one. `before` is the position before the move, which is the first of
 * worth->own. */
void worth_text(Document *out, const Position *before, const MoveWorth *worth);

/* The same as a value in an object; null if worth is NULL. */
void worth_json(Json *j, const char *key, const Position *before, const MoveWorth *worth);

#endif
