/* The positions of a book that its moves lead to from the start position. */
#ifndef BOOK_WALK_H
#define BOOK_WALK_H

#include "engine/book.h"

/* Called for each position, `ply` plies from the start position by the shortest way, with its moves
 * (one or more). Those that the visit sets to MOVE_NONE are not followed. False ends the walk. */
typedef bool WalkVisit(void *context, const Position *pos, int ply, BookChoice *choices, int count);

/* Visits each position once, nearer ones first, and in the order of the book's moves. The order
 * does not depend on weights. False if memory is short, which is told on stderr, or a visit has
 * ended it. */
bool book_walk(const Book *book, WalkVisit *visit, void *context);

#endif
