/* A node of the tree, and the functions that search it. */
#ifndef SEARCH_TREE_INTERNAL_H
#define SEARCH_TREE_INTERNAL_H

#include "board/make.h"
#include "core/stats.h"
#include "search/picker_internal.h"
#include "search/search_internal.h"

/* The limits of a search, tested node by node; and its self-checks, which are due at certain
 * nodes as well. */

/* Runs the self-check that is due, and looks at the limits: sets s->ended if the search must end here.
 * Call in every node. */
void spend_node(Search *s);

/* Checks the root position, if the search checks itself. If that fails, reports it and makes the
 * position from scratch. */
void check_root(Search *s);

/* Runs a part of a search. In a search with self-checks, returns false if the part crashed or was caught
 * in a loop (search_escape). That counts as a fault, and restart_at_root must follow. */
bool search_survives(Search *s, void (*part)(Search *s));

/* Checks a search that has deepened (`result` is NULL) or its result, if it checks itself and has met no fault
 * so far. False if that fails, which is then reported. */
bool end_is_well(Search *s, const SearchResult *result);

/* Sets s->pos to the root again, clears the stack, and lets an ended search continue. */
void restart_at_root(Search *s);

/* One node of the tree: the facts that are known before its moves are searched.
 *
 * Figures in brackets after a step of the search, such as [134 +- 36], are its gain in Elo;
 * src/search/LAB.md has them all, with their conditions. */

typedef struct Node {
    int alpha, beta; /* alpha rises as moves are found */
    int depth, ply;
    int best_score;
    bool pv;       /* the window is open: the line of moves is wanted */
    bool cut_node; /* expected to fail high */
    bool in_check;
    int rise;       /* of the evaluation since this side's last move */
    bool improving; /* it has risen, or is above beta */
    bool tt_hit;    /* the transposition table has the position, and says: */
    TableData tt;
    bool tt_noisy; /* the table's move is a capture or promotion */
    int raw_eval;  /* static evaluation as the table keeps it, SCORE_NONE in check */
    int eval;      /* the same, corrected by history */
    int estimate;  /* eval, or the table's score where that is a bound beyond eval */
    bool multicut; /* settled by a shallower search (singular_look) */
    Move excluded; /* a move left out of the search of this node, or MOVE_NONE */
    HistoryView view;
    Corrections corrections; /* not in check */
} Node;

static ALWAYS_INLINE StackEntry *stack_at(Search *s, int ply) {
    return &s->stack[STACK_BEFORE + ply];
}

/* Empties all stack entries, for a search that begins at its root. */
void stack_clear(Search *s);

/* Sets up a node of the position on s->pos. Finds its corrections and probes the table; searches
 * nothing. Evaluates the position if a hit is unlikely (n->raw_eval, else SCORE_NONE). */
void node_begin(Search *s, Node *n, int alpha, int beta, int depth, int ply);

/* Takes the static evaluation from the table, or computes it if node_begin has not, and corrects it. */
void node_evaluate(Search *s, Node *n);

/* The evaluation that scores positions. */
Evaluation search_evaluation(const Search *s);

/* Stores the root as searched to a depth, unless it is the node of a later line. */
void store_root(Search *s, const Node *n, Move best, int depth, ScoreBound bound);

/* Makes move m of the node at `ply`. */
void enter_child(Search *s, int ply, Move m);

/* Takes the latest move back, unless the position cannot be trusted: see s->distrusted. */
static ALWAYS_INLINE void leave_child(Search *s) {
    if (LIKELY(!s->distrusted))
        unmake_move(&s->pos);
}

/* --- the tree: functions that search a node by searching its children ------------------------ */

/* Searches the position on s->pos at `ply` plies from the root (1 to MAX_PLY). The score is
 * fail-soft; it means nothing once s->ended is set. In an open window the line is left in
 * s->pv[ply]. */
int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut_node);

/* Makes move m of a node, its move_count-th (from 1), searches it against n->alpha and unmakes it.
 * Late moves are searched less deeply at first; `extension` is added to the depth. Returns the
 * score for the node's side. */
int search_child(Search *s, const Node *n, Move m, int move_count, int extension);

/* Fills the reduction table. Call once. */
void reduce_init(void);

#endif
