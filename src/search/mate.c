/* Completes the lines of mates, and proves mates for `go mate N`. */
#include "moves/generate.h"

#include "core/bits.h"
#include "search/search_internal.h"

/* The most nodes that mate_line_complete may search. BUDGET nodes take some milliseconds.
 * BUDGET_STOPPED applies after the search has ended, when the GUI waits for the move. */
enum { BUDGET = 20000, BUDGET_STOPPED = 2000 };

/* Extends the line of a root move: searches the position at the end of the line, and adds the
 * moves from there to the mate. `mate` is the number of plies from the root to the mate. Returns
 * false if the search finds no mate of that length. */
static bool add_moves(Search *s, RootMove *r, int mate) {
    const int ply = r->pv_length;
    /* Mate distance would narrow the window of a search for the last move to a null window, in
     * which the search keeps no line. So looks for a move that mates. */
    if (mate - ply == 1) {
        r->pv[ply] = mating_move(&s->pos);
        r->pv_length += r->pv[ply] != MOVE_NONE;
        return r->pv_length == mate;
    }
    const int score = ply % 2 == 0 ? r->score : -r->score; /* for the side to move at this ply */
    /* The search may need more depth than the length of the mate, since moves may be reduced. */
    for (int extra = 1; extra <= 5 && !s->ended; extra += 2) {
        if (search_node(s, score - 1, score + 1, mate - ply + extra, ply, false) != score)
            continue;
        if (s->ended || s->pv_length[ply] == 0)
            return false;
        for (int i = 0; i < s->pv_length[ply] && r->pv_length < mate; i++)
            r->pv[r->pv_length++] = s->pv[ply][i];
        return true;
    }
    return false;
}

bool mate_line_complete(Search *s, RootMove *r) {
    const int mate = SCORE_MATE - (r->score > 0 ? r->score : -r->score);
    if (!score_is_mate(r->score) || r->pv_length >= mate)
        return true;
    const int given = r->pv_length, seldepth = s->seldepth;
    const uint64_t nodes = search_nodes(s);
    const bool ended = s->ended;
    s->ended = false;
    for (int i = 0; i < given; i++)
        enter_child(s, i, r->pv[i]);
    s->line_limit = nodes + (ended ? BUDGET_STOPPED : BUDGET);
    while (r->pv_length < mate) {
        const int before = r->pv_length;
        if (!add_moves(s, r, mate))
            break;
        for (int i = before; i < r->pv_length; i++)
            enter_child(s, i, r->pv[i]);
    }
    for (int i = 0; i < r->pv_length; i++)
        leave_child(s);
    /* Restores the limits and counters, so that the nodes of the completion do not count. */
    s->line_limit = 0;
    s->ended = ended;
    s->seldepth = seldepth;
    atomic_store_explicit(&s->counters.nodes, nodes, memory_order_relaxed);
    return r->pv_length == mate;
}

/* The proof for `go mate N` searches all moves.
 *
 * The main search prunes, and may miss the shortest mate for long. The attacker mates in n moves if
 * one of the attacker's moves mates, or if after one of these moves every reply allows a mate in n
 * - 1 moves. A hash table holds the positions without a mate in n; newer entries replace older
 * entries. */

enum { REFUTED_SIZE = 1 << 20 };

typedef struct Proof {
    Search *search;
    /* for each n, the last answer of the defender that avoided the mate */
    Move killer[MATE_PROOF_MAX + 1];
} Proof;

static bool defends(Proof *p, int n);

/* Returns how many plies s->pos is from the root. */
static int ply_of(const Search *s) {
    return (int)(s->pos.state - s->pos.states);
}

static Key *refuted_at(const Proof *p, int n, Key *wanted) {
    *wanted = p->search->pos.state->key ^ hash_multiply((Key)n);
    return &p->search->refuted[*wanted % REFUTED_SIZE];
}

/* True if the position is a draw by rule, or has occurred three times. */
static bool is_drawn(const Position *pos) {
    return is_rule_draw(pos->state) || repetitions(pos, 2) == 2;
}

/* True if the attacker's move m mates within n further moves. Returns false for a move that
 * gives check if `checks` is false, and for a move that gives no check if `checks` is true. */
static bool wins(Proof *p, Move m, int n, bool checks) {
    Search *s = p->search;
    enter_child(s, ply_of(s), m);
    const bool won = in_check(s->pos.state) == checks && !defends(p, n) && !s->ended;
    leave_child(s);
    return won;
}

/* Returns a move with which the side to move mates in at most n moves. Returns MOVE_NONE if no move
 * mates, or if the search has ended. */
static Move attack(Proof *p, int n) {
    Position *pos = &p->search->pos;
    Key wanted, *refuted = refuted_at(p, n, &wanted);
    if (n == 0 || *refuted == wanted)
        return MOVE_NONE;
    spend_node(p->search);
    if (p->search->ended)
        return MOVE_NONE;
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    /* Tries moves that give check first. For n = 1 tries no other moves, since a mate is a
     * check. */
    for (int quiet = 0; quiet <= (n > 1); quiet++)
        for (int i = 0; i < list.count && !p->search->ended; i++)
            if (wins(p, list.moves[i], n - 1, !quiet))
                return list.moves[i];
    if (!p->search->ended)
        *refuted = wanted;
    return MOVE_NONE;
}

/* True if, after the defender's move m, the attacker does not mate within n moves. */
static bool holds(Proof *p, Move m, int n) {
    Search *s = p->search;
    enter_child(s, ply_of(s), m);
    const bool held = is_drawn(&s->pos) || attack(p, n) == MOVE_NONE;
    leave_child(s);
    return held;
}

/* Returns a move of the defender after which the attacker does not mate within n moves, or
 * MOVE_NONE. */
static Move defence(Proof *p, int n) {
    MoveList list = {.count = 0};
    legal_moves(&p->search->pos, &list);
    for (int killers = 1; killers >= 0; killers--)
        for (int i = 0; i < list.count; i++)
            if ((list.moves[i] == p->killer[n]) == killers && holds(p, list.moves[i], n))
                return p->killer[n] = list.moves[i];
    return MOVE_NONE;
}

/* True if the defender, who is to move, is not mated within n moves of the attacker. */
static bool defends(Proof *p, int n) {
    const Position *pos = &p->search->pos;
    const int answers = legal_count(pos);
    if (n == 0 || answers == 0)
        return answers > 0 || !in_check(pos->state);
    return is_drawn(pos) || defence(p, n) != MOVE_NONE;
}

/* Writes the line of a mate in exactly n moves that begins with r->move: the attacker's mating moves, and the
 * answers that avoid mate longest. */
static void write_line(Proof *p, RootMove *r, int n) {
    Position *pos = &p->search->pos;
    for (r->pv_length = 0; n > 0; n--) {
        const Move m = r->pv_length == 0 ? r->move : attack(p, n);
        if (m == MOVE_NONE)
            break;
        make_move(pos, r->pv[r->pv_length++] = m);
        /* No shorter mate exists, so some answer of the defender avoids a mate in n - 2 moves. */
        const Move answer = n > 1 ? defence(p, n - 2) : MOVE_NONE;
        if (answer == MOVE_NONE || p->search->ended)
            break;
        make_move(pos, r->pv[r->pv_length++] = answer);
    }
    for (int i = 0; i < r->pv_length; i++)
        leave_child(p->search);
}

/* Returns the index of a root move that mates in n moves. Returns -1 if no move mates in n, or if
 * the search has ended. */
static int attack_from_root(Proof *p, int n) {
    const Search *s = p->search;
    for (int quiet = 0; quiet <= (n > 1); quiet++)
        for (int i = 0; i < s->root_count && !s->ended; i++)
            if (wins(p, s->roots[i].move, n - 1, !quiet))
                return i;
    return -1;
}

bool mate_prove(Search *s) {
    Proof p = {.search = s};
    assert(s->limits.mate >= 1 && s->limits.mate <= MATE_PROOF_MAX);
    int index = -1;
    s->refuted = memory_map(REFUTED_SIZE * sizeof(Key));
    for (int n = 1; s->refuted && n <= s->limits.mate && !s->ended && index < 0; n++) {
        index = attack_from_root(&p, n);
        if (index < 0)
            continue;
        RootMove best = s->roots[index];
        best.score = best.previous_score = SCORE_MATE - (2 * n - 1);
        best.depth = s->root_depth;
        write_line(&p, &best, n);
        for (int i = index; i > 0; i--)
            s->roots[i] = s->roots[i - 1];
        s->roots[0] = best;
    }
    memory_unmap(s->refuted, REFUTED_SIZE * sizeof(Key));
    s->refuted = NULL;
    return index >= 0;
}
