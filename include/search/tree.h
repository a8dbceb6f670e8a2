/* What iterative deepening needs of the tree search. Private to the search floor. */
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include "search/search.h"

/* What the moves of a node need to know of it. */
typedef struct Node {
    int alpha, beta, depth, ply;
    int eval; /* static, SCORE_NONE in check */
    bool pv;  /* the window is open: its line is wanted */
    bool cut; /* expected to fail high */
    bool checked;
    bool improving; /* the evaluation has risen since this side's last move */
} Node;

/* Searches the current position of s->pos at `ply` plies from the root (1 to MAX_PLY). The score is
 * fail-soft; it means nothing once s->ended is set. In an open window the line is left in
 * s->pv[ply]. */
int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut_node);

/* Makes the number-th move of a node (from 1), searches it against alpha, late quiet moves reduced
 * at first, and takes it back. Returns its score for the node's side. */
int search_child(Search *s, const Node *n, Move m, int number, bool quiet, int alpha);

#endif
