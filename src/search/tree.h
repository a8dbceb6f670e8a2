/* What the parts of the tree search share. Private to the search floor.
 *
 * A figure in brackets behind a step of the search, such as [134 +- 36], is what it gains in Elo:
 * the engine of November 2026 against itself without the step, 200 to 500 games at 6,000 nodes a
 * move (openings of 8moves_v3, each with both colours), with the 95 % error. At so few nodes what
 * pays at depth shows little or nothing; where more figures of one thing are given, they are at
 * 20,000 nodes. A step without a figure was taken over as the field has it. */
#ifndef SEARCH_TREE_H
#define SEARCH_TREE_H

#include "board/make.h"
#include "board/repetition.h"
#include "core/stats.h"
#include "search/picker.h"
#include "search/search.h"

/* A node being searched. */
typedef struct Node {
    int alpha, beta; /* alpha rises as moves are found */
    int depth, ply;
    int best_score; /* the best score so far */
    bool pv;        /* the window is open: its line is wanted */
    bool cut_node;  /* expected to fail high */
    bool in_check;  /* in check */
    bool improving; /* the evaluation has risen since this side's last move, or beats beta */
    bool tt_hit;    /* the table has the position */
    int raw_eval;   /* static evaluation as it lies in the table, SCORE_NONE in check */
    int eval;       /* the same, corrected by history */
    int estimate;   /* bettered by the table's bound where that says more */
    TableData tt;   /* what the table says, if known */
    bool tt_noisy;  /* its move is a capture or promotion */
    bool multicut;  /* settled by a shallower search (singular_extension) */
    Move excluded;  /* a move left out of the search of this node, or MOVE_NONE */
    HistoryView view;
} Node;

static ALWAYS_INLINE Frame *frame_at(Search *s, int ply) {
    return &s->frames[FRAMES_BEFORE + ply];
}

/* --- search.c ------------------------------------------------------------------------------ */

/* Searches the current position of s->pos at `ply` plies from the root (1 to MAX_PLY). The score is
 * fail-soft; it means nothing once s->ended is set. In an open window the line is left in
 * s->pv[ply]. */
int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut_node);

/* Makes the number-th move of a node (from 1), searches it against n->alpha with `extension` plies
 * more, late moves reduced at first, and takes it back. Returns its score for the node's side. */
int search_child(Search *s, const Node *n, Move m, int move_count, int extension);

/* Sets up what a node is before anything of it is searched. */
void node_begin(Search *s, Node *n, int alpha, int beta, int depth, int ply);

/* Takes the evaluation from the table or makes it, and corrects it. */
void node_evaluate(Search *s, Node *n);

/* True if the search must end here. */
bool out_of_budget(Search *s);

/* Runs the self-check of the root; false if it fails, which is then told. */
bool check_root(Search *s);

/* Runs the self-check if it is due. If it fails, the position and all that was searched above it
 * cannot be trusted, not even to be unmade: tells, and goes back to the root at once, without
 * returning. */
void check_node(Search *s, uint64_t nodes);

/* True if the rules end the game here or the line is too long; *score is then its value. */
bool is_decided(Search *s, int ply, int *score);

/* A draw, give or take one: so that the search does not see all draws alike, and looks for the one
 * that leaves the opponent most to do wrong. [7 +- 24] */
static ALWAYS_INLINE int draw_score(const Search *s) {
    return SCORE_DRAW + 1 - (int)(search_nodes(s) & 2);
}

/* Sends for the table's bucket of a child: as early as possible, since memory takes longer than
 * all that is done before the child asks for it. */
static ALWAYS_INLINE void prefetch_child(const Search *s, Move m) {
    table_prefetch(s->table, key_after(s->pos.state, m));
}

/* Makes a move of the node at `ply`. */
void enter_child(Search *s, int ply, Move m);

/* Puts a move in front of the line of the child. */
void extend_pv(Search *s, int ply, Move m);

/* Remembers what came of a node: the move that was best (or MOVE_NONE), and its score, which is a
 * bound or exact, by a search to `depth`. */
static ALWAYS_INLINE void remember(Search *s, const Node *n, Move best, int score, int depth,
                                   ScoreBound bound) {
    const TableData data = {.move = best,
                            .score = score,
                            .eval = n->raw_eval,
                            .depth = depth,
                            .bound = bound,
                            .pv = frame_at(s, n->ply)->tt_pv};
    table_store(s->table, s->pos.state->key, n->ply, &data);
}

/* Whether a table score settles a window: exact, or a bound on the right side of it. */
static ALWAYS_INLINE bool table_cuts(const TableData *data, int beta) {
    return data->bound == BOUND_EXACT ||
           data->bound == (data->score >= beta ? BOUND_LOWER : BOUND_UPPER);
}

/* --- quiescence.c -------------------------------------------------------------------------- */

/* The value of the position when it has become quiet: captures, promotions and evasions only. */
int quiescence(Search *s, int alpha, int beta, int ply);

/* --- prune.c ------------------------------------------------------------------------------- */

/* Tries to settle a node without searching its moves; true if so, with its score. It may end the
 * search. */
bool node_is_pruned(Search *s, Node *n, int *score);

/* What to do with a move before it is made. */
typedef enum MovePruning { KEEP_MOVE, SKIP_MOVE, SKIP_QUIETS } MovePruning;

/* Whether a late move can be left out: it would fail low as far as can be told. */
MovePruning move_is_pruned(Search *s, const Node *n, Move m, int move_count);

/* --- reduce.c ------------------------------------------------------------------------------ */

/* Fills the reduction table. */
void reduce_init(void);

/* The reduction of the number-th move by depth and number alone, in 1/1024 ply. */
int base_reduction(int depth, int move_count, bool quiet);

/* The whole reduction of the number-th move, which has just been made, in 1/1024 ply; `history_score` is its
 * history before that, `escaped` if it left a square that a lesser man attacked. */
int reduction_for(Search *s, const Node *n, int move_count, bool quiet, int history_score,
                  bool escaped);

/* How many plies more the table's move deserves: many if all others are much worse, fewer than none
 * if they are as good. *cut is set to a score that settles the node if several moves beat beta. */
int singular_extension(Search *s, Node *n, Move m, int *cut);

/* --- mate_line.c --------------------------------------------------------------------------- */

/* Completes the line of a root move whose score is a mate, if it ends before the mate: the table or
 * a failed window may have cut it. False if no line of that length was found in a moment: the score
 * is then not to be told as a mate. Other lines stay as they are. */
bool mate_line_complete(Search *s, RootMove *r);

/* --- mate_proof.c -------------------------------------------------------------------------- */

enum { MATE_PROOF_MAX = 4 }; /* moves; one more takes some forty times as long */

/* Looks for a mate in s->limits.mate moves (1 to MATE_PROOF_MAX) without leaving out anything. If
 * there is one, the shortest comes first among the root moves, with its score and line. False if
 * there is none, if the search was ended (s->ended), or if memory is short. */
bool mate_prove(Search *s);

/* Frees what a proof under way had, if the search has left it for the root (check_node). */
void mate_prove_end(Search *s);

#endif
