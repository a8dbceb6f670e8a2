/* One node of the tree: what is known of it before its moves are searched.
 *
 * Figures in brackets behind a step of the search, such as [134 +- 36], are what it gains in Elo;
 * src/search/README.md has them all, and says how they were measured. */
#ifndef SEARCH_NODE_H
#define SEARCH_NODE_H

#include "board/make.h"
#include "search/search_data.h"

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

#endif
