/* Endgame tablebases in the search: which root moves are worth searching, and what the tables say
 * of a node. Reading the tables is the business of the layer below (tablebase/tablebase.h). */
#ifndef SEARCH_PROBING_H
#define SEARCH_PROBING_H

#include "board/position.h"
#include "search/search.h"

/* Part of a Search. All zero: no tablebases. */
typedef struct Probing {
    TablebaseOptions options;
    int pieces;      /* nodes with more pieces than this are not probed; 0: none is */
    bool root_known; /* the tables know the root, and its score is: */
    int root_score;
} Probing;

/* Begins a search of `pos` whose root moves are `list`. If the tables know the root, keeps those
 * moves that preserve the best result, in the order of their distance to zeroing, the shortest win
 * first. Wins that leave little of the fifty moves are dropped in favour of safer ones; if there is
 * no safer one, or positions have begun to repeat, only the shortest wins stay. If the tables do
 * not know the root, all moves stay. Returns how many positions were found in the tables. */
int probing_rank_root(Probing *p, const Position *pos, MoveList *list);

/* Looks a node up, `ply` plies from the root with `depth` left. True if the tables know it: its
 * score, and whether that is exact or a bound. Call only if p->pieces is not 0. */
bool probing_node(const Probing *p, const Position *pos, int depth, int ply, int *score,
                  ScoreBound *bound);

/* The score to show for the root: the one of the tables, unless the search has found a mate. */
int probing_shown_score(const Probing *p, int score);

#endif
