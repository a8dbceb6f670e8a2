/* The tree: the functions that search a node by searching its children.
 *
 *     search_node, search_child           tree.c        a node and one of its moves
 *     prune_node, move_is_pruned          prune.c       what is left out
 *     reduction_for, singular_look        reduce.c      how deep a move is searched
 *     quiescence                          quiescence.c  a node without depth left
 *
 * The first three files call each other, since the search is recursive: no others in src/search
 * do. */
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include "core/stats.h"
#include "search/node.h"
#include "search/picker.h"

/* Searches the position on s->pos at `ply` plies from the root (1 to MAX_PLY). The score is
 * fail-soft; it means nothing once s->ended is set. In an open window the line is left in
 * s->pv[ply]. */
int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut_node);

/* Makes move m of a node, its move_count-th (from 1), searches it against n->alpha and unmakes it.
 * Late moves are searched less deeply at first; `extension` is added to the depth. Returns the
 * score for the node's side. */
int search_child(Search *s, const Node *n, Move m, int move_count, int extension);

/* The value of the position once it is quiet: only captures, promotions and evasions are
 * searched. */
int quiescence(Search *s, int alpha, int beta, int ply);

/* Tries to settle a node without searching its moves. Open also if the search must end
 * (s->ended). */
Verdict prune_node(Search *s, const Node *n);

/* What to do with a move before it is made. */
typedef enum MovePruning { KEEP_MOVE, SKIP_MOVE, SKIP_QUIETS } MovePruning;

/* Whether to leave out a move that would most likely fail low. */
MovePruning move_is_pruned(Search *s, const Node *n, Move m, int move_count);

/* Fills the reduction table. Call once. */
void reduce_init(void);

/* The reduction of a move by depth and move count alone, in 1/1024 ply. */
int base_reduction(int depth, int move_count, bool quiet);

/* What the reduction of a late move needs to know from before it is made. */
typedef struct LateMove {
    Move move;
    int count; /* its number among the moves of the node, from 1 */
    int history_score;
    bool quiet;
    bool escaped; /* it leaves a square that a lesser piece attacks */
} LateMove;

/* The whole reduction of a move that has just been made, in 1/1024 ply. */
int reduction_for(Search *s, const Node *n, const LateMove *late);

/* What the search of a node without its table move has shown. */
typedef struct Singular {
    int extension; /* plies to add for the table's move: above 0 if all other moves are much worse,
                    * below 0 if they are as good */
    Verdict node;  /* settled if another move beats beta, too (multicut) */
} Singular;

/* Looks whether a move is the table's, and singular; nothing to add for any other. Means nothing if
 * the search must end (s->ended). */
Singular singular_look(Search *s, const Node *n, Move m);

#endif
