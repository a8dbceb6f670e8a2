/* A move in a few sentences. */
#ifndef INSPECT_MOVE_SUMMARY_H
#define INSPECT_MOVE_SUMMARY_H

#include "inspect/inspect.h"

/* What the move does, whether it ends the game or brings it near its end, and what it is worth, unless
 * worth is NULL. */
void move_summary(Document *out, const Position *before, const Position *after, Move m,
                  const MoveWorth *worth);

#endif
