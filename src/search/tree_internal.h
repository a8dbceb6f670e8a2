/* A node of the tree, and the functions that search it. */
#ifndef SEARCH_TREE_INTERNAL_H
#define SEARCH_TREE_INTERNAL_H

#include "board/make.h"
#include "core/stats.h"
#include "search/picker_internal.h"
#include "search/search_internal.h"

/* What a search may spend, looked at node by node; and its self-checks, which are due at certain
 * nodes as well. */

/* Runs the self-check that is due, and looks at the limits: sets s->ended if the search must end here.
 * Call in every node. */
void spend_node(Search *s);

/* Checks the root position, if the search checks itself. If that fails, reports it and makes the
 * position from scratch. */
void check_root(Search *s);

/* Runs the self-check if it is due at so many nodes. If it fails, reports it and sets s->ended and
 * s->distrusted: neither the position nor what was searched above it can be trusted. The search
 * returns to search_deepen without unmaking its moves (leave_child), which follows links that may
 * lead anywhere; there restart_at_root begins anew. */
void check_node(Search *s, uint64_t nodes);

/* Makes s->pos from the root anew, forgets the line that led away from it, and lets the search go on
 * if it had ended. */
void restart_at_root(Search *s);

/* One node of the tree: what is known of it before its moves are searched.
 *
 * Figures in brackets behind a step of the search, such as [134 +- 36], are what it gains in Elo;
 * src/search/README.md has them all, and says how they were measured. */

/* What a step of a node has come to. */
typedef struct Verdict {
    bool settled; /* the node is worth `score`, and need not be searched any further */
    int score;
} Verdict;

static ALWAYS_INLINE Verdict verdict_open(void) {
    return (Verdict){false, SCORE_NONE};
}

static ALWAYS_INLINE Verdict verdict_settled(int score) {
    return (Verdict){true, score};
}

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
 * nothing. Evaluates the position if the table hardly has it (n->raw_eval, else SCORE_NONE). */
void node_begin(Search *s, Node *n, int alpha, int beta, int depth, int ply);

/* Takes the static evaluation from the table, or computes it if node_begin has not, and corrects it. */
void node_evaluate(Search *s, Node *n);

/* Which evaluation judges. */
Evaluation search_evaluation(const Search *s);

/* Settled if the rules end the game here, or if the line is too long. */
Verdict node_by_rules(Search *s, int ply);

/* Makes move m of the node at `ply`. */
void enter_child(Search *s, int ply, Move m);

/* Takes the latest move back, unless the position cannot be trusted: see check_node. */
static ALWAYS_INLINE void leave_child(Search *s) {
    if (LIKELY(!s->distrusted))
        unmake_move(&s->pos);
}

/* Sets the principal variation of `ply`: m, then that of the child. */
void extend_pv(Search *s, int ply, Move m);

/* Stores a node in the table: its best move (or MOVE_NONE) and its score, exact or a bound, found
 * by a search to `depth`. */
static ALWAYS_INLINE void node_store(Search *s, const Node *n, Move best, int score, int depth,
                                     ScoreBound bound) {
    const TableData data = {.move = best,
                            .score = score,
                            .eval = n->raw_eval,
                            .depth = depth,
                            .bound = bound,
                            .pv = stack_at(s, n->ply)->tt_pv};
    table_store(s->table, s->pos.state->key, n->ply, &data);
}

/* Starts loading the table's bucket of the child. Call as early as possible: memory takes longer
 * than all that is done before the child asks for it. */
static ALWAYS_INLINE void prefetch_child(const Search *s, Move m) {
    table_prefetch(s->table, key_after(s->pos.state, m));
}

/* True if a score from the table cuts off at beta: it is exact, or a bound on the right side. */
static ALWAYS_INLINE bool table_cuts(const TableData *data, int beta) {
    return data->bound == BOUND_EXACT ||
           data->bound == (data->score >= beta ? BOUND_LOWER : BOUND_UPPER);
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
