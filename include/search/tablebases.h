/* What the search makes of endgame tablebases: which root moves are worth searching, and nodes that
 * need no search. */
#ifndef SEARCH_TABLEBASES_H
#define SEARCH_TABLEBASES_H

#include "search/report.h"

#include <stdatomic.h>

typedef struct Search Search;

/* What the user wants. */
typedef struct TablebaseOptions {
    int depth;   /* nodes with as many men as the largest table are probed from this depth on */
    int limit;   /* positions with more men than this are not probed; 0: none is */
    bool rule50; /* cursed wins and blessed losses are draws; else wins and losses */
} TablebaseOptions;

enum { TABLEBASE_DEPTH_DEFAULT = 1, TABLEBASE_DEPTH_MAX = 100, TABLEBASE_LIMIT_DEFAULT = 7 };

/* Part of a Search. All zero: no tablebases. */
typedef struct Tablebases {
    TablebaseOptions options;
    int men;                    /* nodes with more men than this are not probed; 0: none is */
    atomic_uint_least64_t hits; /* positions found; read by other threads too */
    bool root_known;            /* the tables know the root; its score is: */
    int root_score;
} Tablebases;

/* The scores that the tables set to a node. */
typedef struct TablebaseRange {
    int low, high;
} TablebaseRange;

/* Begins a search: keeps those root moves that preserve the best result, in the order of their
 * distance to zeroing, the shortest win first. Of wins, those that leave little of the
 * fifty moves give way to surer ones; if there are none, or positions have begun to repeat, only
 * the shortest are kept. All moves stay if the tables do not know the root. */
void tablebases_rank_root(Search *s);

/* Probes the tables for the current position, at `ply` plies from the root with `depth` left. True
 * if they settle it: *score is its value, and is remembered. Else *range holds what they tell. To
 * be called only if s->tablebases.men is not 0. */
bool tablebases_settle(Search *s, int alpha, int beta, int depth, int ply, TablebaseRange *range,
                       int *score);

/* The score to show for the root: the tables' in place of the search's, but for a mate found. */
int tablebases_shown_score(const Tablebases *t, int score);

#endif
