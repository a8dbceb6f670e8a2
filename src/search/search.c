/* The tree: PVS alpha-beta and quiescence. Iterative deepening is in iterate.c. */
#include "search/tree.h"

#include "board/make.h"
#include "eval/evaluate.h"
#include "moves/generate.h"
#include "search/picker.h"

#include <math.h>

enum { LMR_SIZE = 64 };

/* Reductions in plies by depth and number of the move. */
static uint8_t reductions[LMR_SIZE][LMR_SIZE];

void search_init(void) {
    /* In fixed point from rounded logarithms, so that every build gets the same integers. */
    for (int depth = 1; depth < LMR_SIZE; depth++) {
        for (int number = 1; number < LMR_SIZE; number++) {
            const long product = lround(256 * log(depth)) * lround(256 * log(number));
            reductions[depth][number] = (uint8_t)((product / 256 * 10 / 22 + 128) / 256);
        }
    }
}

/* --- limits -------------------------------------------------------------------------------- */

/* True if the search must end here. The flag is looked at in every node, the clock in some. */
static bool out_of_budget(Search *s) {
    enum { POLL_INTERVAL = 256 };
    if (s->completed_depth == 0 && s->nodes < DEPTH_1_NODES)
        return false;
    if (s->stop || (s->limits.nodes >= 0 && s->nodes >= (uint64_t)s->limits.nodes))
        s->ended = true;
    else if (s->nodes % POLL_INTERVAL == 0 &&
             (clock_is_over(&s->clock) || (s->interrupt && *s->interrupt)))
        s->ended = true;
    return s->ended;
}

static void enter_child(Search *s, Move m) {
    table_prefetch(s->table, key_after(s->pos.state, m));
    s->nodes++;
    make_move(&s->pos, m);
}

/* The static evaluation, as good as this player can do. */
static int judge(const Search *s) {
    return handicap_judge(&s->handicap, s->pos.state, evaluate(&s->pos));
}

/* --- nodes that are decided without a search ------------------------------------------------ */

/* True if the rules end the game here or the line is too long; *score is then its value. A mate on
 * the board comes before the fifty-move rule. */
static bool is_decided(Search *s, int ply, int *score) {
    const State *state = s->pos.state;
    *score = SCORE_DRAW;
    if (is_repetition(&s->pos, ply))
        return true;
    if (is_rule_draw(state)) {
        if (in_check(state) && legal_count(&s->pos) == 0)
            *score = mated_in(ply);
        return true;
    }
    if (ply >= MAX_PLY - 1) {
        *score = in_check(state) ? SCORE_DRAW : judge(s);
        return true;
    }
    return false;
}

/* Whether a table score settles a window: exact, or a bound on the right side of it. */
static bool table_cuts(const TableHit *hit, int beta) {
    return hit->bound == BOUND_EXACT ||
           hit->bound == (hit->score >= beta ? BOUND_LOWER : BOUND_UPPER);
}

/* Puts a move in front of the line of the child. */
static void extend_pv(Search *s, int ply, Move m) {
    s->pv[ply][0] = m;
    for (int i = 0; i < s->pv_length[ply + 1]; i++)
        s->pv[ply][i + 1] = s->pv[ply + 1][i];
    s->pv_length[ply] = s->pv_length[ply + 1] + 1;
}

static ScoreBound bound_of(int score, int alpha, int beta) {
    return score >= beta ? BOUND_LOWER : score > alpha ? BOUND_EXACT : BOUND_UPPER;
}

/* --- quiescence ---------------------------------------------------------------------------- */

/* The first victim whose capture cannot raise a score by `deficit`, as a list index: the walk over
 * victims ends there without looking up another value. */
static Cell threshold_for(int deficit) {
    /* What a capture of each class may bring at most, positional gains included, and where the next
     * class begins. */
    static const struct {
        int gain;
        uint8_t threshold;
    } CLASSES[] = {{250, THRESHOLD_ALL},
                   {400, THRESHOLD_PREPROMOTED},
                   {550, THRESHOLD_PIECES},
                   {750, THRESHOLD_ROOKS},
                   {1250, THRESHOLD_QUEENS}};
    for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++)
        if (deficit < CLASSES[i].gain)
            return CLASSES[i].threshold;
    return THRESHOLD_NOTHING;
}

static int quiescence(Search *s, int alpha, int beta, int ply) {
    const bool pv = beta - alpha > 1;
    const int old_alpha = alpha;
    int score;
    s->pv_length[ply] = 0;
    if (ply > s->seldepth)
        s->seldepth = ply;
    if (out_of_budget(s))
        return SCORE_DRAW;
    if (is_decided(s, ply, &score))
        return score;

    const Key key = s->pos.state->key;
    const TableHit hit = table_probe(s->table, key, ply);
    if (!pv && hit.found && table_cuts(&hit, beta))
        return hit.score;

    const bool checked = in_check(s->pos.state);
    int best = mated_in(ply), eval = SCORE_NONE;
    Cell threshold = THRESHOLD_ALL;
    if (!checked) {
        eval = hit.found && hit.eval != SCORE_NONE ? hit.eval : judge(s);
        best = eval;
        if (best >= beta)
            return best;
        if (best > alpha)
            alpha = best;
        threshold = threshold_for(alpha - eval);
    }

    Picker picker;
    picker_init_quiescence(&picker, &s->pos, &s->history, hit.move, threshold);
    Move best_move = MOVE_NONE;
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        if (handicap_overlooks(&s->handicap, s->pos.state, m))
            continue;
        enter_child(s, m);
        score = -quiescence(s, -beta, -alpha, ply + 1);
        unmake_move(&s->pos);
        if (s->ended)
            return SCORE_DRAW;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        best_move = m;
        if (pv)
            extend_pv(s, ply, m);
        if (score >= beta)
            break;
    }
    table_store(s->table, key, ply, best_move, best, eval, 0, bound_of(best, old_alpha, beta));
    return best;
}

/* --- the main search ----------------------------------------------------------------------- */

/* Null move: if passing still fails high on a reduced search, so would the best move. Not without
 * pieces, where passing may be the best there is (zugzwang), and not twice in a row. */
static bool null_move_cuts(Search *s, const Node *n, int *score) {
    const State *state = s->pos.state;
    if (n->pv || n->checked || n->depth < 3 || n->eval < n->beta || state->since_null == 0 ||
        !has_pieces(state, state->side) || n->beta <= -SCORE_MATE_BOUND)
        return false;
    const int margin = (n->eval - n->beta) / 200;
    const int reduction = 3 + n->depth / 4 + (margin < 3 ? margin : 3);
    NullUndo undo;
    make_null(&s->pos, &undo);
    s->nodes++;
    *score = -search_node(s, -n->beta, -n->beta + 1, n->depth - reduction, n->ply + 1, !n->cut);
    unmake_null(&s->pos, &undo);
    if (s->ended || *score < n->beta)
        return false;
    if (score_is_mate(*score)) /* found with an illegal move in the line: not proven */
        *score = n->beta;
    return true;
}

/* How many plies less a late quiet move is searched at first. */
static int reduction_for(const Search *s, const Node *n, Move m, int number, bool gives_check) {
    const int d = n->depth < LMR_SIZE ? n->depth : LMR_SIZE - 1;
    int r = reductions[d][number < LMR_SIZE ? number : LMR_SIZE - 1];
    r += n->cut;
    r += !n->improving;
    r -= n->pv;
    r -= gives_check;
    r -= history_score(&s->history, opponent(s->pos.state->side), m) / (HISTORY_MAX / 2);
    return r > 0 ? r : 0;
}

int search_child(Search *s, const Node *n, Move m, int number, bool quiet, int alpha) {
    enter_child(s, m);
    const int depth = n->depth - 1, ply = n->ply + 1;
    int score = 0;
    bool full = n->pv && number == 1; /* the first move gets the whole window at once */
    if (!full) {
        int reduced = depth;
        if (quiet && n->depth >= 3 && number > 2 + n->pv && !n->checked)
            reduced -= reduction_for(s, n, m, number, in_check(s->pos.state));
        reduced = reduced < 1 ? (depth < 1 ? depth : 1) : reduced;
        score = -search_node(s, -alpha - 1, -alpha, reduced, ply, reduced < depth || !n->cut);
        if (score > alpha && reduced < depth)
            score = -search_node(s, -alpha - 1, -alpha, depth, ply, !n->cut);
        full = n->pv && score > alpha && score < n->beta;
    }
    if (full)
        score = -search_node(s, -n->beta, -alpha, depth, ply, false);
    unmake_move(&s->pos);
    return score;
}

/* Searches the moves of a node; returns the best score, with the move that raised alpha, if any. */
static int search_moves(Search *s, const Node *n, Move table_move, Move *best_move) {
    int best = mated_in(n->ply), alpha = n->alpha, number = 0;
    bool any = false;
    Picker picker;
    MoveList tried;
    tried.count = 0;
    *best_move = MOVE_NONE;
    picker_init(&picker, &s->pos, &s->history, table_move, n->ply);
    for (Move m; (m = picker_next(&picker)) != MOVE_NONE;) {
        const bool quiet = !is_tactical(s->pos.state, m);
        any = true;
        if (handicap_overlooks(&s->handicap, s->pos.state, m))
            continue;
        const int score = search_child(s, n, m, ++number, quiet, alpha);
        if (s->ended)
            return SCORE_DRAW;
        if (quiet)
            list_add(&tried, m);
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        *best_move = m;
        if (n->pv)
            extend_pv(s, n->ply, m);
        if (score >= n->beta) {
            if (quiet)
                history_cutoff(&s->history, s->pos.state->side, n->ply, n->depth, m, &tried);
            break;
        }
    }
    if (any && number == 0)
        return n->eval; /* all moves were overlooked: nothing seems to happen */
    return any || n->checked ? best : SCORE_DRAW; /* without a move: mated or stalemate */
}

/* True if this side's evaluation has risen since its last move; in doubt, yes. */
static bool is_improving(const Search *s, int ply, int eval) {
    return ply < 2 || s->eval[ply - 2] == SCORE_NONE || eval > s->eval[ply - 2];
}

int search_node(Search *s, int alpha, int beta, int depth, int ply, bool cut_node) {
    if (depth <= 0)
        return quiescence(s, alpha, beta, ply);
    int score;
    s->pv_length[ply] = 0;
    if (out_of_budget(s))
        return SCORE_DRAW;
    if (is_decided(s, ply, &score))
        return score;
    /* No line from here can beat a mate that is already found nearer the root. */
    alpha = alpha > mated_in(ply) ? alpha : mated_in(ply);
    beta = beta < -mated_in(ply + 1) ? beta : -mated_in(ply + 1);
    if (alpha >= beta)
        return alpha;

    Node n = {.alpha = alpha, .beta = beta, .depth = depth, .ply = ply};
    n.pv = beta - alpha > 1;
    n.cut = cut_node;
    n.checked = in_check(s->pos.state);

    const Key key = s->pos.state->key;
    const TableHit hit = table_probe(s->table, key, ply);
    if (!n.pv && hit.found && hit.depth >= depth && table_cuts(&hit, beta))
        return hit.score;

    n.eval = n.checked ? SCORE_NONE : hit.found && hit.eval != SCORE_NONE ? hit.eval : judge(s);
    s->eval[ply] = n.eval;
    n.improving = !n.checked && is_improving(s, ply, n.eval);

    if (null_move_cuts(s, &n, &score))
        return score;
    if (s->ended)
        return SCORE_DRAW;

    if (n.checked && ply < 2 * s->root_depth)
        n.depth++; /* a check is answered at full depth */
    else if (n.depth >= 4 && hit.move == MOVE_NONE)
        n.depth--; /* without a table move the node was not worth much so far, and orders badly */

    Move best_move;
    const int best = search_moves(s, &n, hit.move, &best_move);
    if (s->ended)
        return SCORE_DRAW;
    table_store(s->table, key, ply, best_move, best, n.eval, depth, bound_of(best, alpha, beta));
    return best;
}
