/* What a move is worth, by short searches. */
#ifndef UCI_MOVE_SEARCH_H
#define UCI_MOVE_SEARCH_H

#include "inspect/inspect.h"

/* A debug build is a hundred times slower. */
#ifdef PANOPTES_VERIFY
enum { MOVE_SEARCH_NODES = 1000 };
#else
enum { MOVE_SEARCH_NODES = 100000 };
#endif
#define MOVE_SEARCH_NODES_MAX INT64_C(10000000)

/* Searches all moves of the position, and then `m` alone, with half of `nodes` each, on a table of
 * its own; net: the network that judges, NULL for the classical evaluation. Returns false, after
 * saying so, if memory is short. Runs on the caller's thread, which is to be always the same. */
bool move_search(const Position *pos, Move m, int64_t nodes, const Network *net, MoveWorth *worth);

#endif
