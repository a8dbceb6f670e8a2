/* An opening tree that the engine grows by its own searches.
 *
 * From the start position on, the position that is reached most often is searched for its best few
 * moves, if both sides choose among moves within MARGIN of the best: a move that is d centipawns
 * worse than the best is chosen exp(-d / SPREAD) times as often. So likely lines become long, and
 * unlikely ones stay short. At the end scores are backed up through the tree, which makes those of
 * inner positions much deeper than one search.
 */
#ifndef BOOK_TREE_H
#define BOOK_TREE_H

#include "book/book_entries.h"
#include "book/book_searches.h"

enum { TREE_POSITIONS_MAX = 100000 };

/* Grows a tree of so many searched positions and adds what it would play to `entries`: the moves
 * that are within the margin of the best after backing up, in positions that such moves lead to.
 * Weights are how often they are chosen, 1000 in all. Tells on stdout once a minute how it goes.
 * False, with the reason on stderr, if memory is short or the searches fail. */
bool tree_grow(Searches *searches, int positions, BookEntries *entries);

#endif
